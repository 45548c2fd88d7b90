// error: type 'Poem' does not conform to protocol 'VersionedCodable'
// error: a type is DefaultFillable or ZeroFillable, not both: keep DefaultFillable if its properties have initial values
import Lineage

struct Poem: VersionedCodable, DefaultFillable, ZeroFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author = ""
}
