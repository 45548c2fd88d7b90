import Lineage

/// A poem as it was first stored: one text.
struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var author: String
  var text: String
}

/// A poem as an array of lines.
struct PoemV2: VersionedCodable {
  static let version = 2

  var author: String
  var lines: [String]
}

extension PoemV2 {
  init(from old: PoemV1) throws {
    author = old.author
    lines = old.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A poem as an array of stanzas, with its language.
struct Poem: VersionedCodable, DefaultFillable {
  static let version = 3

  var author = ""
  var stanzas: [[String]] = []
  var language = "en"
}

extension Poem {
  init(from old: PoemV2) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("lines", to: "stanzas")
      try fields.set(old.lines.split(separator: "").map(Array.init), for: CodingKeys.stanzas)
    }
  }
}
