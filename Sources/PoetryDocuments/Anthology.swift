package import Lineage

/// A collection of poems, from before documents had versions.
package struct AnthologyV1: VersionedCodable {
  package static let version: Int? = nil
  package typealias PreviousVersion = NothingOlder

  package var name: String
  package var poems: [Poem]
}

/// The first version that documents contain; `name` becomes `title`.
package struct AnthologyV2: VersionedCodable, DefaultFillable {
  package static let version = 2

  package var title = ""
  package var poems: [Poem] = []
  package var isPublic = false

  package init() {}
}

extension AnthologyV2 {
  package init(from old: AnthologyV1) throws {
    try self.init(carryingOver: old) { $0.rename("name", to: "title") }
  }
}

/// Stores the version with the new metadata. Old fields don't change, so there is no step.
package struct AnthologyV3: VersionedCodable, DefaultFillable {
  package static let version = 3
  package static let versionLocation = VersionLocation.path("metadata", "schema")
  package typealias PreviousVersion = AnthologyV2

  package var metadata = Metadata()
  package var title = ""
  package var poems: [Poem] = []
  package var isPublic = false

  package init() {}

  package struct Metadata: DefaultFillable {
    package var curator = "unknown"
    package var tags: [String] = []

    package init() {}
  }
}

/// Versions are dates from here on, and `audience` replaces `isPublic`.
package struct Anthology: VersionedCodable, DefaultFillable {
  package static let version = "2025-06"
  package static let versionLocation = VersionLocation.path("metadata", "schema")

  package var metadata = AnthologyV3.Metadata()
  package var title = ""
  package var poems: [Poem] = []
  package var audience = Audience.owner

  package init() {}

  package enum Audience: String, Codable, CaseIterable {
    case owner, everyone
  }
}

extension Anthology {
  package init(from old: AnthologyV3, in context: MigrationContext) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("isPublic", to: "audience")
      try fields.set(old.isPublic ? Audience.everyone : .owner, for: CodingKeys.audience)
    }
    if old.poems.isEmpty { context.note("The anthology was empty.") }
  }
}
