import Lineage

/// A collection of poems, from before documents had versions.
struct AnthologyV1: VersionedCodable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder

  var name: String
  var poems: [Poem]
}

/// The first version that documents contain; `name` becomes `title`.
struct AnthologyV2: VersionedCodable, DefaultFillable {
  static let version = 2

  var title = ""
  var poems: [Poem] = []
  var isPublic = false
}

extension AnthologyV2 {
  init(from old: AnthologyV1) throws {
    try self.init(carryingOver: old) { $0.rename("name", to: "title") }
  }
}

/// Stores the version with the new metadata. Old fields don't change, so there is no step.
struct AnthologyV3: VersionedCodable, DefaultFillable {
  static let version = 3
  static let versionLocation = VersionLocation.path("metadata", "schema")
  typealias PreviousVersion = AnthologyV2

  var metadata = Metadata()
  var title = ""
  var poems: [Poem] = []
  var isPublic = false

  struct Metadata: DefaultFillable {
    var curator = "unknown"
    var tags: [String] = []
  }
}

/// Versions are dates from here on, and `audience` replaces `isPublic`.
struct Anthology: VersionedCodable, DefaultFillable {
  static let version = "2025-06"
  static let versionLocation = VersionLocation.path("metadata", "schema")

  var metadata = AnthologyV3.Metadata()
  var title = ""
  var poems: [Poem] = []
  var audience = Audience.owner

  enum Audience: String, Codable, CaseIterable {
    case owner, everyone
  }
}

extension Anthology {
  init(from old: AnthologyV3, in context: MigrationContext) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("isPublic", to: "audience")
      try fields.set(old.isPublic ? Audience.everyone : .owner, for: CodingKeys.audience)
    }
    if old.poems.isEmpty { context.note("The anthology was empty.") }
  }
}
