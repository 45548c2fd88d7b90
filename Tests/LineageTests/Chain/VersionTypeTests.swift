import Foundation
import Lineage
import Testing

struct VersionTypeTests {
  // MARK: - Any text

  /// Versions and keys with and without escapes.
  enum Marked<Text: MarkText>: VersionedCodable {
    static var version: String { Text.version }
    static var versionLocation: VersionLocation { .key(Text.key) }
    typealias PreviousVersion = NothingOlder
    case only

    enum CodingKeys: CodingKey { case field }

    init(from decoder: any Decoder) throws { self = .only }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .field)
    }
  }

  protocol MarkText {
    static var key: String { get }
    static var version: String { get }
  }

  enum PlainText: MarkText { static let (key, version) = ("v", "2025-06 ü") }
  enum EscapedVersion: MarkText { static let (key, version) = ("v", "2025/06\"") }
  enum EscapedKey: MarkText { static let (key, version) = ("v/\"", "1") }
  enum InternationalKey: MarkText { static let (key, version) = ("ü", "1") }

  @Test func `a version and its key can be any text`() throws {
    func text(_ value: some VersionedCodable) throws -> String {
      String(decoding: try JSONEncoder().encode(versioned: value), as: UTF8.self)
    }

    #expect(try text(Marked<PlainText>.only) == #"{"field":1,"v":"2025-06 ü"}"#)
    #expect(try text(Marked<EscapedVersion>.only) == #"{"field":1,"v":"2025\/06\""}"#)
    #expect(try text(Marked<EscapedKey>.only) == #"{"field":1,"v\/\"":"1"}"#)
    #expect(try text(Marked<InternationalKey>.only) == #"{"field":1,"ü":"1"}"#)
  }

  // MARK: - Names

  enum Fruit: String, SchemaVersion { case zucchini, mango }

  struct MealV1: VersionedCodable {
    static let version = Fruit.zucchini
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Meal: VersionedCodable, DefaultFillable {
    static let version = Fruit.mango
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = MealV1
    var title = ""
  }

  @Test(arguments: ["apple", "nectarine", "zzz"])
  func `names that aren't in order say nothing about what is older or newer`(
    name: String
  ) throws {
    let data = Data(#"{"version":"\#(name)","title":"soup"}"#.utf8)

    for type in [MealV1.self, Meal.self] as [any VersionedCodable.Type] {
      let error = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(versioned: type, from: data)
      }
      #expect(error?.reason == .unknownVersion(found: .string(name)))
      let advice = """
        If a newer program wrote it, open it there, or update this one. If documents of this version are \
        older, add its type to the chain.
        """
      #expect(error.map { "\($0)".contains(advice) } == true)
    }
    #expect(try migrated(Meal.self, #"{"version":"zucchini","title":"soup"}"#).title == "soup")
  }

  // MARK: - Integers

  struct NumberedV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Numbered: VersionedCodable, Equatable {
    static let version = 2
    var name: String
  }

  @Test func `a version can be an integer`() throws {
    let value = try migrated(Numbered.self, #"{"version": 1, "title": "A"}"#)

    #expect(value == Numbered(name: "A"))
  }

  @Test func `an integer version is written as a number`() throws {
    let text = try json(Numbered(name: "A"))

    #expect(text == #"{"name":"A","version":2}"#)
  }

  // MARK: - Strings

  struct DatedV1: VersionedCodable, Equatable {
    static let version = "2024-11"
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Dated: VersionedCodable, Equatable {
    static let version = "2025-06"
    var name: String
  }

  @Test func `a version can be a string`() throws {
    let value = try migrated(Dated.self, #"{"version": "2024-11", "title": "A"}"#)

    #expect(value == Dated(name: "A"))
  }

  @Test func `a string version is written as a string`() throws {
    let text = try json(Dated(name: "A"))

    #expect(text == #"{"name":"A","version":"2025-06"}"#)
  }

  // MARK: - Raw values

  enum Edition: String, SchemaVersion {
    case first = "one"
    case second = "two"
  }

  struct EditedV1: VersionedCodable, Equatable {
    static let version = Edition.first
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Edited: VersionedCodable, Equatable {
    static let version = Edition.second
    var name: String
  }

  @Test func `a version can be an enum of strings`() throws {
    let value = try migrated(Edited.self, #"{"version": "one", "title": "A"}"#)

    #expect(value == Edited(name: "A"))
    #expect(try json(value) == #"{"name":"A","version":"two"}"#)
  }

  enum Generation: Int, SchemaVersion {
    case first = 10
    case second = 20
  }

  struct GeneratedV1: VersionedCodable, Equatable {
    static let version = Generation.first
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Generated: VersionedCodable, Equatable {
    static let version: Generation? = .second
    var name: String
  }

  @Test func `a version can be an enum of integers, and an optional of one`() throws {
    let value = try migrated(Generated.self, #"{"version": 10, "title": "A"}"#)

    #expect(value == Generated(name: "A"))
    #expect(try json(value) == #"{"name":"A","version":20}"#)
  }

  struct SemanticVersion: RawRepresentable, SchemaVersion {
    var rawValue: String
  }

  struct Semantic: VersionedCodable, Equatable {
    static let version = SemanticVersion(rawValue: "1.2.3-beta+5")
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  @Test func `a version can be a struct with a string`() throws {
    let text = try json(Semantic(name: "A"))

    #expect(text == #"{"name":"A","version":"1.2.3-beta+5"}"#)
    #expect(try migrated(Semantic.self, text) == Semantic(name: "A"))
  }

  // MARK: - No version

  struct Unversioned: VersionedCodable, Equatable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct FirstVersioned: VersionedCodable, Equatable {
    static let version = 1
    var name: String
  }

  @Test(arguments: [#"{"title": "A"}"#, #"{"version": null, "title": "A"}"#])
  func `data without a version decodes as the unversioned type`(text: String) throws {
    let value = try migrated(FirstVersioned.self, text)

    #expect(value == FirstVersioned(name: "A"))
  }

  @Test func `an unversioned type is written without a version`() throws {
    let text = try json(Unversioned(title: "A"))

    #expect(text == #"{"title":"A"}"#)
  }

  @Test(arguments: StoredFormat.allCases)
  func `data with a version is too new for a chain that has none`(format: StoredFormat) throws {
    let document = try format.document(#"{"version": 1, "title": "A"}"#)

    let error = try migrationError { try format.decode(Unversioned.self, from: document) }

    #expect(error.reason == .newerVersion(found: 1, newest: .unversioned))
  }

  struct UnversionedByString: VersionedCodable, Equatable {
    static let version: Edition? = nil
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  @Test func `any optional version can be nil`() throws {
    let value = try migrated(UnversionedByString.self, #"{"title": "A"}"#)

    #expect(value == UnversionedByString(title: "A"))
  }

  // MARK: - Differing from link to link

  struct MixedV0: VersionedCodable, Equatable {
    static let version: String? = nil
    typealias PreviousVersion = NothingOlder
    var steps: [String] = []
  }

  struct MixedV1: VersionedCodable, Equatable {
    static let version = 1
    var steps: [String]
  }

  struct MixedV2: VersionedCodable, Equatable {
    static let version = Generation.second
    var steps: [String]
  }

  struct Mixed: VersionedCodable, Equatable {
    static let version = "2025-06"
    var steps: [String]
  }

  @Test(arguments: [
    (#"{"steps": []}"#, ["0→1", "1→2", "2→3"]),
    (#"{"version": 1, "steps": []}"#, ["1→2", "2→3"]),
    (#"{"version": 20, "steps": []}"#, ["2→3"]),
    (#"{"version": "2025-06", "steps": []}"#, []),
  ])
  func `the type of the version can differ from link to link`(
    text: String, steps: [String]
  ) throws {
    let value = try migrated(Mixed.self, text)

    #expect(value.steps == steps)
  }

  @Test(arguments: ["1", "20"])
  func `a number in a string is not that number`(version: String) throws {
    let error = try migrationError {
      try migrated(Mixed.self, #"{"version": "\#(version)", "steps": []}"#)
    }

    #expect(error.reason == .unknownVersion(found: .string(version)))
  }

  @Test(arguments: ["2", "2.0", "2e0", "20e-1"])
  func `an integer version can be written in any form`(number: String) throws {
    let value = try migrated(Numbered.self, #"{"version": \#(number), "name": "A"}"#)

    #expect(value == Numbered(name: "A"))
  }
}

extension VersionTypeTests.Numbered {
  init(from old: VersionTypeTests.NumberedV1) throws { name = old.title }
}

extension VersionTypeTests.Dated {
  init(from old: VersionTypeTests.DatedV1) throws { name = old.title }
}

extension VersionTypeTests.Edited {
  init(from old: VersionTypeTests.EditedV1) throws { name = old.title }
}

extension VersionTypeTests.Generated {
  init(from old: VersionTypeTests.GeneratedV1) throws { name = old.title }
}

extension VersionTypeTests.FirstVersioned {
  init(from old: VersionTypeTests.Unversioned) throws { name = old.title }
}

extension VersionTypeTests.MixedV1 {
  init(from old: VersionTypeTests.MixedV0) throws { steps = old.steps + ["0→1"] }
}

extension VersionTypeTests.MixedV2 {
  init(from old: VersionTypeTests.MixedV1) throws { steps = old.steps + ["1→2"] }
}

extension VersionTypeTests.Mixed {
  init(from old: VersionTypeTests.MixedV2) throws { steps = old.steps + ["2→3"] }
}

extension VersionTypeTests {
  // MARK: - Numbers and text in one chain

  struct NumberedMeal: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var dish: String
  }

  struct NamedMeal: VersionedCodable {
    static let version = "3"
    var dish: String
    init(from old: NumberedMeal) throws { dish = old.dish }
  }

  @Test(arguments: [("3", "'3' (a number)"), (#""2""#, "'2' (a string)"), ("4", "'4' (a number)")])
  func `an error tells a number from the same text`(version: String, shown: String) throws {
    let data = Data(#"{"version": \#(version), "dish": "soup"}"#.utf8)

    let error = try migrationError {
      try JSONDecoder().decode(versioned: NamedMeal.self, from: data)
    }

    #expect(
      error.description == """
        The document (NamedMeal) has version \(shown), which isn't one of the known versions. If documents of this \
        version exist, add its type to the chain. Known versions: '3' (NamedMeal, a string), '2' (NumberedMeal, a \
        number).
        """)
  }
}
