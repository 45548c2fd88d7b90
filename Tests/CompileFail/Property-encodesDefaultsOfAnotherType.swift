// error: type 'Poem' does not conform to protocol 'VersionProperties'
// note: protocol requires property '_encodesDefaultsIsForDefaultFillable'
import Lineage

struct Poem: VersionedCodable, DefaultFillable {
  static let version = 1
  static let encodesDefaults: Bool? = false
  typealias PreviousVersion = NothingOlder
  var author = ""
}
