// compiles
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable {
  static let version = 2
  var author = ""
}

extension Poem {
  init(from old: PoemV1, in context: MigrationContext) throws { author = old.author }
}
