import Foundation
import Lineage
import LineageStore
import Testing

/// Documents without a place, for storage that the library doesn't know.
struct OpenedDocumentTests {
  @Test func `a document is opened, changed and ready to be stored`() throws {
    let opened = try OpenedDocument<Note>(oldNote)
    #expect(opened.value == .sample)
    #expect(opened.version == 1)
    #expect(opened.report.typesWalked == ["NoteV1", "Note"])
    #expect(opened.data == oldNote)
    var note = opened.value
    note.title = "Toads"
    let pending = try opened.saving(note)
    #expect(pending.changesVersion)
    #expect(pending.documentToBackUp == oldNote)
    #expect(pending.value == note)
    #expect(try OpenedDocument<Note>(pending.data).value == note)

    let again = try pending.saved.saving(.sample)
    #expect(!again.changesVersion)
    #expect(again.documentToBackUp == nil)
  }

  @Test func `the first document has nothing to keep`() throws {
    let pending = try PendingDocument(first: Note.sample)
    #expect(!pending.changesVersion)
    #expect(pending.documentToBackUp == nil)
    #expect(pending.saved.version == 2)
  }

  @Test func `a document that loses fields is kept`() throws {
    let data = Data(#"{"version":2,"title":"Frogs","lines":[],"mood":"calm"}"#.utf8)
    let pending = try OpenedDocument<Note>(data).saving(.sample)
    #expect(!pending.changesVersion)
    #expect(pending.documentToBackUp == data)
  }

  @Test func `fields that a value writes again aren't lost, although no type reads them`() throws {
    func check<Value: Codable>(
      _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let first = try PendingDocument(first: Holding(value: value))
      let opened = try OpenedDocument<Holding<Value>>(first.data)
      #expect(!opened.report.unknownFieldsDropped.isEmpty, sourceLocation: sourceLocation)
      let pending = try opened.saving(opened.value)
      #expect(pending.documentToBackUp == nil, sourceLocation: sourceLocation)
    }
    try check(Person(first: "Ada", last: "Lovelace"))
    try check([Person(first: "Ada", last: "Lovelace"), Person(first: "Max", last: "Born")])
    try check(["x": Person(first: "Ada", last: "Lovelace")])
    try check(TimeZone.autoupdatingCurrent)
    try check(Calendar.autoupdatingCurrent)
    try check(Locale.autoupdatingCurrent)
    try check(Date.FormatStyle())
    try check(ByteCountFormatStyle())
    try check(Date.RelativeFormatStyle())
  }

  @Test func `a field that follows from others isn't lost when they change`() throws {
    let people = [Person(first: "Ada", last: "Lovelace"), Person(first: "Max", last: "Born")]
    let first = try PendingDocument(first: Holding(value: people))
    for changed in [[], [people[1]], people.map { Person(first: $0.first, last: "Byron") }] {
      #expect(try first.saved.saving(Holding(value: changed)).documentToBackUp == nil)
    }
  }

  @Test func `a field that follows from others isn't lost in an object that was changed`() throws {
    let data = Data(#"{"version":1,"first":"Ada","fullName":"Ada"}"#.utf8)
    let opened = try OpenedDocument<PersonObject>(data)
    opened.value.first = "Max"
    let pending = try opened.saving(opened.value)
    #expect(pending.documentToBackUp == nil)
    #expect(pending.value.first == "Max")
  }

  @Test(arguments: [
    #"{"first":"Ada","last":"Lovelace","fullName":"Lady Lovelace"}"#,
    #"{"first":"Ada","last":"Lovelace","fullName":null}"#,
    #"{"first":"Ada","last":"Lovelace","fullName":["Ada Lovelace"]}"#,
    #"{"first":"Ada","last":"Lovelace","fullName":"Ada Lovelace","mood":"calm"}"#,
  ])
  func `a document is kept if a field isn't written again as it was`(_ text: String) throws {
    let data = Data(#"{"version":1,"value":\#(text)}"#.utf8)
    let opened = try OpenedDocument<Holding<Person>>(data)
    #expect(try opened.saving(opened.value).documentToBackUp == data)
  }

  /// A type that keeps what it doesn't know, and reads newer documents.
  struct Counts: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var count = 0
    var list: [Int] = []
    var byName: [String: Int] = [:]
    fileprivate var person: Person?
    var unknownFields = UnknownFields()
  }

  @Test(arguments: [
    #""count":1,"count":[9]"#, #""list":[1],"list":[1,2,3]"#, #""byName":{"a":1,"a":2}"#,
    #""person":{"first":"A","last":"B"},"person":{"first":"C","last":"D","born":1815}"#,
    #""unknown":1,"unknown":{"more":2}"#,
  ])
  func `a document is kept if a key occurs twice, and a newer one isn't saved`(
    _ members: String
  ) throws {
    let data = Data(#"{"version":1,\#(members)}"#.utf8)
    let opened = try OpenedDocument<Counts>(data)
    #expect(!opened.report.lostFields.isEmpty)
    #expect(try opened.saving(opened.value).documentToBackUp == data)

    let newer = try OpenedDocument<Counts>(Data(#"{"version":2,\#(members)}"#.utf8))
    let error = #expect(throws: StoreError.self) { try newer.saving(newer.value) }
    guard case .newer? = error else {
      Issue.record("The error is another one.")
      return
    }
    let text = "\(error.map { "\($0)" } ?? "")"
    #expect(
      text.contains(
        " occurs more than once, and Counts can preserve only one of the values, so it isn't written."
      )
        && text.hasSuffix("Nothing was changed. Remove all but one of them from the document."),
      "\(text)")
  }

  @Test(arguments: [
    """
    <dict><key>version</key><integer>VERSION</integer><key>count</key><integer>1</integer>
    <key>count</key><integer>2</integer></dict>
    """,
    """
    <dict><key>version</key><integer>VERSION</integer><key>unknown</key>
    <dict><key>x</key><integer>1</integer><key>x</key><integer>2</integer></dict></dict>
    """,
  ])
  func `a property list is kept if a key occurs twice, and a newer one isn't saved`(
    _ text: String
  ) throws {
    func opened(_ version: Int) throws -> OpenedDocument<Counts> {
      let content = text.replacing("VERSION", with: "\(version)")
      return try OpenedDocument(
        Data(#"<plist version="1.0">\#(content)</plist>"#.utf8), format: .propertyList)
    }
    let current = try opened(1)
    #expect(!current.report.lostFields.isEmpty)
    #expect(try current.saving(current.value).documentToBackUp == current.data)
    #expect(throws: StoreError.self) {
      let newer = try opened(2)
      _ = try newer.saving(newer.value)
    }
  }

  struct Books: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [String: Counts]
    var title: String?
  }

  struct RenamedBooks: VersionedCodable {
    static let version = 2
    var books: [String: Counts]
    var title: String?

    init(from old: Books) throws {
      try self.init(carryingOver: old) { $0.rename("all", to: "books") }
    }
  }

  @Test func `a document with newer values is saved, in whatever order and place they are`() throws
  {
    func check<Value: VersionedCodable>(_ type: Value.Type) throws {
      let values = (0..<20).map { #""\#($0)":{"count":\#($0),"version":\#($0 % 4 + 2),"x":1}"# }
      let data = Data(#"{"all":{\#(values.joined(separator: ","))},"version":1}"#.utf8)
      let opened = try OpenedDocument<Value>(data)
      let saved = try opened.saving(opened.value).saved
      #expect(saved.report.newerValuesRead.count == 20)
    }

    try check(Books.self)
    try check(RenamedBooks.self)
  }

  struct Dropping: VersionedCodable {
    static let version = 2
    var title: String?

    init(from old: Books) throws {
      try self.init(carryingOver: old) { $0.drop("all") }
    }
  }

  @Test func `a document is kept if a newer value in it is replaced or removed`() throws {
    struct Item: VersionedCodable {
      static let version = 1
      static let newerVersions = NewerVersionPolicy.readAsNewest
      typealias PreviousVersion = NothingOlder
      var id: Int
      var count: Int
      var unknownFields = UnknownFields()
    }
    struct Order: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var items: [Item]
    }
    let data = Data(
      #"{"items":[{"id":1,"count":2,"price":9,"version":2},{"id":2,"count":2,"version":1}],"version":1}"#
        .utf8)
    let opened = try OpenedDocument<Order>(data)

    var order = opened.value
    order.items[0].count = 5
    order.items.reverse()
    #expect(try opened.saving(order).documentToBackUp == nil)

    order.items = order.items.map { Item(id: $0.id, count: $0.count) }
    #expect(try opened.saving(order).documentToBackUp == data)
    #expect(try opened.saving(Order(items: [])).documentToBackUp == data)
  }

  @Test func `a document whose newer values a step drops isn't saved`() throws {
    let data = Data(#"{"all":{"a":{"count":1,"version":2}},"version":1}"#.utf8)
    let opened = try OpenedDocument<Dropping>(data)
    let newer = try expectNewer { try opened.saving(opened.value) }
    #expect(
      "\(StoreError.newer(newer))".hasPrefix(
        """
        The document (Dropping) has values of newer versions and was written by a newer program; \
        Dropping can't preserve the newer fields, so it isn't written.
        """))
  }

  /// A type that always writes the same list, and doesn't read it.
  struct Ranked: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int

    enum CodingKeys: CodingKey { case count, ranking }

    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(count, forKey: .count)
      try container.encode(["a", "b"], forKey: .ranking)
    }
  }

  @Test(arguments: [(#"["a","b"]"#, false), (#"["b","a"]"#, true), (#"["a"]"#, true)])
  func `a document is kept if an array is written in another order`(list: String, isKept: Bool)
    throws
  {
    let data = Data(#"{"version":1,"count":1,"ranking":\#(list)}"#.utf8)
    let opened = try OpenedDocument<Ranked>(data)
    #expect(try opened.saving(opened.value).documentToBackUp == (isKept ? data : nil))
  }

  @Test func `fields that are written again cost no backup from before a migration`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Data(#"{"version":1,"first":"Ada","last":"Lovelace"}"#.utf8), to: "person.json")
    let file = DocumentFile<NewPerson>(folder.file("person.json"))
    for number in 0..<5 { try file.update { $0.person.first = "Ada \(number)" } }
    #expect(try file.backups().map(\.version) == [1])
  }

  @Test(arguments: ["", "{", "null", "[]", #"{"version":2}"#, #"{"version":1,"title":3}"#, "\u{0}"])
  func `what can't be read is damaged`(_ text: String) throws {
    let document = try expectDamaged { try OpenedDocument<Note>(Data(text.utf8)) }
    #expect(document.data == Data(text.utf8))
    #expect(document.documentType == "Note")
    #expect(document.location == nil)
  }

  @Test(
    arguments: [
      (#"{"version":7}"#, .newerVersion(found: 7, newest: 2)),
      (#"{"version":"2031-01"}"#, .malformedVersion(found: "a string")),
    ] as [(String, MigrationError.Reason)])
  func `what a newer program wrote is newer, not damaged`(
    _ text: String, _ reason: MigrationError.Reason
  ) throws {
    let document = try expectNewer { try OpenedDocument<Note>(Data(text.utf8)) }
    #expect((document.underlyingError as? MigrationError)?.reason == reason)
  }

  @Test func `a mistake of the program is not blamed on the document`() throws {
    struct Broken: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = AlsoOne
      init(from old: AlsoOne) throws {}
    }
    struct AlsoOne: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
    }
    #expect {
      try OpenedDocument<Broken>(Data(#"{"version":1}"#.utf8))
    } throws: { error in
      guard case StoreError.unavailable = error else { return false }
      return true
    }
  }

  // MARK: - Newer documents that can be read

  struct Reading: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title = ""
  }

  struct Keeping: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title = ""
    var unknownFields = UnknownFields()
  }

  struct Refusing: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
  }

  struct Shelf<Element: VersionedCodable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var elements: [Element]
  }

  @Test(arguments: [
    #"{"version":3,"title":"Frogs","mood":"calm"}"#, #"{"version":3,"title":"Frogs"}"#,
  ])
  func `a newer document is not saved by a type that can't keep it`(_ text: String) throws {
    let opened = try OpenedDocument<Reading>(Data(text.utf8))
    #expect(opened.value.title == "Frogs")
    let document = try expectNewer { try opened.saving(opened.value) }
    #expect(document.version == 3)
    #expect(document.underlyingError == nil)
  }

  @Test(arguments: [("Ada Lovelace", true), ("Lady Lovelace", false)])
  func `a newer document is saved if fields that no type reads are written again`(
    _ name: String, _ isSaved: Bool
  ) throws {
    let text = #"{"first":"Ada","last":"Lovelace","fullName":"\#(name)"}"#
    let opened = try OpenedDocument<KeepingPerson>(
      Data(#"{"version":3,"person":\#(text),"mood":"calm"}"#.utf8))
    do {
      let pending = try opened.saving(opened.value)
      #expect(isSaved)
      #expect(pending.saved.version == 3)
    } catch .newer {
      #expect(!isSaved)
    }
  }

  @Test func `a newer document is saved by a type that keeps it`() throws {
    let data = Data(#"{"version":3,"title":"Frogs","mood":"calm"}"#.utf8)
    let opened = try OpenedDocument<Keeping>(data)
    let pending = try opened.saving(
      Keeping(title: "Toads", unknownFields: opened.value.unknownFields))
    #expect(pending.saved.version == 3)
    #expect(
      try JSONDecoder().decode(unversioned: DocumentValue.self, from: pending.data)["mood"]
        == "calm")
    #expect(!pending.changesVersion)
  }

  @Test(arguments: [BackupPolicy.beforeMigration(keep: 3), .none])
  func `a newer document is not replaced by a value that has lost its version`(
    _ backups: BackupPolicy
  ) throws {
    let folder = try TemporaryFolder()
    let data = Data(#"{"version":3,"title":"Frogs","mood":"calm"}"#.utf8)
    try folder.write(data, to: "a.json")
    let file = DocumentFile<Keeping>(folder.file("a.json"), options: .init(backups: backups))
    let document = try expectNewer { try file.update { $0 = Keeping(title: "Toads") } }
    #expect(document.version == 3)
    #expect(
      "\(StoreError.newer(document))".contains(
        "the new value wasn't made from the one that was read, and lacks its newer fields"))
    #expect(try folder.bytes(of: "a.json") == data)
    try file.update { $0.title = "Toads" }
    #expect(try file.read()?.version == 3)
  }

  @Test(arguments: [BackupPolicy.beforeMigration(keep: 3), .none])
  func `a newer document isn't removed from its previous location by a value without it`(
    _ backups: BackupPolicy
  ) throws {
    let folder = try TemporaryFolder()
    let data = Data(#"{"version":3,"title":"Frogs","mood":"calm"}"#.utf8)
    try folder.write(data, to: "old.json")
    let (old, new) = (folder.file("old.json"), folder.file("new.json"))
    let options = DocumentOptions(backups: backups)
    let keeping = DocumentFile<Keeping>(new, options: options, imports: [.file(old)])
    let reading = DocumentFile<Reading>(new, options: options, imports: [.file(old)])
    for save in [
      { try keeping.update { $0 = Keeping(title: "Toads") } },
      { try reading.update { $0.title = "Toads" } },
    ] {
      #expect {
        try save()
      } throws: {
        if case StoreError.newer? = $0 as? StoreError { true } else { false }
      }
      #expect(try folder.names() == ["old.json"])
    }
    try keeping.update { $0.title = "Toads" }
    #expect(try keeping.read()?.version == 3)
    #expect(try keeping.read()?.value.unknownFields["mood"] == "calm")
  }

  @Test func `the version of a value inside that can't be read isn't the document's`() throws {
    let data = Data(#"{"version":1,"elements":[{"version":3,"title":"Frogs"}]}"#.utf8)

    let error = #expect(throws: StoreError.self) { try OpenedDocument<Shelf<Refusing>>(data) }

    guard case .newer(let document)? = error else {
      Issue.record("It isn't newer.")
      return
    }
    #expect(document.version == nil)
  }

  @Test func `a value inside that is newer keeps the document from being saved`() throws {
    let data = Data(#"{"version":1,"elements":[{"version":3,"title":"Frogs"}]}"#.utf8)
    let lossy = try OpenedDocument<Shelf<Reading>>(data)
    let document = try expectNewer { try lossy.saving(lossy.value) }
    #expect(document.version == nil)
    #expect(
      "\(StoreError.newer(document))" == """
        The document (Shelf<Reading>) has values of newer versions and was written by a newer program; \
        Shelf<Reading> can't preserve the newer fields, so it isn't written. Nothing was changed. Give the \
        type, and those of the values inside, a property for UnknownFields; or update this program.
        """
    )
    let kept = try OpenedDocument<Shelf<Keeping>>(data)
    #expect(throws: Never.self) { try kept.saving(kept.value) }
    // An element that was removed is no loss.
    #expect(throws: Never.self) { try kept.saving(Shelf(elements: [])) }
  }

  /// A newer element that is kept, and one that isn't newer and loses a field.
  struct Pair: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var newer: Keeping
    var plain: Reading
  }

  @Test(.timeLimit(.minutes(1)))
  func `newer values and lost fields are compared in linear time`() throws {
    let element =
      #"{"version":1,"newer":{"version":3,"title":""},"plain":{"version":1,"title":"","x":1}}"#
    let elements = Array(repeating: element, count: 20_000).joined(separator: ",")
    let data = Data(#"{"version":1,"elements":[\#(elements)]}"#.utf8)
    let opened = try OpenedDocument<Shelf<Pair>>(data)
    #expect(opened.report.newerValuesRead.count == 20_000)
    #expect(opened.report.unknownFieldsDropped.count == 20_000)
    #expect(throws: Never.self) { try opened.saving(opened.value) }
  }

  // MARK: - Proof-reading

  struct Unstable: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count = 0
    init(count: Int) { self.count = count }
    init(from decoder: any Decoder) throws {
      count = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count) + 1
    }
  }

  struct OneWay: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum CodingKeys: CodingKey { case name }
    var name = ""
    init() {}
    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .name)
    }
  }

  struct Bag: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: Set<String>
    var counts: [String: Set<Int>]
  }

  struct Number: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var number: Double
  }

  @Test func `what isn't encoded the same way twice isn't saved`() throws {
    #expect(
      try message { try PendingDocument(first: Unstable(count: 1)) }
        == """
        The document (Unstable) wasn't written, because 'count' isn't encoded the same way after it was opened again. \
        The stored document is intact. Make init(from:) and encode(to:) consistent.
        """)
  }

  @Test func `what can't be opened again isn't saved`() throws {
    let message = try message { try PendingDocument(first: OneWay()) }
    #expect(
      message.hasPrefix(
        """
        The document (OneWay) wasn't written, because it can't be opened again. It has version
        """))
    #expect(message.contains("name"))
  }

