import Foundation
import Lineage
import LineageStore
import Testing

/// Three-way merging, field by field.
struct MergeTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let mine: String
    let theirs: String
    /// The merged document, or the paths that both have changed.
    let result: Result<String, FieldConflicts>

    init(_ name: String, _ base: String, _ mine: String, _ theirs: String, merged: String) {
      (testDescription, self.base, self.mine, self.theirs) = (name, base, mine, theirs)
      result = .success(merged)
    }

    init(
      _ name: String, _ base: String, _ mine: String, _ theirs: String, conflicts: [FieldPath]
    ) {
      (testDescription, self.base, self.mine, self.theirs) = (name, base, mine, theirs)
      result = .failure(
        FieldConflicts(paths: conflicts.map { FieldPath([.key("x")] + $0.components) }))
    }
  }

  /// A document of any shape.
  struct Shapeless: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var x: DocumentValue
  }

  static let cases = [
    Case("mine only", "1", "2", "1", merged: "2"),
    Case("theirs only", "1", "1", "2", merged: "2"),
    Case("the same change", "1", "2", "2", merged: "2"),
    Case("two changes", "1", "2", "3", conflicts: [""]),
    Case(
      "different fields", #"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":1,"b":2}"#,
      merged: #"{"a":2,"b":2}"#),
    Case(
      "the same field", #"{"a":1,"b":1}"#, #"{"a":2,"b":1}"#, #"{"a":3,"b":1}"#, conflicts: ["a"]),
    Case(
      "nested fields", #"{"a":{"b":{"c":1,"d":1}}}"#, #"{"a":{"b":{"c":2,"d":1}}}"#,
      #"{"a":{"b":{"c":1,"d":2}}}"#, merged: #"{"a":{"b":{"c":2,"d":2}}}"#),
    Case("new fields of both", "{}", #"{"a":1}"#, #"{"b":1}"#, merged: #"{"a":1,"b":1}"#),
    Case("the same new field", "{}", #"{"a":1}"#, #"{"a":2}"#, conflicts: ["a"]),
    Case(
      "removed and untouched", #"{"a":1,"b":1}"#, #"{"b":1}"#, #"{"a":1,"b":2}"#,
      merged: #"{"b":2}"#),
    Case("removed and changed", #"{"a":1}"#, "{}", #"{"a":2}"#, conflicts: ["a"]),
    Case("null is a value", #"{"a":1}"#, #"{"a":null}"#, #"{"a":1}"#, merged: #"{"a":null}"#),
    Case("null and removed", #"{"a":1}"#, #"{"a":null}"#, "{}", conflicts: ["a"]),
    Case(
      "keys that aren't valid strings", #"{"a":1,"\ud800":1}"#, #"{"a":2,"\ud800":1}"#,
      #"{"a":1,"\ud800":2,"\udc00":3}"#, merged: #"{"a":2,"\ud800":2,"\udc00":3}"#),
    Case(
      "a key that isn't a valid string, and its escape as a key", #"{"a":1}"#,
      #"{"a":1,"\ud800":2}"#, #"{"a":1,"\\ud800":3}"#,
      merged: #"{"a":1,"\ud800":2,"\\ud800":3}"#),
    Case("object and number", #"{"a":1}"#, "1", "2", conflicts: [""]),
    Case("one array changed", "[1,2]", "[1,2,3]", "[1,2]", merged: "[1,2,3]"),
    Case("different elements", "[1,2,3]", "[4,2,3]", "[1,2,5]", merged: "[4,2,5]"),
    Case("both grow", "[1]", "[1,2]", "[1,3]", conflicts: [""]),
    Case("the same element", "[1,2]", "[3,2]", "[4,2]", conflicts: ["[0]"]),
    Case("an element that moved", "[1,2,3]", "[2,1,3]", "[1,2,4]", conflicts: [""]),
    Case("one inserts and drops", "[1,2,3]", "[0,1,2]", "[1,2,4]", conflicts: [""]),
    Case(
      "elements by id", #"[{"id":1,"a":1},{"id":2,"a":1}]"#, #"[{"id":1,"a":2},{"id":2,"a":1}]"#,
      #"[{"id":1,"a":1},{"id":2,"a":2},{"id":3,"a":1}]"#,
      merged: #"[{"id":1,"a":2},{"id":2,"a":2},{"id":3,"a":1}]"#),
    Case(
      "an element added by each", #"[{"id":1}]"#, #"[{"id":1},{"id":2}]"#, #"[{"id":3},{"id":1}]"#,
      merged: #"[{"id":3},{"id":1},{"id":2}]"#),
    Case(
      "an element removed by each", #"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":2},{"id":3}]"#,
      #"[{"id":1},{"id":2}]"#, merged: #"[{"id":2}]"#),
    Case(
      "one sorts, one adds", #"[{"id":1},{"id":2}]"#, #"[{"id":1},{"id":2},{"id":3}]"#,
      #"[{"id":2},{"id":1}]"#, merged: #"[{"id":2},{"id":3},{"id":1}]"#),
    Case(
      "both sort", #"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":2},{"id":1},{"id":3}]"#,
      #"[{"id":1},{"id":3},{"id":2}]"#, conflicts: [""]),
    Case(
      "an element removed and changed", #"[{"id":1,"a":1},{"id":2}]"#, #"[{"id":2}]"#,
      #"[{"id":1,"a":2},{"id":2}]"#, conflicts: ["[0]"]),
    Case(
      "the same field of an element", #"[{"id":1},{"id":2,"a":1}]"#, #"[{"id":2,"a":2}]"#,
      #"[{"id":1},{"id":2,"a":3}]"#, conflicts: ["[0].a"]),
    Case(
      "ids that repeat", #"[{"id":1}]"#, #"[{"id":1},{"id":1}]"#, #"[{"id":1,"a":1}]"#,
      conflicts: [""]),
    Case(
      "several conflicts", #"{"a":1,"b":[1],"c":1}"#, #"{"a":2,"b":[2],"c":2}"#,
      #"{"a":3,"b":[3],"c":1}"#,
      conflicts: ["a", "b[0]"]),
  ]

  @Test(arguments: cases) func `both changes count, or their paths are conflicts`(
    _ example: Case
  ) throws {
    let (merged, _) = try merge(example.base, example.mine, example.theirs)
    switch example.result {
    case .success(let expected): #expect(try merged.get() == value(expected))
    case .failure(let conflicts): #expect(merged == .failure(conflicts))
    }
  }

  /// Who is called mine makes no difference but for the order of new elements.
  @Test(arguments: cases) func `a merge has the same result if the sides are exchanged`(
    _ example: Case
  ) throws {
    let (merged, _) = try merge(example.base, example.theirs, example.mine)
    switch (merged, example.result) {
    case (.success(let merged), .success(let expected)):
      #expect(Set(merged.array ?? [merged]) == Set(try value(expected).array ?? [value(expected)]))
    case (.failure(let merged), .failure(let expected)):
      #expect(merged.paths.count == expected.paths.count)
    default: Issue.record("One order is a conflict.")
    }
  }

  @Test func `random changes of different fields all survive`() throws {
    var generator = SeededGenerator(state: 1)
    for _ in 0..<200 {
      let keys = (0..<8).map { "k\($0)" }
      let base = Dictionary(uniqueKeysWithValues: keys.map { ($0, 0) })
      var (mine, theirs, expected) = (base, base, base)
      for key in keys {
        let new = Int.random(in: 1...9, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          mine[key] = new
          expected[key] = new
        case 1:
          theirs[key] = new
          expected[key] = new
        case 2:
          mine[key] = nil
          expected[key] = nil
        case 3:
          (mine[key], theirs[key], expected[key]) = (new, new, new)
        default: break
        }
      }
      func text(_ fields: [String: Int]) throws -> String {
        String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
      }
      let (merged, _) = try merge(text(base), text(mine), text(theirs))
      #expect(try merged.get() == value(text(expected)))
    }
  }

  @Test func `documents that aren't in a store are merged, too`() throws {
    let conflict = Conflict(
      of: Shapeless.self, base: Data(#"{"version":1,"x":{"a":1,"b":1}}"#.utf8),
      mine: Data(#"{"version":1,"x":{"a":2,"b":1}}"#.utf8),
      theirs: Data(#"{"version":1,"x":{"a":1,"b":3}}"#.utf8), location: "page.json")

    #expect(try conflict.merged(as: Shapeless.self).x == ["a": 2, "b": 3])
    #expect(
      "\(StoreError.changed(conflict))".hasPrefix(
        "The document 'page.json' (Shapeless) was changed"))
  }

  @Test func `a conflict knows what was saved, and can be resolved by a choice`() throws {
    let (_, conflict) = try merge("1", "2", "3")
    #expect(conflict.base.map { String(decoding: $0, as: UTF8.self) } == #"{"x":1,"version":1}"#)
    #expect(try conflict.theirs(as: Shapeless.self)?.value.x == 3)
    #expect(conflict.documentType == "Shapeless")
  }

  @Test(arguments: [
    (
      Conflict.Side.mine,
      #"{"b":2,"c":3,"list":[{"id":1,"n":2},{"id":2,"n":9}],"pair":[5,2],"a":2}"#
    ),
    (.theirs, #"{"b":2,"c":3,"list":[{"id":1,"n":3},{"id":2,"n":9}],"pair":[6,2]}"#),
  ])
  func `a field that both have changed gets the value of the side that is preferred`(
    side: Conflict.Side, merged: String
  ) throws {
    func document(_ x: String) -> Data { Data(#"{"x":\#(x),"version":1}"#.utf8) }
    let conflict = Conflict(
      of: Shapeless.self,
      base: document(
        #"{"a":1,"b":1,"c":1,"list":[{"id":1,"n":1},{"id":2,"n":1}],"pair":[1,2]}"#),
      mine: document(
        #"{"a":2,"b":2,"c":1,"list":[{"id":1,"n":2},{"id":2,"n":1}],"pair":[5,2]}"#),
      theirs: document(#"{"b":1,"c":3,"list":[{"id":1,"n":3},{"id":2,"n":9}],"pair":[6,2]}"#))
    #expect(throws: FieldConflicts.self) { try conflict.merged(as: Shapeless.self) }

    let result = try conflict.merged(as: Shapeless.self, preferring: side)

    let expected = try JSONDecoder().decode(versioned: Shapeless.self, from: document(merged))
    #expect(result.x.object?.keys.count == expected.x.object?.keys.count)
    for (key, value) in expected.x.object ?? DocumentObject() {
      #expect(result.x[key] == value, "\(key)")
    }
  }

  @Test func `mine is preferred to a document that was removed`() throws {
    let mine = Data(#"{"x":1,"version":1}"#.utf8)
    let conflict = Conflict(of: Shapeless.self, base: mine, mine: mine, theirs: nil)
    #expect(try conflict.merged(as: Shapeless.self, preferring: .mine).x == 1)
    #expect(throws: FieldConflicts.self) {
      try conflict.merged(as: Shapeless.self, preferring: .theirs)
    }
  }

  @Test func `a merge error names the fields, without their content`() {
    let error = FieldConflicts(paths: ["title", FieldPath(), "lines[3]"])
    #expect(
      error.description
        == """
        Both documents have changed title, the document itself, lines[3]. Merge them with merged(preferring:), or \
        choose one of the two values for each, and save with write(_:resolving:).
        """)
    let many = FieldConflicts(paths: (0..<12).map { FieldPath([.index($0)]) })
    #expect(many.description.contains("[9], …."))
    #expect(error.localizedDescription == error.description)
  }

  @Test func `unknown fields of both sides survive a merge`() throws {
    struct Keeping: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var a = 0
      var unknownFields = UnknownFields()
    }
    let folder = try TemporaryFolder()
    let file = DocumentFile<Keeping>(folder.file("a.json"))
    try folder.write(Data(#"{"version":1,"a":1,"b":1e400}"#.utf8), to: "a.json")
    let opened = try #require(try file.read())
    try folder.write(Data(#"{"version":1,"a":1,"b":1e400,"c":1.10}"#.utf8), to: "a.json")
    var value = opened.value
    value.a = 2
    let conflict = try expectConflict { try file.write(value, over: opened) }
    try file.write(conflict.merged(), resolving: conflict)
    let text = String(decoding: try folder.bytes(of: "a.json"), as: UTF8.self)
    for field in [#""a":2"#, #""b":1e400"#, #""c":1.10"#] { #expect(text.contains(field)) }
  }

  @Test func `documents of an older version are merged as the newest`() throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    try folder.write(oldNote, to: "note.json")
    let opened = try #require(try file.read())
    try folder.write(
      Data(#"{"version":1,"title":"Toads","body":"old pond"}"#.utf8), to: "note.json")
    let conflict = try expectConflict {
      try file.write(Note(title: "Frogs", lines: ["new pond"]), over: opened)
    }
    let merged = try file.write(conflict.merged(), resolving: conflict)
    #expect(merged.value == Note(title: "Toads", lines: ["new pond"]))
    #expect(try file.backups().map(\.version) == [1])
  }

  @Test(arguments: [
    // Theirs has added a line. Then what I have, what I write, and the backups of theirs.
    (mine: ["a", "mine"], title: "Toads", written: "mine", backups: [["a", "theirs"]]),
    (mine: ["a", "mine"], title: "Toads", written: "theirs", backups: []),
    (mine: ["a", "mine"], title: "Toads", written: "preferring mine", backups: [["a", "theirs"]]),
    (mine: ["a", "mine"], title: "Toads", written: "preferring theirs", backups: []),
    (mine: ["a"], title: "Newts", written: "merged", backups: []),
    (mine: ["a"], title: "Newts", written: "mine", backups: [["a", "theirs"]]),
  ])
  func `a document whose changes are overruled is backed up`(
    conflict row: (mine: [String], title: String, written: String, backups: [[String]])
  ) throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    let opened = try file.write(Note(title: "Frogs", lines: ["a"]), over: nil)
    try file.update { $0.lines = ["a", "theirs"] }
    let mine = Note(title: row.title, lines: row.mine)
    let conflict = try expectConflict { try file.write(mine, over: opened) }

    let value =
      switch row.written {
      case "mine": mine
      case "theirs": Note(title: "Frogs", lines: ["a", "theirs"])
      case "preferring mine": try conflict.merged(as: Note.self, preferring: .mine)
      case "preferring theirs": try conflict.merged(as: Note.self, preferring: .theirs)
      default: try conflict.merged(as: Note.self)
      }
    try file.write(value, resolving: conflict)

    #expect(try file.read()?.value == value)
    #expect(try file.backups().map { try $0.open().value.lines } == row.backups)
  }

  // MARK: - Newer documents

  struct Settings: VersionedCodable, Hashable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var theme: String
    var size: Int
  }

  struct KeepingSettings: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var theme: String
    var size: Int
    var unknownFields = UnknownFields()
  }

  private static let base = Data(#"{"theme":"light","size":12,"version":1}"#.utf8)
  private static let dark = Data(#"{"theme":"dark","size":12,"version":1}"#.utf8)
  private static let newer = Data(
    #"{"theme":"light","size":14,"accent":"red","version":2}"#.utf8)

  @Test(arguments: [(newer, dark), (dark, newer)])
  func `a newer document isn't merged by a type that can't keep it`(mine: Data, theirs: Data) {
    let conflict = Conflict(of: Settings.self, base: Self.base, mine: mine, theirs: theirs)

    let error = #expect(throws: StoreError.self) { try conflict.merged(as: Settings.self) }

    guard case .newer(let document)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(document.version == 2)
  }

  @Test(arguments: [(newer, dark), (dark, newer)])
  func `a newer document is merged with its version by a type that keeps it`(
    mine: Data, theirs: Data
  ) throws {
    let conflict = Conflict(of: KeepingSettings.self, base: Self.base, mine: mine, theirs: theirs)

    let merged = try conflict.merged(as: KeepingSettings.self)

    let opened = try #require(try conflict.theirs(as: KeepingSettings.self))
    let saved = try opened.saving(merged).saved
    #expect(saved.version == 2)
    #expect(saved.value.theme == "dark")
    #expect(saved.value.size == 14)
    #expect(
      try JSONDecoder().decode(unversioned: DocumentValue.self, from: saved.data)["accent"]
        == "red")
  }

  /// A document whose next version has 2 as the default of the count.
  struct Sparse: VersionedCodable, DefaultFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var count = 1
    var tags: Set<String> = ["a", "b"]
    var part = Part()
    var unknownFields = UnknownFields()

    struct Part: Codable, DefaultFillable {
      static let encodesDefaults = false
      var name = "none"
      init() {}
    }
  }

  @Test(arguments: [
    // This program has set the count and the name to their defaults.
    (
      #"{"version":2,"count":5,"part":{"name":"x"}}"#, #"{"version":2}"#,
      #"{"version":3,"count":5,"part":{"name":"x"},"new":true}"#,
      #"{"count":1,"new":true,"part":{"name":"none"},"version":3}"#
    ),
    // The newer program has set the count to its default.
    (
      #"{"version":2,"count":5}"#, #"{"version":2,"count":5,"tags":["c"]}"#,
      #"{"version":3,"part":{"name":"y"}}"#, #"{"part":{"name":"y"},"tags":["c"],"version":3}"#
    ),
    // Both have changed the tags from their default.
    (
      #"{"version":2}"#, #"{"version":2,"tags":["c","b","a"]}"#, #"{"version":2,"tags":["b","d"]}"#,
      #"{"tags":["b","c","d"],"version":2}"#
    ),
  ])
  func `a default is a value like any other, although it isn't written`(
    _ base: String, _ mine: String, _ theirs: String, _ expected: String
  ) throws {
    let conflict = Conflict(
      of: Sparse.self, base: Data(base.utf8), mine: Data(mine.utf8), theirs: Data(theirs.utf8))

    let merged: Sparse = try conflict.merged()

    let fields = try JSONDecoder().decode(
      unversioned: DocumentValue.self, from: JSONEncoder().encode(versioned: merged))
    let wanted = try JSONDecoder().decode(
      unversioned: DocumentValue.self, from: Data(expected.utf8))
    func sorted(_ value: DocumentValue) throws -> String {
      var value = value
      if let tags = value["tags"]?.array?.compactMap(\.string) {
        value["tags"] = .array(tags.sorted().map { .string($0) })
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(unversioned: value), as: UTF8.self)
    }
    #expect(try sorted(fields) == sorted(wanted))
  }

  @Test func `documents of two newer versions are a conflict`() throws {
    let newest = Data(#"{"theme":"dark","size":12,"version":3}"#.utf8)
    let conflict = Conflict(
      of: KeepingSettings.self, base: Self.base, mine: Self.newer, theirs: newest)

    let error = #expect(throws: FieldConflicts.self) {
      try conflict.merged(as: KeepingSettings.self)
    }

    #expect(error?.paths == ["version"])
  }

  // MARK: - Support

  private func value(_ text: String) throws -> DocumentValue {
    try JSONDecoder().decode(unversioned: DocumentValue.self, from: Data(text.utf8))
  }

  /// Merges two changes through a file that another program has changed.
  private func merge(
    _ base: String, _ mine: String, _ theirs: String
  ) throws -> (Result<DocumentValue, FieldConflicts>, Conflict) {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Shapeless>(folder.file("x.json"), options: .init(durability: .cache))
    let opened = try file.write(Shapeless(x: value(base)), over: nil)
    // A space makes it another document, if it is not.
    try folder.write(Data(#"{"version":1, "x":\#(theirs)}"#.utf8), to: "x.json")
    let conflict = try expectConflict { try file.write(Shapeless(x: value(mine)), over: opened) }
    do {
      return (.success(try conflict.merged(as: Shapeless.self).x), conflict)
    } catch let error as FieldConflicts {
      return (.failure(error), conflict)
    }
  }

  // MARK: - Values of the system

  /// A property of a type of Foundation.
  private struct Holding<Held: Codable & Equatable & Sendable>: VersionedCodable, Sendable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var held: Held
    var note = ""
  }

  private static func mergesAsWhole<Held: Codable & Equatable & Sendable>(
    _ base: Held, _ mine: Held, _ theirs: Held, as format: DocumentFormat
  ) throws -> Bool {
    func document(_ held: Held, _ note: String = "") throws -> Data {
      try PendingDocument(first: Holding(held: held, note: note), format: format).data
    }
    let both = Conflict(
      of: Holding<Held>.self, base: try document(base), mine: try document(mine),
      theirs: try document(theirs), format: format)
    let one = Conflict(
      of: Holding<Held>.self, base: try document(base), mine: try document(mine),
      theirs: try document(base, "theirs"), format: format)
    let merged = try one.merged(as: Holding<Held>.self)
    let conflicts = #expect(throws: FieldConflicts.self) {
      try both.merged(as: Holding<Held>.self)
    }
    let preferred = try both.merged(as: Holding<Held>.self, preferring: .theirs)
    return merged.held == mine && merged.note == "theirs" && conflicts?.paths == ["held"]
      && preferred.held == theirs
  }

  @Test(arguments: ["json", "propertyList", "binaryPropertyList"])
  func `a value of the system is merged as a whole, although it has several parts`(
    _ name: String
  ) throws {
    let formats: [String: DocumentFormat] = [
      "json": .json, "propertyList": .propertyList, "binaryPropertyList": .binaryPropertyList,
    ]
    let format = try #require(formats[name])

    #expect(try Self.mergesAsWhole(Decimal(100), Decimal(-100), Decimal(250), as: format))
    #expect(
      try Self.mergesAsWhole(
        Measurement(value: 1, unit: UnitLength.kilometers),
        Measurement(value: 1, unit: UnitLength.miles),
        Measurement(value: 5, unit: UnitLength.kilometers), as: format))
    #expect(
      try Self.mergesAsWhole(
        IndexPath(indexes: [1, 2, 3]), IndexPath(indexes: [4, 2, 3]),
        IndexPath(indexes: [1, 2, 5]), as: format))
    #expect(
      try Self.mergesAsWhole(
        CGRect(x: 0, y: 0, width: 2, height: 3), CGRect(x: 1, y: 0, width: 2, height: 3),
        CGRect(x: 0, y: 0, width: 2, height: 4), as: format))
    #expect(
      try Self.mergesAsWhole(
        DateComponents(year: 2026, month: 1, day: 31),
        DateComponents(year: 2026, month: 2, day: 28),
        DateComponents(year: 2027, month: 1, day: 31), as: format))
    // JSON has the absolute URL, which is a text.
    if name == "json" { return }
    let home = URL(string: "https://example.com/a/")
    #expect(
      try Self.mergesAsWhole(
        try #require(URL(string: "b", relativeTo: home)),
        try #require(URL(string: "c", relativeTo: home)),
        try #require(URL(string: "b", relativeTo: URL(string: "https://example.org/"))),
        as: format))
  }

  // MARK: - Spelling

  @Test(arguments: [
    ("\u{E9}", "e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}", "e\u{301}"),
    ("e\u{301}", "e\u{301}", "\u{E9}"), ("e\u{301}", "\u{E9}", "e\u{301}"),
  ])
  func `another spelling of the same text is a change`(
    base: String, mine: String, theirs: String
  ) throws {
    let changed = base.utf8.elementsEqual(mine.utf8) ? theirs : mine
    for shape in [#""%""#, #"{"a":"%"}"#, #"{"a":["%",{"b":"%"}]}"#] {
      func document(_ text: String, _ other: Int) -> Data {
        Data(
          #"{"version":1,"x":{"held":\#(shape.replacing("%", with: text)),"other":\#(other)}}"#.utf8
        )
      }
      for (own, other) in [(0, 0), (1, 0), (0, 1)] {
        let conflict = Conflict(
          of: Shapeless.self, base: document(base, 0), mine: document(mine, own),
          theirs: document(theirs, other))
        let merged = try JSONEncoder().encode(versioned: conflict.merged(as: Shapeless.self))
        #expect(
          String(decoding: merged, as: UTF8.self).utf8.contains(Array(changed.utf8)),
          "\(shape) \(own) \(other)")
      }
    }
  }

  // MARK: - Order

  @Test(arguments: [Conflict.Side.mine, .theirs])
  func `what only one side has changed survives where both have moved elements`(
    _ side: Conflict.Side
  ) throws {
    func document(_ x: String) -> Data { Data(#"{"version":1,"x":\#(x)}"#.utf8) }
    let conflict = Conflict(
      of: Shapeless.self, base: document(#"[{"id":1,"n":0},{"id":2,"n":0},{"id":3,"n":0}]"#),
      mine: document(#"[{"id":2,"n":0},{"id":1,"n":7},{"id":3,"n":0}]"#),
      theirs: document(#"[{"id":3,"n":5},{"id":1,"n":0},{"id":2,"n":0},{"id":9,"n":0}]"#))
    #expect(throws: FieldConflicts(paths: ["x"])) { try conflict.merged(as: Shapeless.self) }

    let merged = try conflict.merged(as: Shapeless.self, preferring: side).x

    let expected: DocumentValue =
      side == .mine
      ? [["id": 2, "n": 0], ["id": 9, "n": 0], ["id": 1, "n": 7], ["id": 3, "n": 5]]
      : [["id": 3, "n": 5], ["id": 1, "n": 7], ["id": 2, "n": 0], ["id": 9, "n": 0]]
    #expect(merged == expected)
  }

  // MARK: - Identifiers that are made when a document is opened

  private struct TaskListV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    struct Item: Codable { var name: String }
    var title: String
    var items: [Item]
  }

  private struct TaskList: VersionedCodable {
    static let version = 2
    struct Item: Codable {
      var id = UUID()
      var name: String
    }
    var title: String
    var isDone = false
    var items: [Item]

    init(from old: TaskListV1) throws {
      title = old.title
      items = old.items.map { Item(name: $0.name) }
    }
  }

  @Test func `elements that get their identifiers in a step aren't there twice`() throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<TaskList>(folder.file("list.json"))
    let old = Data(#"{"version":1,"title":"a","items":[{"name":"x"},{"name":"y"}]}"#.utf8)
    try old.write(to: folder.file("list.json"))
    let (opened, other) = (try #require(try file.read()), try #require(try file.read()))
    var (mine, theirs) = (opened.value, other.value)
    mine.title = "b"
    theirs.isDone = true
    let base = old
    let theirDocument = try file.write(theirs, over: other)

    let error = #expect(throws: StoreError.self) { try file.write(mine, over: opened) }
    guard case .changed(let conflict)? = error else {
      Issue.record("It is no conflict.")
      return
    }
    let merged = try conflict.merged(as: TaskList.self)
    #expect(merged.items.map(\.name) == ["x", "y"])
    #expect(merged.title == "b")
    #expect(merged.isDone)

    // Nothing tells that the elements of two migrated documents are the same.
    let documents = Conflict(
      of: TaskList.self, base: base, mine: conflict.mine, theirs: theirDocument.data)
    let conflicts = #expect(throws: FieldConflicts.self) {
      try documents.merged(as: TaskList.self)
    }
    #expect(conflicts?.paths == ["items[0]", "items[1]"])
  }
}
