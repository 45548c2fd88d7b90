// error: type 'Poem' does not conform to protocol 'VersionProperties'
// note: protocol requires property 'version' with type 'Int'
import Lineage

struct Poem: VersionedCodable {
  typealias PreviousVersion = NothingOlder
  var author: String
}