  @Test func `what can't be encoded isn't saved`() throws {
    let message = try message { try PendingDocument(first: Number(number: .infinity)) }
    #expect(
      message
        == """
        The document (Number) wasn't written, because it can't be encoded. EncodingError was thrown at 'number': JSON \
        can't write a number that is not finite. Give the encoder a nonConformingFloatEncodingStrategy. The stored \
        document is intact. Change that, then try again.
        """)
  }

  @Test func `sets and dictionaries are saved, in whatever order they are`() throws {
    for count in [2, 10, 300] {
      let names = (0..<count).map { "n\($0)" }
      let bag = Bag(
        tags: Set(names), counts: Dictionary(uniqueKeysWithValues: names.map { ($0, [1, 2, 3]) }))
      let pending = try PendingDocument(first: bag)
      #expect(try OpenedDocument<Bag>(pending.data).value == bag)
    }
  }

  private func message(_ body: () throws -> some Any) throws -> String {
    do {
      _ = try body()
      return "It was saved."
    } catch let error as StoreError {
      #expect(error.localizedDescription == error.description)
      return error.description
    }
  }
}

/// A document that has one value.
private struct Holding<Value: Codable>: VersionedCodable {
  static var version: Int { 1 }
  typealias PreviousVersion = NothingOlder
  var value: Value
}

/// A type that writes a field for other programs, which it never reads.
private struct Person: Codable {
  var first: String
  var last: String

  enum CodingKeys: CodingKey { case first, last, fullName }

  init(first: String, last: String) {
    self.first = first
    self.last = last
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    first = try container.decode(String.self, forKey: .first)
    last = try container.decode(String.self, forKey: .last)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encode(last, forKey: .last)
    try container.encode("\(first) \(last)", forKey: .fullName)
  }
}

private struct OldPerson: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var first: String
  var last: String
}

private struct NewPerson: VersionedCodable {
  static let version = 2
  var person: Person

  init(from old: OldPerson) throws { person = Person(first: old.first, last: old.last) }
}

/// A document that newer programs may have written, with a field that is never read.
private struct KeepingPerson: VersionedCodable {
  static let version = 1
  static let newerVersions = NewerVersionPolicy.readAsNewest
  typealias PreviousVersion = NothingOlder
  var person: Person
  var unknownFields = UnknownFields()
}

private final class PersonObject: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var first: String

  enum CodingKeys: CodingKey { case first, fullName }

  init(from decoder: any Decoder) throws {
    first = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .first)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encode(first, forKey: .fullName)
  }
}
