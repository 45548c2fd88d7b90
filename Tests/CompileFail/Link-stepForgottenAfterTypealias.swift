// error: type 'Poem' does not conform to protocol 'VersionedCodable'
// note: protocol requires initializer 'init(from:)'
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable {
  static let version = 2
  typealias PreviousVersion = PoemV1
  var author = ""
}
