import Foundation
import Lineage
import Testing

/// Documents of newer versions.
struct NewerVersionTests {
  struct Refusing: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Reading: VersionedCodable, Hashable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var name: String
    var note: String?
    var unknownFields = UnknownFields()
  }

  struct Asking: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Promising: VersionedCodable {
    static let version = 5
    static let readableSince: Int? = 2
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `a newer document is rejected by default`(format: FutureFormat) {
    let error = #expect(throws: MigrationError.self) {
      try format.read(Refusing.self, ["version": 3, "name": "Ada"])
    }

    #expect(error?.reason == .newerVersion(found: 3, newest: 2))
  }

  @Test func `the error has the version found and the known ones`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.read(Refusing.self, #"{"version":3,"name":"Ada"}"#)
    }

    let expected = """
      The document (Refusing) has version '3', but the newest known version is '2'. It was written \
      by a newer program: open it there, or update this one. Nothing was changed. Known versions: \
      '2' (Refusing).
      """
    #expect(error?.description == expected)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a decoded newer document keeps its version`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 7, "readableSince": 6, "name": "Ada", "new": ["a": [1.5]],
    ]

    #expect(try format.saved(document, by: Reading.self) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `the report lists a newer version that was decoded`(format: FutureFormat) throws {
    var report = MigrationReport()

    _ = try format.read(Reading.self, ["version": 7, "name": "Ada", "x": 1], report: &report)

    #expect(report.versionFound == 7)
    #expect(report.newerValuesRead == [.init(path: FieldPath(), version: 7)])
    #expect(report.isOfNewerDocument)
    #expect(report.typesWalked == ["Reading"])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped == [])
    #expect(!report.needsRewrite)
  }

  @Test(arguments: ["null", "{}", "[]", "1.5"])
  func `everything beside a newer version is written back`(value: String) throws {
    let json = #"{"name":"Ada","readableSince":\#(value),"version":7}"#

    #expect(try Future.saved(json, by: Reading.self) == json)
  }

  @Test func `a newer document that doesn't decode is an error`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.read(Reading.self, #"{"version":7,"name":["Ada"]}"#)
    }

    #expect(error?.reason == .newerVersion(found: 7, newest: 2))
    #expect(error?.path == "name")
  }

  @Test(arguments: [1, 2])
  func `a newer document is decoded if it declares itself readable`(readableSince: Int) throws {
    let json = #"{"name":"Ada","readableSince":\#(readableSince),"version":5,"x":1}"#

    #expect(try Future.saved(json, by: Asking.self) == json)
  }

  @Test(arguments: [
    #"{"version":5,"name":"Ada"}"#, #"{"version":5,"readableSince":3,"name":"Ada"}"#,
    #"{"version":5,"readableSince":"2","name":"Ada"}"#,
    #"{"version":5,"readableSince":null,"name":"Ada"}"#,
  ])
  func `a newer document that doesn't declare itself readable is rejected`(json: String) {
    let error = #expect(throws: MigrationError.self) { try Future.read(Asking.self, json) }

    #expect(error?.reason == .newerVersion(found: 5, newest: 2))
  }

  struct PromisingMuch: VersionedCodable {
    static let version = 5
    static let readableSince: Int? = 2
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  @Test(arguments: FutureFormat.allCases)
  func `readableSince is not reported as a lost field`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()
    let document: DocumentValue = ["version": 5, "readableSince": 2, "name": "Ada"]
    _ = try format.read(PromisingMuch.self, document, report: &report)

    #expect(report.unknownFieldsDropped == [])
  }

  struct AskingNext: VersionedCodable, DefaultFillable {
    static let version = 3
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = Asking
    var name = ""
    var unknownFields = UnknownFields()
  }

  struct SparseAsking: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var name = "Ada"
    var unknownFields = UnknownFields()
  }

  struct AskingShelf: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = AskingShelfV1
    var all: [Asking] = []
  }

  struct AskingShelfV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Asking]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a current document keeps its readableSince`(format: FutureFormat) throws {
    let document: DocumentValue = ["name": "Ada", "readableSince": 1, "version": 2]
    let dated: DocumentValue = [
      "name": "Ada", "meta": ["schema": "2025-06", "readableSince": "2025-01"],
    ]
    var report = MigrationReport()

    #expect(try format.saved(document, by: Refusing.self) == document)
    #expect(try format.saved(document, by: Reading.self) == document)
    #expect(try format.saved(dated, by: Dated.self) == dated)
    #expect(try format.write(format.read(Asking.self, document, report: &report)) == document)
    #expect(report.unknownFieldsDropped == [])
    #expect(report.newerValuesRead == [])
    #expect(
      try format.saved(document, by: SparseAsking.self) == ["readableSince": 1, "version": 2])
    #expect(
      try format.saved(["all": [document], "version": 1], by: AskingShelf.self)
        == ["all": [document], "version": 2])
  }

  @Test func `a type's readableSince overrides that of a current document`() throws {
    let saved = try Future.saved(
      #"{"name":"Ada","readableSince":4,"version":5}"#, by: Promising.self)

    #expect(saved == #"{"name":"Ada","readableSince":2,"version":5}"#)
  }

  @Test func `readableSince of an older version is dropped and reported`() throws {
    let json = #"{"name":"Ada","readableSince":1,"version":2}"#

    let saved = try Future.saved(json, by: AskingNext.self)
    let report = try Future.report(reading: AskingNext.self, json)

    #expect(saved == #"{"name":"Ada","version":3}"#)
    #expect(report.unknownFieldsDropped == ["readableSince"])
  }

  struct BareAsking: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  @Test(arguments: FutureFormat.allCases)
  func `a type without unknown fields drops readableSince`(format: FutureFormat) throws {
    var report = MigrationReport()

    _ = try format.read(
      BareAsking.self, ["name": "Ada", "readableSince": 1, "version": 2], report: &report)

    #expect(report.unknownFieldsDropped == ["readableSince"])
  }

  @Test(arguments: FutureFormat.allCases, [1.5, ["x": 1], [], true] as [DocumentValue])
  func `a readableSince of a newer document that is no version is reported as dropped`(
    format: FutureFormat, readableSince: DocumentValue
  ) throws {
    var report = MigrationReport()

    let read = try format.read(
      BareReading.self, ["name": "Ada", "readableSince": readableSince, "version": 7],
      report: &report)

    #expect(read.name == "Ada")
    #expect(report.newerValuesRead.map(\.version) == [7])
    #expect(report.unknownFieldsDropped == ["readableSince"])
  }

  struct BareReading: VersionedCodable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  struct Promises: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var one: Promising
    var list: [Promising]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a document needs rewriting if readableSince is missing`(format: FutureFormat) throws {
    func needsRewrite(_ readableSince: DocumentValue?, list: Bool = false) throws -> Bool {
      var promise: DocumentValue = ["name": "Ada", "version": 5]
      promise["readableSince"] = readableSince
      let complete: DocumentValue = ["name": "Ada", "readableSince": 2, "version": 5]
      var report = MigrationReport()
      _ = try format.read(Promising.self, promise, report: &report)
      let itself = report.needsRewrite
      for (one, list) in [(promise, [complete]), (complete, [complete, promise])] {
        let document: DocumentValue = ["one": one, "list": .array(list), "version": 1]
        report = MigrationReport()
        let read = try format.read(Promises.self, document, report: &report)
        #expect(report.needsRewrite == itself)
        #expect(report.filled == [])
        report = MigrationReport()
        _ = try format.read(Promises.self, format.write(read), report: &report)
        #expect(!report.needsRewrite)
      }
      return itself
    }

    #expect(try needsRewrite(nil))
    #expect(try !needsRewrite(2))
  }

  @Test func `a type writes readableSince`() throws {
    let saved = try Future.saved(#"{"name":"Ada","version":5}"#, by: Promising.self)

    #expect(saved == #"{"name":"Ada","readableSince":2,"version":5}"#)
    #expect(try Future.read(Asking.self, saved).name == "Ada")
    #expect(try Future.read(Promising.self, saved).unknownFields.isEmpty)
  }

  @Test func `a new value has this program's version`() throws {
    var newer = try Future.read(Reading.self, #"{"version":7,"name":"Ada"}"#)
    newer.unknownFields = UnknownFields()

    #expect(try Future.write(newer) == #"{"name":"Ada","version":2}"#)
  }

  @Test func `values that differ in their version are not equal`() throws {
    let newer = try Future.read(Reading.self, #"{"version":7,"name":"Ada"}"#)
    let current = try Future.read(Reading.self, #"{"version":2,"name":"Ada"}"#)

    #expect(newer != current)
  }

  struct Dated: VersionedCodable {
    static let version = "2025-06"
    static let newerVersions = NewerVersionPolicy.readAsNewest
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var name: String
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `a newer version can be a string at another location`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "name": "Ada", "meta": ["schema": "2026-01", "readableSince": "2025-12", "by": "x"],
    ]

    #expect(try format.saved(document, by: Dated.self) == document)
  }

  // MARK: - Nested

  struct Shelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var best: Reading?
    var all: [Reading] = []
  }

  struct NewShelf: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Shelf
    var best: Reading?
    var all: [Reading] = []
  }

  struct StrictShelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Refusing]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a nested value can be newer than its parent`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "best": ["version": 3, "name": "A", "x": 1],
      "all": [["version": 2, "name": "B"], ["version": 9, "name": "C", "y": [2]]],
    ]
    var report = MigrationReport()

    let shelf = try format.read(Shelf.self, document, report: &report)

    #expect(report.versionFound == 1)
    #expect(Set(report.newerValuesRead.map(\.path)) == ["best", "all[1]"])
    #expect(try format.write(shelf) == document)
  }

  @Test func `a newer nested value is rejected with its path`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.read(StrictShelf.self, #"{"all":[{"version":3,"name":"A"}],"version":1}"#)
    }

    #expect(error?.reason == .newerVersion(found: 3, newest: 2))
    #expect(error?.path == "all[0]")
    #expect(error?.description.contains(" at all[0] (") == true)
  }

  @Test func `a newer nested value is carried over, and reported once`() throws {
    let json = #"{"all":[{"name":"A","version":7,"x":1.10}],"version":1}"#

    let saved = try Future.saved(json, by: NewShelf.self)
    let report = try Future.report(reading: NewShelf.self, json)

    #expect(saved == #"{"all":[{"name":"A","version":7,"x":1.10}],"version":2}"#)
    #expect(report.newerValuesRead == [.init(path: "all[0]", version: 7)])
    #expect(!report.isOfNewerDocument)
  }

  struct RenamedShelf: VersionedCodable {
    static let version = 2
    var books: [Reading]

    init(from old: Shelf) throws {
      try self.init(carryingOver: old) {
        $0.rename("all", to: "books")
        $0.drop("best")
      }
    }
  }

  struct RetypedShelf: VersionedCodable {
    static let version = 2
    var books: [Reading?]

    init(from old: Shelf) throws {
      try self.init(carryingOver: old) {
        $0.rename("all", to: "books")
        $0.drop("best")
      }
    }
  }

  struct LaterShelf: VersionedCodable {
    static let version = 3
    var books: [Reading?]

    init(from old: RenamedShelf) throws { try self.init(carryingOver: old) }
  }

  struct LatestShelf: VersionedCodable {
    static let version = 4
    var all: [[Reading]]

    init(from old: LaterShelf) throws {
      try self.init(carryingOver: old) {
        $0.drop("books")
        try $0.set(old.books, for: "all")
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      all = [try container.decode([Reading].self, forKey: .all)]
    }
  }

  /// It swaps the names of two fields.
  struct SwappedShelf: VersionedCodable {
    static let version = 2
    var all: Reading?
    var best: [Reading?]

    init(from old: Shelf) throws {
      try self.init(carryingOver: old) {
        $0.rename("all", to: "best")
        $0.rename("best", to: "all")
      }
    }
  }

  static let shelves: [any VersionedCodable.Type] = [
    Shelf.self, NewShelf.self, RenamedShelf.self, RetypedShelf.self, LaterShelf.self,
    LatestShelf.self, SwappedShelf.self,
  ]

  @Test(arguments: shelves.indices)
  func `a newer nested value is reported once if steps rename its field or change its type`(
    index: Int
  ) throws {
    let report = try Future.report(
      reading: Self.shelves[index],
      #"{"all":[{"name":"A","version":7},{"name":"B","version":2}],"version":1}"#)

    #expect(report.newerValuesRead == [.init(path: "all[0]", version: 7)])
  }

  struct UntypedShelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: DocumentValue
  }

  struct TypedShelf: VersionedCodable {
    static let version = 2
    var books: [Reading]

    init(from old: UntypedShelf) throws {
      try self.init(carryingOver: old) { $0.rename("all", to: "books") }
    }
  }

  struct RetitledShelf: VersionedCodable {
    static let version = 3
    var titles: [Reading?]

    init(from old: TypedShelf) throws {
      try self.init(carryingOver: old) { $0.rename("books", to: "titles") }
    }
  }

  @Test func `a newer value that only a step decodes is reported once`() throws {
    let report = try Future.report(
      reading: RetitledShelf.self, #"{"all":[{"name":"A","version":7}],"version":1}"#)

    #expect(report.newerValuesRead == [.init(path: "books[0]", version: 7)])
  }

  struct Draft: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var draft: Reading
  }

  struct Body: VersionedCodable {
    static let version = 2
    var body: Reading

    init(from old: Draft) throws {
      try self.init(carryingOver: old) { $0.rename("draft", to: "body") }
    }
  }

  /// Its step sets a field whose name another one had before.
  struct Text: VersionedCodable {
    static let version = 3
    var text: Reading
    var body: Reading

    init(from old: Body) throws {
      try self.init(carryingOver: old) {
        $0.rename("body", to: "text")
        try $0.set(["name": "B", "version": 8] as DocumentValue, for: "body")
      }
    }
  }

  @Test func `a newer value that a step adds under a name that it has freed is reported`() throws {
    let report = try Future.report(
      reading: Text.self, #"{"draft":{"name":"A","version":7},"version":1}"#)

    #expect(
      report.newerValuesRead == [
        .init(path: "draft", version: 7), .init(path: "body", version: 8),
      ])
  }

  /// It tries one step, and then another one.
  struct TryingShelf: VersionedCodable {
    static let version = 2
    var all: [Reading]
    var books: [Reading]

    init(from old: Shelf) throws {
      #expect(throws: MigrationError.self) {
        try BrokenShelf(carryingOver: old) { $0.rename("all", to: "books") }
      }
      try self.init(carryingOver: old) {
        $0.drop("best")
        try $0.set([["name": "B", "version": 7]] as DocumentValue, for: "books")
      }
    }
  }

  @Test func `what a step has renamed whose error another one caught doesn't hide a newer value`()
    throws
  {
    let report = try Future.report(
      reading: TryingShelf.self, #"{"all":[{"name":"A","version":7}],"version":1}"#)

    #expect(report.newerValuesRead.map(\.path) == ["all[0]", "books[0]"])
  }

  /// A value whose step fails after it has renamed a field.
  struct BrokenShelf: VersionedCodable {
    static let version = 2
    var books: [Reading?]
    var size: Int

    init(from old: Shelf) throws {
      try self.init(carryingOver: old) { $0.rename("all", to: "books") }
    }
  }

  struct Shelves: Decodable {
    var all: [Reading]
    var books: [Reading]

    private enum CodingKeys: CodingKey { case all, books }

    init(from decoder: any Decoder) throws {
      #expect(throws: MigrationError.self) {
        try decoder.singleValueContainer().decode(BrokenShelf.self)
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      all = try container.decode([Reading].self, forKey: .all)
      books = try container.decode([Reading].self, forKey: .books)
    }
  }

  @Test func `what a failed step has renamed doesn't hide a newer value`() throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      unversioned: Shelves.self,
      from: Data(
        #"""
        {"all":[{"name":"A","version":7}],"books":[{"name":"B","version":7}],"version":1}
        """#.utf8), report: &report)

    #expect(report.newerValuesRead.map(\.path) == ["all[0]", "books[0]"])
  }

  // MARK: - Defaults of another version

  struct Sparse: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var tabSize = 4
    var unknownFields = UnknownFields()
  }

  struct NewSparse: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    typealias PreviousVersion = Sparse
    var tabSize = 8
    var wrap = true
    var unknownFields = UnknownFields()
  }

  @Test func `the newer build decodes what an older one sets`() throws {
    let saved = try Future.saved(#"{"tabSize":2,"version":2,"wrap":false}"#, by: Sparse.self) {
      $0.tabSize = 4
    }

    #expect(try Future.read(NewSparse.self, saved).tabSize == 4)
  }

  @Test func `a field that a newer document left out keeps the newer default`() throws {
    let saved = try Future.saved(#"{"version":2,"wrap":false}"#, by: Sparse.self)

    #expect(try Future.read(NewSparse.self, saved).tabSize == 8)
  }

  struct Full: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var tabSize = 4
    var unknownFields = UnknownFields()
  }

  struct Nesting: DefaultFillable, Codable, Equatable {
    var inner = Inner()

    struct Inner: VersionedCodable, DefaultFillable, Equatable {
      static let version = 2
      static let newerVersions = NewerVersionPolicy.readAsNewest
      typealias PreviousVersion = NothingOlder
      var size = 1
      var unknownFields = UnknownFields()
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a nested value that is filled equals its default`(format: StoredFormat) throws {
    let filled = try format.decode(unversioned: Nesting.self, from: format.document("{}"))
    let again = try format.decode(
      unversioned: Nesting.self, from: format.encode(unversioned: filled))

    #expect(filled == Nesting())
    #expect(again == Nesting())
  }

  @Test func `a field that a newer document left out is not filled in on writing`() throws {
    let saved = try Future.saved(#"{"version":2,"wrap":false}"#, by: Full.self)

    #expect(try Future.read(NewSparse.self, saved).tabSize == 8)
  }
}
