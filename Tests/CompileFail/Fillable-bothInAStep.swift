// error: type 'Poem' does not conform to protocol 'DefaultFillable'
// error: a type is DefaultFillable or ZeroFillable, not both: keep DefaultFillable if its properties have initial values
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable, DefaultFillable, ZeroFillable {
  static let version = 2
  var author = ""
}

extension Poem {
  init(from old: PoemV1) throws { author = old.author }
}
