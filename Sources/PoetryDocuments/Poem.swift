package import Lineage

/// A poem as it was first stored: one text.
package struct PoemV1: VersionedCodable {
  package static let version = 1
  package typealias PreviousVersion = NothingOlder

  package var author: String
  package var text: String

  package init(author: String, text: String) {
    self.author = author
    self.text = text
  }
}

/// A poem as an array of lines.
package struct PoemV2: VersionedCodable {
  package static let version = 2

  package var author: String
  package var lines: [String]
}

extension PoemV2 {
  package init(from old: PoemV1) throws {
    author = old.author
    lines = old.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A poem as an array of stanzas, with its language.
package struct Poem: VersionedCodable, DefaultFillable {
  package static let version = 3

  package var author = ""
  package var stanzas: [[String]] = []
  package var language = "en"

  package init() {}
}

extension Poem {
  package init(from old: PoemV2) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("lines", to: "stanzas")
      try fields.set(old.lines.split(separator: "").map(Array.init), for: CodingKeys.stanzas)
    }
  }
}
