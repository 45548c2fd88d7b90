import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// The life cycle of a document, from its first fixture to later versions.
struct LifeTests {
  @Test func `a version ships, and a newer one follows`() throws {
    let desk = Desk().setUp(Shipped.Poem.self)
    try desk.ship(Shipped.Poem.self)
    let shipped = try desk.contents()

    // The beginning of version 3: it gets a fixture and a lock entry, and expectations must have
    // the newest form.
    let begun = desk.failures(of: Next.Poem.self, mode: .newest)
    let finished = desk.failures(of: Next.Poem.self)

    #expect(
      begun == [
        """
        Recorded:
          MigrationFixtures/Poem/v3/sample.json
          MigrationFixtures/Poem/v3/sample2.json
          MigrationFixtures/Poem/v1/sample.expected.json
          MigrationFixtures/Poem/v2/sample.expected.json
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(finished == [])
    for (file, text) in shipped where !file.contains("expected") && !file.contains("schema") {
      #expect(try desk.text(of: file) == text, "\(file)")
    }
  }

  @Test func `a run that recorded something fails again when it is repeated`() {
    let desk = Desk()
    var fixtures = desk.fixtures(of: Shipped.Poem.self, mode: .missing)
    fixtures.history = RecordedFiles()

    let first = fixtures.failuresAfterRecording().map(\.description)
    let repeated = fixtures.failuresAfterRecording().map(\.description)
    let other = fixtures.failures(fuzzing: 10, seed: 1).map(\.description)
    fixtures.history = RecordedFiles()
    let reviewed = fixtures.failuresAfterRecording().map(\.description)

    #expect(first.count == 1)
    #expect(repeated == first)
    #expect(other == [])
    #expect(reviewed == [])
  }

  @Test func `a process remembers what its tests have recorded`() {
    #expect(MigrationFixtures(of: Shipped.Poem.self).recordedFiles === RecordedFiles.ofProcess)
  }

  @Test func `the newest version can change until it ships`() throws {
    let desk = Desk().setUp(Growing2.Poem.self)

    let seen = desk.failures(of: Growing2.Changed.Poem.self)
    let recorded = desk.failures(of: Growing2.Changed.Poem.self, mode: .newest)
    let afterwards = desk.failures(of: Growing2.Changed.Poem.self)

    #expect(seen.count == 2)
    #expect(seen.allSatisfy { $0.contains("MIGRATION_FIXTURES=newest swift test") })
    #expect(recorded.count == 1)
    #expect(afterwards == [])
  }

  @Test func `a changed newest type is reported before its fixtures`() throws {
    let desk = Desk().setUp(Shrinking.Poem.self)

    let failures = desk.failures(of: Shrinking.Changed.Poem.self)

    #expect(
      failures.first == """
        Poem, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `mood` was removed; it was `String`
        Version 1 is not marked as shipped. If it has shipped, undo the change, and set "shipped" to true \
        in schema.json. If not, and the change is right, record it: MIGRATION_FIXTURES=newest swift test
        """)
    #expect(failures.count == 2)
    #expect(
      failures.last?.contains(
        "If they were removed from the type, which hasn't shipped, remove them from the file, too.")
        == true)
  }

  @Test func `after the newest type lost a field, its fixtures are recorded without it`() throws {
    let desk = Desk().setUp(Shrinking.Poem.self)

    let recorded = desk.failures(of: Shrinking.Changed.Poem.self, mode: .newest)

    #expect(recorded.count == 2)
    #expect(recorded.first?.contains("unknown  mood") == true)
    #expect(
      recorded.last?.hasPrefix(
        """
        Recorded:
          MigrationFixtures/Poem/v1/sample.json
          MigrationFixtures/Poem/schema.json

        """) == true)
    #expect(desk.failures(of: Shrinking.Changed.Poem.self) == [])
  }

  private enum Shrinking {
    struct Poem: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author: String
      var mood: String
    }

    enum Changed {
      struct Poem: VersionedCodable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var author: String
      }
    }
  }

  private enum Growing2 {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author = ""
    }

    enum Changed {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var author = ""
        var language = "en"
      }
    }
  }

  @Test func `only files that could have been recorded are rewritten`() throws {
    let desk = Desk().setUp(Growing2.Poem.self)
    let compact = #"{"version":1,"author":"Issa","mood":"calm"}"#
    try desk.put(compact, at: "Poem/v1/compact.json")
    try desk.put("{\n  \"author\" : \"Issa\",\n  \"version\" : 1\n}\n", at: "Poem/v1/special.json")
    try desk.put(
      #"{"about": "Special.", "filled": ["language"]}"#, at: "Poem/v1/special.notes.json")
    let special = try desk.text(of: "Poem/v1/special.json")

    let failures = desk.failures(of: Growing2.Changed.Poem.self, mode: .newest)

    #expect(try desk.text(of: "Poem/v1/compact.json") == compact)
    #expect(try desk.text(of: "Poem/v1/special.json") == special)
    #expect(try desk.text(of: "Poem/v1/sample.json").contains("language"))
    #expect(failures.contains { $0.contains("unknown  mood") })
  }

  @Test func `files of shipped versions are never rewritten, regardless of the mode`() throws {
    let desk = Desk().setUp(Shipped.Poem.self)
    try desk.ship(Shipped.Poem.self)
    let before = try desk.contents()

    for mode in RecordingMode.allCases {
      let failures = desk.failures(of: Drifted.Poem.self, mode: mode)
      #expect(!failures.isEmpty)
      #expect(failures.allSatisfy { !$0.hasPrefix("Recorded") })
    }

    #expect(try desk.contents() == before)
  }

  private enum Stubborn {
    /// It rejects all values that can be made up.
    struct Code: Codable {
      var text: String

      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.hasPrefix("code-7-") else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "This is no code."))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    struct Ticket: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var code: Code
      var seat: Int
    }
  }

  @Test func `the lock is completed from a fixture`() throws {
    let desk = Desk()
    let first = desk.failures(of: Stubborn.Ticket.self, named: "Ticket", mode: .missing)
    #expect(first.count == 3, "No sample can be made, and the lock is recorded, with its gaps.")
    #expect(try !desk.text(of: "Ticket/schema.json").contains("seat"))
    try desk.markAsShipped("Ticket")
    try desk.put(#"{"version": 1, "code": "code-7-a", "seat": 3}"#, at: "Ticket/v1/one.json")

    #expect(
      desk.failures(of: Stubborn.Ticket.self, named: "Ticket") == [
        """
        MigrationFixtures/Ticket/schema.json doesn't contain everything about version 1 of Ticket yet:
          more of its shape, which is known from a fixture or the type
          its fixture one.json
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    desk.setUp(Stubborn.Ticket.self, named: "Ticket")
    #expect(desk.failures(of: Stubborn.Ticket.self, named: "Ticket") == [])
    #expect(try desk.text(of: "Ticket/schema.json").contains(#""seat": "Int""#))
    #expect(try desk.text(of: "Ticket/schema.json").contains(#""shipped": true"#))
  }

  // MARK: - Values that differ each time

  private enum Numbered {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct Note: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = NoteV1
      var id = UUID()
      var created = Date()
      var text = ""
    }
  }

