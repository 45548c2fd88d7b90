// error: initializer 'init(from:)' must be as accessible as its enclosing type because it matches a requirement in protocol 'VersionedCodable'
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

extension Poem {
  private init(from old: PoemV1) throws { author = old.author }
}
