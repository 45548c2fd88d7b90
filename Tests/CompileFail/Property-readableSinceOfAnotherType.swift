// error: type 'Poem' does not conform to protocol 'VersionProperties'
// note: protocol requires property '_readableSince'
// note: candidate would match if 'Int' was the same type as 'String'
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable {
  static let version = 2
  static let readableSince = "2"
  typealias PreviousVersion = PoemV1
  var author = ""
}

extension Poem {
  init(from old: PoemV1) throws { author = old.author }
}