  @Test func `any value is accepted for one that differs each time`() throws {
    let desk = Desk()
    try desk.put(#"{"version": 1, "text": "x"}"#, at: "Note/v1/first.json")
    desk.setUp(Numbered.Note.self, named: "Note")

    #expect(
      try desk.text(of: "Note/v1/first.expected.json") == """
        {
          "created" : "<differs each time>",
          "id" : "<differs each time>",
          "text" : "x",
          "version" : 2
        }

        """)
    #expect(desk.failures(of: Numbered.Note.self, named: "Note") == [])
    #expect(desk.failures(of: Numbered.Note.self, named: "Note", mode: .newest) == [])
  }

  private enum Collected {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct Mark: Codable, Hashable {
      var id = UUID()
      var kind = "new"
    }

    struct Note: VersionedCodable {
      static let version = 2
      var marks: Set<Mark>
      var names: [String: Int]
      var list: [Mark]

      init(from old: NoteV1) throws {
        marks = [Mark(), Mark()]
        names = [UUID().uuidString: 1]
        list = [Mark()]
      }
    }
  }

  @Test func `a container is masked if a key or a set element differs each time`() throws {
    let desk = Desk()
    try desk.put(#"{"version": 1, "text": "x"}"#, at: "Note/v1/first.json")
    desk.setUp(Collected.Note.self, named: "Note")

    #expect(
      try desk.text(of: "Note/v1/first.expected.json") == """
        {
          "list" : [
            {
              "id" : "<differs each time>",
              "kind" : "new"
            }
          ],
          "marks" : "<differs each time>",
          "names" : "<differs each time>",
          "version" : 2
        }

        """)
    for _ in 0..<3 { #expect(desk.failures(of: Collected.Note.self, named: "Note") == []) }
  }

  @Test(arguments: [true, false])
  func `a time that the format truncates still differs each time`(_ isJSON: Bool) throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let format: FixtureFormat =
      isJSON ? .json(decoder: decoder, encoder: encoder) : .propertyList
    let desk = Desk().setUp(Numbered.Note.self, named: "Note", formats: [format])

    let name = "Note/v1/sample.expected.\(format.fileExtension)"
    #expect(try desk.text(of: name).components(separatedBy: "differs each time").count == 3)
    #expect(encoder.outputFormatting == [])
  }

