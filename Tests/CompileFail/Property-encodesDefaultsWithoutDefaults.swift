// error: type 'Poem' does not conform to protocol 'VersionProperties'
// note: protocol requires property '_encodesDefaultsIsForDefaultFillable'
import Lineage

struct Poem: VersionedCodable {
  static let version = 1
  static let encodesDefaults = false
  typealias PreviousVersion = NothingOlder
  var author = ""
}
