import Foundation
import Lineage
import Testing

/// What a report says of fields that a downgrade doesn't carry over.
struct DowngradeDropsTests {
  struct PartV1: Codable { var title: String }
  struct Part: Codable { var title: String, rating: Int }

  struct NoteV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = ""
    var part = PartV1(title: "")
    var unknownFields = UnknownFields()
  }

  struct NoteV2: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text = ""
    var part = Part(title: "", rating: 0)
    var color = "red"
    var isDraft = false

    init() {}
    init(from old: NoteV1) throws {
      try self.init(carryingOver: old) {
        try $0.set(Part(title: old.part.title, rating: 0), for: "part")
      }
    }

    func downgraded() throws -> NoteV1 {
      try NoteV1(carryingOver: self) {
        $0.drop("isDraft")
        try $0.set(PartV1(carryingOver: part, at: "part"), for: "part")
      }
    }
  }

  struct Note: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 3
    typealias PreviousVersion = NoteV2
    var text = ""
    var part = Part(title: "", rating: 0)
    var color = "red"
    var tags = ["a"]

    init() {}
    init(from old: NoteV2) throws { try self.init(carryingOver: old) }

    func downgraded() throws -> NoteV2 { try NoteV2(carryingOver: self) }
  }

  struct FolderV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [Note]
  }

  struct Folder: VersionedCodable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [NoteV2.self]
    typealias PreviousVersion = FolderV1
    var name: String
    var notes: [Note]

    init(notes: [Note]) { (name, self.notes) = ("", notes) }
    init(from old: FolderV1) throws { self.init(notes: old.notes) }
    func downgraded() throws -> FolderV1 { try FolderV1(carryingOver: self) }
  }

  @Test func `fields that a downgrade doesn't carry over are reported`() throws {
    var report = MigrationReport()

    _ = try JSONEncoder().encode(versioned: Note(), as: NoteV1.self, report: &report)

    #expect(report.carryOverDropped == ["tags", "part.rating", "color"])
    #expect(report.lostFields == [])
    #expect(report.filled.isEmpty)
  }

  @Test func `fields of nested values that a downgrade doesn't carry over are reported`() throws {
    var report = MigrationReport()

    _ = try JSONEncoder()
      .encode(versioned: Folder(notes: [Note(), Note()]), as: FolderV1.self, report: &report)

    #expect(
      report.carryOverDropped == [
        "name", "notes[0].tags", "notes[1].tags",
      ])
  }

  @Test func `an unknown field that a downgrade loses is reported once`() throws {
    let document = Data(#"{"text":"a","x":1,"version":2}"#.utf8)
    var report = MigrationReport()

    _ = try JSONEncoder().encode(
      versioned: JSONDecoder().decode(versioned: Open.self, from: document), as: OpenV1.self,
      report: &report)

    #expect(report.carryOverDropped == [])
    #expect(report.lostFields == ["x"])
  }

  struct OpenV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Open: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = OpenV1
    var text: String
    var unknownFields = UnknownFields()
    init(from old: OpenV1) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> OpenV1 { try OpenV1(carryingOver: self) }
  }

  @Test(arguments: [1, 2])
  func `a downgrade that fails says nothing about fields`(attempt: Int) throws {
    struct Refusal: Error {}
    struct Picky: VersionedCodable, Downgradable {
      static let version = 2
      typealias PreviousVersion = NoteV1
      var text = "", color = "", failsLate = false
      init(failsLate: Bool) { self.failsLate = failsLate }
      init(from old: NoteV1) throws { text = old.text }
      func downgraded() throws -> NoteV1 {
        if failsLate { _ = try NoteV1(carryingOver: self) { $0.drop("failsLate") } }
        throw Refusal()
      }
    }
    var report = MigrationReport()

    #expect(throws: MigrationError.self) {
      try JSONEncoder()
        .encode(versioned: Picky(failsLate: attempt == 2), as: NoteV1.self, report: &report)
    }

    #expect(report.carryOverDropped == [])
  }

  // MARK: - Mistakes

  struct BadgeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int
  }

  /// What a downgrade does with the fields of a value.
  enum Mistake: CaseIterable, Sendable {
    case missing, misnamed, misdropped, retyped

    func edit(_ fields: inout CarriedFields) throws {
      switch self {
      case .missing: break
      case .misnamed: fields.rename("amount", to: "sum")
      case .misdropped: fields.drop("sum")
      case .retyped: try fields.set("many", for: "count")
      }
    }

    var text: String {
      switch self {
      case .missing:
        """
        Badge.downgraded() gives no value to a field that BadgeV1 requires. At count: The field is missing, and it \
        has no default. Set the field, or give its old name with fields.rename(…, to: …), or make BadgeV1 \
        DefaultFillable. In Badge.downgraded(), call try BadgeV1(carryingOver: self) { fields in try fields.set(…, \
        for: …) }. Known versions: '1' (BadgeV1).
        """
      case .misnamed:
        """
        Badge.downgraded() sets 'sum', or renames a field to it, but BadgeV1 has no such field. This is a mistake in \
        the program: use a name that BadgeV1 decodes. Known versions: '1' (BadgeV1).
        """
      case .misdropped:
        """
        Badge.downgraded() renames or drops 'sum', but Badge has no such field. This is a mistake in the \
        program: use a name that Badge encodes. If only some documents have the field, check fields.contains(_:) \
        first. Known versions: '1' (BadgeV1).
        """
      case .retyped:
        """
        Badge.downgraded() sets a field of BadgeV1 to a value that it can't be decoded from. At count: Expected a \
        number, found a string. In Badge.downgraded(), set the field to a value of its type, or of one that is \
        encoded in the same way. Known versions: '1' (BadgeV1).
        """
      }
    }
  }

  struct Badge: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = BadgeV1
    var amount = 1
    var mistake: Int

    init(_ mistake: Mistake) { self.mistake = Mistake.allCases.firstIndex(of: mistake) ?? 0 }
    init(from old: BadgeV1) throws { self.init(.missing) }

    func downgraded() throws -> BadgeV1 {
      try BadgeV1(carryingOver: self) { try Mistake.allCases[mistake].edit(&$0) }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `an error of a downgrade names the function that has to change`(_ mistake: Mistake) throws {
    let error = try #require(throws: MigrationError.self) {
      try JSONEncoder().encode(versioned: Badge(mistake), as: BadgeV1.self)
    }

    let cause = try #require(error.underlyingError as? MigrationError)
    #expect(cause.description == mistake.text)
  }
}
