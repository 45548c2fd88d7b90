// compiles
import Lineage

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
}

struct Poem: VersionedCodable {
  static let version = 2
  static let readableSince = 1
  static let versionLocation = VersionLocation.path("metadata", "schema")
  static let newerVersions = NewerVersionPolicy.ifReadable
  typealias PreviousVersion = PoemV1
  var author = ""
}

extension Poem {
  init(from old: PoemV1) throws { author = old.author }
}

enum Edition: String, SchemaVersion {
  case first = "2024-11"
  case second = "2025-06"
}

struct Book: VersionedCodable {
  static let version: Edition? = Edition.second
  static let readableSince = Edition.first
  static var newerVersions: NewerVersionPolicy { .readAsNewest }
  typealias PreviousVersion = NothingOlder
  var title: String
}

struct Shelf<Content: VersionedCodable>: VersionedCodable {
  static var version: Int { 1 }
  static var readableSince: Int? { 1 }
  typealias PreviousVersion = NothingOlder
  var books: [Content]
}
