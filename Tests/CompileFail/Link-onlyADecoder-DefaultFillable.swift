// error: type 'Poem' does not conform to protocol 'VersionedCodable'
// note: unable to infer associated type 'PreviousVersion'
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable, DefaultFillable {
  static let version = 2
  var author = ""
}

extension Poem {
  init(from decoder: any Decoder) throws { author = "" }
}