  // MARK: - Nested versioned values

  private enum Nested {
    struct Book: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var title: String
      var poems: [Shipped.Poem]
    }
  }

  @Test func `a nested versioned value can be older than its newest type`() throws {
    let desk = Desk()
    try desk.put(
      """
      {"version": 1, "title": "Dew", "poems": [{"version": 1, "author": "Issa", "text": "dew"}]}
      """, at: "Book/v1/old.json")
    desk.setUp(Shipped.Poem.self).setUp(Nested.Book.self, named: "Book")

    #expect(desk.files.contains("Book/v1/old.expected.json"))
    #expect(desk.failures(of: Nested.Book.self, named: "Book") == [])
  }

  // MARK: - External versions

  private enum External {
    struct RowV1: VersionedCodable {
      static let version = 1
      static let versionLocation = VersionLocation.external
      typealias PreviousVersion = NothingOlder
      var name: String
    }

    struct Row: VersionedCodable {
      static let version = 2
      static let versionLocation = VersionLocation.external
      var title: String

      init(from old: RowV1) throws { title = old.name }
    }
  }

  @Test func `the folder determines a version that isn't in the document`() throws {
    let desk = Desk()
    try desk.put(#"{"name": "Frogs"}"#, at: "Row/v1/old.json")
    desk.setUp(External.Row.self, named: "Row")

    #expect(try desk.text(of: "Row/v1/old.expected.json").contains(#""title" : "Frogs""#))
    #expect(desk.failures(of: External.Row.self, named: "Row") == [])
  }

  private struct RowV3: VersionedCodable {
    static let version = 3
    static let versionLocation = VersionLocation.external
    var title: String

    init(from old: External.Row) throws { title = old.title }
  }

  @Test func `an old document has an expectation even if nothing changes`() throws {
    let desk = Desk()
    try desk.put(#"{"title": "Frogs"}"#, at: "Row/v2/same.json")
    desk.setUp(RowV3.self, named: "Row")

    #expect(desk.files.contains("Row/v2/same.expected.json"))
  }

  // MARK: - Sets

  private struct Tagged: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: Set<String>
  }

  @Test func `the order of a set is ignored`() throws {
    let desk = Desk()
    let tags = (0..<20).map { "\"\($0)\"" }.joined(separator: ",")
    try desk.put(#"{"version": 1, "tags": [\#(tags)]}"#, at: "Tagged/v1/many.json")
    desk.setUp(Tagged.self, named: "Tagged")

    #expect(desk.failures(of: Tagged.self, named: "Tagged") == [])
  }

  private enum Kind: String, Codable, CaseIterable { case text, image, sound }

  private struct Counted: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var counts: [Kind: Set<String>]
    var groups: Set<Set<Int>>
  }

  @Test func `the order of sets in sets and dictionaries is ignored`() throws {
    let desk = Desk()
    try desk.put(
      """
      {"version": 1, "counts": ["text", ["a", "b", "c"], "image", ["d", "e"], "sound", []],
       "groups": [[1, 2, 3], [4, 5], [6]]}
      """, at: "Counted/v1/many.json")
    desk.setUp(Counted.self, named: "Counted")

    for _ in 0..<5 { #expect(desk.failures(of: Counted.self, named: "Counted") == []) }
    #expect(
      desk.fixtures(of: Counted.self, named: "Counted").failures(fuzzing: 100, seed: 1)
        .map(\.description) == [])
  }

  private struct Swapping: VersionedCodable {
    static let version = 2
    var counts: [Kind: Int]

    init(from old: SwappingV1) throws { counts = old.counts }
  }

  private struct SwappingV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var counts: [Kind: Int]
  }

  @Test func `values that were swapped between keys are found`() throws {
    let desk = Desk()
    try desk.put(#"{"version": 1, "counts": ["text", 1, "image", 2]}"#, at: "S/v1/two.json")
    desk.setUp(Swapping.self, named: "S")
    try desk.put(
      #"{"version": 2, "counts": ["text", 2, "image", 1]}"#, at: "S/v1/two.expected.json")

    #expect(
      desk.fixtures(of: Swapping.self, named: "S").failuresAfterRecording().map(\.rule) == [
        .fixtureMeetsExpectation
      ])
  }

  /// A set that is encoded as an array, so its shape isn't that of a set.
  private struct Disguised: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: Tags

    struct Tags: Codable {
      var names: Set<String>

      init(from decoder: any Decoder) throws {
        names = Set(try decoder.singleValueContainer().decode([String].self))
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(names))
      }
    }
  }

  @Test func `arrays without order can be listed in the notes`() throws {
    let desk = Desk()
    let tags = (0..<20).map { "\"\($0)\"" }.joined(separator: ",")
    try desk.put(#"{"version": 1, "tags": [\#(tags)]}"#, at: "Tagged/v1/many.json")
    desk.setUp(Disguised.self, named: "Tagged")
    let unexplained = desk.failures(of: Disguised.self, named: "Tagged")
    try desk.put(#"{"unordered": ["tags"]}"#, at: "Tagged/v1/many.notes.json")

    #expect(
      unexplained.first?.hasSuffix(
        """
          order    tags
        If the order doesn't matter, note that beside the file: {"unordered": ["tags"]}. Version 1 \
        is not marked as shipped. If it has shipped, undo the change, and set "shipped" to true in \
        schema.json. If not, and the change is right, record it: MIGRATION_FIXTURES=newest swift test
        """) == true)
    #expect(desk.failures(of: Disguised.self, named: "Tagged") == [])
  }

  @Test(arguments: ["tag", "tags[]", "marks"])
  func `a note about an array that doesn't exist is found`(_ path: String) throws {
    let desk = Desk()
    try desk.put(
      #"{"version": 1, "tags": ["a", "b"], "marks": ["only"]}"#, at: "Tagged/v1/many.json")
    try desk.put(#"{"unordered": ["tags", "\#(path)"]}"#, at: "Tagged/v1/many.notes.json")
    desk.setUp(TwiceTagged.self, named: "Tagged")

    #expect(
      desk.failures(of: TwiceTagged.self, named: "Tagged") == [
        """
        MigrationFixtures/Tagged/v1/many.notes.json contains notes that don't apply:
          unordered \(path)
        Remove them, so that they can't hide a real failure.
        """
      ])
  }

  private struct TwiceTagged: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: [String]
    var marks: [String]
  }
}
