import Lineage

/// Records of three types that differ in one feature of the library.
struct Contacts<Record: Codable>: VersionedCodable {
  static var version: Int { 1 }
  typealias PreviousVersion = NothingOlder

  var contacts: [Record]
}

enum Medium: String, Codable, Sendable, CaseIterable {
  case mail, phone, post
}

struct PlainContact: Codable {
  var id: Int
  var name: String
  var address: String
  var medium: Medium
  var tags: [String]

  static func sample(_ count: Int) -> [PlainContact] {
    var random = SplitMix(seed: 8)
    return (0..<count).map { id in
      PlainContact(
        id: id, name: random.word(12), address: random.sentence(words: 4),
        medium: Medium.allCases[random.number(below: 3)], tags: (0..<3).map { _ in random.word(6) })
    }
  }
}

/// Preserves unknown fields.
struct KeepingContact: Codable {
  var id: Int
  var name: String
  var address: String
  var medium: Medium
  var tags: [String]
  var unknownFields = UnknownFields()
}

/// Decodes unknown cases of an enum.
struct OpenContact: Codable {
  var id: Int
  var name: String
  var address: String
  var medium: OpenEnum<Medium>
  var tags: [String]
}
