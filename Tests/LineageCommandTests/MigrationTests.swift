import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Testing

@testable import LineageCommand

/// Migrations as functions, without a command line.
struct MigrationTests {
  let url: URL
  var folder: String { url.path(percentEncoded: false) }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "migration-\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  private func write(_ texts: [String: String]) throws {
    for (name, text) in texts { try Data(text.utf8).write(to: url.appending(path: name)) }
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// A file to write to, which `.nullDevice` isn't on Linux.
  private static var sink: FileHandle {
    get throws { try #require(FileHandle(forWritingAtPath: "/dev/null")) }
  }

  /// The documents of a program that may have settings, and that has two names for poems.
  private func migration(withSettings: Bool, isJSON: Bool = true) -> Migration {
    Migration {
      if isJSON {
        Documents(of: Poem.self, named: "*.poem")
      } else {
        Documents(of: Poem.self, named: "*.poem", options: DocumentOptions(format: .propertyList))
      }
      for pattern in ["*.verse", "*.haiku"] { Documents(of: Poem.self, named: pattern) }
      if withSettings { Documents(of: ReaderSettings.self, named: "settings.json") }
    }
  }

  @Test func `the documents of a migration depend on conditions and loops`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write([
      "a.poem": Poems.first, "b.haiku": Poems.second, "settings.json": #"{"reader":"Ada"}"#,
      "c.txt": Poems.first,
    ])
    for (withSettings, expected) in [(true, 3), (false, 2)] {
      let survey = try await migration(withSettings: withSettings).survey([folder])
      #expect(survey.documents == expected)
      #expect(survey.failureCount == 0)
    }
    let names = migration(withSettings: true).chains.keys.sorted()
    #expect(names == ["Poem", "ReaderSettings"])
    let survey = try await migration(withSettings: true, isJSON: false).survey([folder])
    #expect(survey.failures.map(\.path) == ["\(folder)a.poem"])
  }

  @Test func `a migration of one type leaves the others alone, and takes a file of any name`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: url) }
    let settings = #"{"reader":"Ada"}"#
    try write(["a.poem": Poems.first, "settings.json": settings, "c.txt": Poems.second])
    let all = migration(withSettings: true)
    #expect(all.restricted(toType: "Novel") == nil)
    let poems = try #require(all.restricted(toType: "Poem"))
    let outcome = try await poems.plan([folder, "\(folder)c.txt"]).run()
    #expect(outcome.migrated == 2)
    #expect(outcome.failureCount == 0)
    #expect(try text("settings.json") == settings)
    #expect(try text("c.txt") == Poems.secondMigrated)
  }

  @Test func `a file that is named after its folder, but not like a document, isn't skipped`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.poem": Poems.first, "c.txt": Poems.second])
    let migration = migration(withSettings: false)
    for operands in [[folder, "\(folder)c.txt"], ["\(folder)c.txt", folder]] {
      let plan = try await migration.plan(operands + operands)
      #expect(plan.failures.map(\.path) == ["\(folder)c.txt"])
      #expect(plan.groups.map(\.documents) == [1])
    }
  }

  @Test func `hard links in different folders are documents of their own`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let operands = ["first", "second"].map { folder + $0 }
    for path in operands {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try write(["first/a.poem": Poems.first])
    try FileManager.default.linkItem(
      atPath: "\(operands[0])/a.poem", toPath: "\(operands[1])/b.poem")

    let outcome = try await migration(withSettings: false).plan(operands + operands).run()

    #expect(outcome.migrated == 2)
    #expect(try text("first/a.poem") == Poems.firstMigrated)
    #expect(try text("second/b.poem") == Poems.firstMigrated)
  }

  @Test func `types with the same name are told apart by the types around them`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let module = "LineageCommandTests"
    let migration = Migration {
      Documents(of: Editor.Settings.self, named: "*.editor")
      Documents(of: Reader.Settings.self, named: "*.reader")
      Documents(of: Poem.self, named: "*.poem")
    }
    #expect(
      migration.chains.keys.sorted() == [
        "\(module).Editor.Settings", "\(module).Reader.Settings", "Poem",
      ])
    #expect(migration.restricted(toType: "Settings") == nil)
    try write(["a.editor": #"{"version":1,"width":9}"#, "a.reader": #"{"version":1,"speed":9}"#])
    let readers = try #require(migration.restricted(toType: "\(module).Reader.Settings"))
    #expect(try await readers.survey([folder]).documents == 1)
    let survey = try await migration.survey([folder])
    #expect(
      survey.counts.map(\.type).sorted() == [
        "\(module).Editor.Settings", "\(module).Reader.Settings",
      ])
    // Lines don't say which of the two they are.
    let settings = Migration {
      Documents(of: Editor.Settings.self, named: "*.editor")
      Documents(of: Reader.Settings.self, named: "*.reader")
    }
    let file = try FileHandle(forReadingFrom: url.appending(path: "a.reader"))
    await #expect {
      try await settings.filter(from: file, to: .nullDevice)
    } throws: {
      "\($0)" == "Can't infer the type of lines: there are several."
    }
  }

  @Test func `hidden documents are found if their names are listed`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write([".poemrc": Poems.first, ".a.poem": Poems.first, "b.poem": Poems.first])
    try FileManager.default.createDirectory(
      at: url.appending(path: ".hidden"), withIntermediateDirectories: true)
    try write([".hidden/.poemrc": Poems.first])
    let migration = Migration {
      Documents(of: Poem.self, named: "*.poem")
      Documents(of: Poem.self, named: ".poemrc")
    }

    let outcome = try await migration.plan([folder]).run()

    #expect(outcome.migrated == 2)
    #expect(try text(".poemrc") == Poems.firstMigrated)
    #expect(try text(".a.poem") == Poems.first)
    #expect(try text(".hidden/.poemrc") == Poems.first)
  }

  @Test func `a type in two formats has the backups of each`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let list = PropertyListEncoder()
    list.outputFormat = .xml
    let old = try list.encode(versioned: Editor.SettingsV1(columns: 9))
    try old.write(to: url.appending(path: "a.plist"))
    for isListFirst in [false, true] {
      let lists = Documents(
        of: Editor.NewSettings.self, named: "*.plist",
        options: DocumentOptions(format: .propertyList))
      let texts = Documents(of: Editor.NewSettings.self, named: "*.settings")
      let migration = try #require(
        Migration { isListFirst ? [lists, texts] : [texts, lists] }
          .restricted(toType: "NewSettings"))
      #expect(try await migration.plan([folder]).run().migrated == 1)

      #expect(try migration.backups(of: "\(folder)a.plist").first?.version == 1)
      try migration.restore("\(folder)a.plist")
      #expect(try Data(contentsOf: url.appending(path: "a.plist")) == old)

      let lines = url.appending(path: "lines")
      try Data("{\"version\":1,\"columns\":9}\n".utf8).write(to: lines)
      let summary = try await migration.filter(
        from: FileHandle(forReadingFrom: lines), to: try Self.sink)
      #expect(summary.migrated == 1)
    }
  }

  @Test func `what a program couldn't save is only restored by name`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.poem": Poems.first])
    let migration = migration(withSettings: false)
    #expect(try await migration.plan([folder]).run().migrated == 1)
    let migrated = try text("a.poem")
    // The draft of an editor that could no longer write the document.
    let draft = "2-unsaved-20991231T235959Z-5f3a9c01.poem"
    try write([".backups/a.poem/\(draft)": Poems.second])

    let backups = try migration.backups(of: "\(folder)a.poem")
    #expect(backups.map(\.isUnsaved) == [true, false])
    #expect(backups.first?.name == draft)
    #expect(try !migration.restore("\(folder)a.poem").isUnsaved)
    #expect(try text("a.poem") == Poems.first)
    #expect(try migration.restore("\(folder)a.poem", from: draft).isUnsaved)
    #expect(try text("a.poem") == Poems.second)
    #expect(migrated != Poems.first)
  }

  @Test func `a backup that can't be read isn't restored`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.poem": Poems.first])
    let migration = migration(withSettings: false)
    #expect(try await migration.plan([folder]).run().migrated == 1)
    let migrated = try text("a.poem")
    let damaged = "2-damaged-20991231T235959Z-5f3a9c01.poem"
    let newer = "3-version4-20991231T235959Z-5f3a9c01.poem"
    try write([".backups/a.poem/\(damaged)": "", ".backups/a.poem/\(newer)": Poems.newer])

    let folderName = "4-version2-20991231T235959Z-5f3a9c01.poem"
    try FileManager.default.createDirectory(
      at: url.appending(path: ".backups/a.poem/\(folderName)"), withIntermediateDirectories: false)
    let isNewer = "The document (Poem) has version '4', but the newest known version is '3'."
    let others = "Name an older one with '--backup', or copy its file to bring it back as it is."
    for (name, backup, reason, advice) in [
      (damaged, damaged, "It is empty.", "Copy its file to bring it back as it is."),
      (newer, newer, isNewer, "Copy its file to bring it back as it is."),
      (folderName, folderName, "It is a folder.", "Copy its file to bring it back as it is."),
      // An older backup would lack what the newest has.
      (nil, folderName, "It is a folder.", others),
    ] {
      let failure = #expect(throws: DocumentFailure.self) {
        try migration.restore("\(folder)a.poem", from: name)
      }
      #expect(failure?.message == "The backup '\(backup)' can't be read. \(reason) \(advice)")
    }
    #expect(try text("a.poem") == migrated)
  }

  @Test func `a type with versioned values inside can't be migrated up to an older version`() {
    let migration = Migration { Documents(of: Book.self, named: "*.book") }

    #expect(migration.migrating(to: 1) == nil)
    #expect(migration.migrating(to: 2) == nil)
  }

  @Test func `a document beyond the version is left alone, wherever its version is`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    // Has the version where the types before it don't look, and a field of the oldest type.
    let newest = #"{"metadata":{"schema":3},"title":"Frogs","name":"n"}"#
    try write(["a.score": newest, "b.score": #"{"version":1,"name":"n"}"#])
    let migration = try #require(
      Migration { Documents(of: Score.self, named: "*.score") }.migrating(to: 2))

    #expect(try await migration.plan([folder]).run().migrated == 1)
    let summary = try await migration.filter(
      from: FileHandle(forReadingFrom: url.appending(path: "a.score")), to: try Self.sink)

    #expect(try text("a.score") == newest)
    #expect(try text("b.score") == #"{"title":"n","version":2}"#)
    #expect(summary.newer == 1)
  }

  @Test func `versioned values that weren't learned aren't migrated up to an older version`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: url) }
    func document(_ version: Int, _ content: String) -> String {
      #"{"version":\#(version),"content":\#(content)}"#
    }
    let poem = #"{"poem":{"_0":\#(Poems.second)}}"#
    let texts = [
      "older.page": document(1, poem), "same.page": document(2, poem),
      "plain.page": document(1, #"{"text":{"_0":"snow"}}"#),
    ]
    try write(texts)
    let migration = try #require(
      Migration { Documents(of: Page.self, named: "*.page") }.migrating(to: 2))
    let older = try #require(texts["older.page"])
    try write(["lines": try #require(texts["same.page"]) + "\n\(older)\n"])

    let outcome = try await migration.plan([folder]).run(continuingAfterFailures: true)
    let summary = try await migration.filter(
      from: FileHandle(forReadingFrom: url.appending(path: "lines")), to: try Self.sink)

    #expect(outcome.migrated == 1)
    #expect(
      outcome.failures.map { "\($0.failure)" } == [
        "At content.poem._0: The value has a version of its own, and would be migrated to the newest one."
      ])
    #expect(try text("older.page") == older)
    #expect(try text("same.page") == texts["same.page"])
    #expect(summary.current == 1)
    #expect(summary.firstFailure?.line == 2)
  }

  @Test func `versioned values that only newer versions contain don't matter to an older one`() {
    let migration = Migration { Documents(of: NewBook.self, named: "*.book") }

    #expect(migration.migrating(to: 1) != nil)
  }

  @Test func `a migration up to an older version writes that one`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.poem": Poems.first, "b.poem": Poems.current])
    let all = migration(withSettings: false)
    #expect(all.migrating(to: 7) == nil)
    let older = try #require(all.migrating(to: 2))
    let plan = try await older.plan([folder])
    #expect(plan.groups.map(\.to) == [2])
    #expect(try await plan.run().migrated == 1)
    #expect(try text("b.poem") == Poems.current)
    let survey = try await all.survey([folder])
    #expect(survey.counts.map(\.version) == [2, 3])
    #expect(survey.counts.map(\.standing) == [.older, .current])
  }

  @Test func `what fails is counted by a survey, a plan and an outcome`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.poem": "{", "b.poem": Poems.wrong, "c.poem": Poems.first])
    let migration = migration(withSettings: false)
    // A survey only looks for versions.
    let survey = try await migration.survey([folder])
    #expect(survey.failureCount == 1)
    #expect(survey.failures.map(\.path) == ["\(folder)a.poem"])
    let plan = try await migration.plan([folder])
    #expect(plan.failureCount == 2)
    let refusal = try await #require(throws: MigrationRefusal.self) { try await plan.run() }
    #expect(refusal.localizedDescription == refusal.description)
    let failure = try #require(refusal.failures.first?.failure)
    #expect(failure.localizedDescription == failure.message)
    #expect(refusal.failures == plan.failures)
    #expect(
      "\(refusal)".hasSuffix("\nNothing was written, because 2 documents can't be migrated."))
    #expect(try text("c.poem") == Poems.first)
    let outcome = try await plan.run(continuingAfterFailures: true)
    #expect(outcome.failureCount == 2)
    #expect(outcome.migrated == 1)
    #expect(try text("a.poem") == "{")
    #expect(try text("b.poem") == Poems.wrong)
  }

  @Test(arguments: [2, 3] as [AnyVersion])
  func `documents that would lose fields are left alone if losses are refused`(
    _ version: AnyVersion
  ) async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.poem": Poems.withMood, "b.poem": Poems.first])
    let all = migration(withSettings: false).refusingLosses()
    let migration = try #require(all.migrating(to: version))

    let plan = try await migration.plan([folder])
    let outcome = try await plan.run(continuingAfterFailures: true)

    #expect(plan.failures.map(\.failure.code) == [.lostField])
    #expect(plan.failures.map(\.failure.path) == ["mood"])
    #expect(plan.failures.map(\.failure.version) == [1])
    #expect(outcome.migrated == 1)
    #expect(outcome.failures == plan.failures)
    #expect(try text("a.poem") == Poems.withMood)
  }

  @Test func `a document that can't be encoded fails with the path of the field`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try write(["a.ratio": #"{"version":1,"divisors":[1,0]}"#])
    let migration = Migration { Documents(of: Ratios.self, named: "*.ratio") }
    let plan = try await migration.plan([folder])
    let failure = try #require(plan.failures.first?.failure)
    #expect(failure.code == .notVerified)
    #expect(failure.path == "ratios[1]")
    #expect(
      failure.message == """
        It can't be encoded. EncodingError was thrown at 'ratios[1]': JSON can't write a number that is not finite. \
        Give the encoder a nonConformingFloatEncodingStrategy.
        """)
  }
}

extension MigrationTests {
  @Test func `a plan counts the notes of steps without quoting them`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    func plant(_ height: String) -> String { #"{"version":1,"height":"\#(height)"}"# }
    try write([
      "a.garden": #"{"version":1,"plants":[\#(plant("3")),\#(plant("tall")),\#(plant("?"))]}"#,
      "b.garden": #"{"version":1,"plants":[\#(plant("high"))]}"#,
      "c.garden": #"{"version":2,"plants":[\#(plant("high")),{"height":2,"version":2}]}"#,
    ])
    let migration = Migration { Documents(of: Garden.self, named: "*.garden") }

    let plan = try await migration.plan([folder])

    #expect(
      plan.description == """
        2 Garden 1 → 2: ~ plants[] (PlantV1 → Plant) (3 notes)
        1 Garden 2 → 2: ~ plants[] (PlantV1 → Plant) (1 note)
        3 of 3 documents would change; 0 can't be migrated.
        """)
    #expect(plan.groups.map(\.firstNote?.path) == ["plants[1]", "plants[0]"])
  }

  @Test func `printing documents doesn't print the key that encrypts them`() {
    struct Vault: DocumentSealing {
      var key = "SECRET-KEY"
      func seal(_ data: Data) -> Data { data }
      func open(_ sealed: Data) -> Data { sealed }
    }
    let documents = Documents(
      of: Poem.self, named: "*.poem", options: DocumentOptions(sealing: Vault()))
    let command = MigrationCommand(name: "poetry", version: "1") { documents }

    for thing in [documents, Migration { documents }, command] as [Any] {
      var dumped = ""
      dump(thing, to: &dumped)
      #expect(!"\(thing)\(dumped)".contains("SECRET"))
    }
  }

  @Test func `a failure refers to no property that it doesn't have`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let document = #"{"version":1}"#
    try write(["a.ode": document, "lines": "\(document)\n"])
    let migration = Migration { Documents(of: Ode.self, named: "*.ode") }

    let plan = try await migration.plan([folder])
    let summary = try await migration.filter(
      from: FileHandle(forReadingFrom: url.appending(path: "lines")), to: try Self.sink)

    let message =
      "The step from version '1' (OdeV1) to version '2' (Ode) failed. The step threw BadStep."
    #expect(plan.failures.map(\.failure.message) == [message])
    #expect(summary.firstFailure?.failure.message == message)
  }
}

private struct PlantV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var height: String
}

private struct Plant: VersionedCodable {
  static let version = 2
  var height: Double

  init(from old: PlantV1, in context: MigrationContext) {
    height = Double(old.height) ?? 0
    if Double(old.height) == nil { context.note("'\(old.height)' is not a number.") }
  }
}

private struct GardenV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var plants: [Plant]
}

private struct Garden: VersionedCodable {
  static let version = 2
  var plants: [Plant]

  init(from old: GardenV1) { plants = old.plants }
}

private struct BadStep: Error {}

private struct OdeV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
}

private struct Ode: VersionedCodable {
  static let version = 2

  init(from old: OdeV1) throws { throw BadStep() }
}

private struct RatiosV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var divisors: [Double]
}

private struct Ratios: VersionedCodable {
  static let version = 2
  var ratios: [Double]

  init(from old: RatiosV1) throws {
    ratios = old.divisors.map { 1 / $0 }
  }
}

private enum Editor {
  struct Settings: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var width = 80
  }
}

extension Editor {
  fileprivate struct SettingsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var columns: Int
  }

  fileprivate struct NewSettings: VersionedCodable {
    static let version = 2
    var width: Int

    init(from old: SettingsV1) { width = old.columns }
  }
}

private struct BookV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var poems: [Poem]
}

private struct Book: VersionedCodable {
  static let version = 2
  var poems: [Poem]
  var title: String

  init(from old: BookV1) {
    poems = old.poems
    title = ""
  }
}

private struct ScoreV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var name: String
}

private struct ScoreV2: VersionedCodable {
  static let version = 2
  var title: String

  init(from old: ScoreV1) { title = old.name }
}

private struct Score: VersionedCodable {
  static let version = 3
  static let versionLocation = VersionLocation.path("metadata", "schema")
  var title: String

  init(from old: ScoreV2) { title = old.title }
}

/// Its cases can't be listed, so that the schema of a page doesn't have them.
private enum Content: Codable {
  case text(String)
  case poem(Poem)

  private struct Case: CodingKey {
    static let text = Case(name: "text")
    static let poem = Case(name: "poem")

    let stringValue: String
    var intValue: Int? { nil }

    init(name: String) { stringValue = name }
    init?(intValue: Int) { nil }

    init?(stringValue: String) {
      guard ["text", "poem"].contains(stringValue) else { return nil }
      self.init(name: stringValue)
    }
  }

  private enum Payload: String, CodingKey { case value = "_0" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Case.self)
    guard let key = container.allKeys.first else { throw CocoaError(.coderInvalidValue) }
    let payload = try container.nestedContainer(keyedBy: Payload.self, forKey: key)
    self =
      key.stringValue == "text"
      ? .text(try payload.decode(String.self, forKey: .value))
      : .poem(try payload.decode(Poem.self, forKey: .value))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Case.self)
    switch self {
    case .text(let text):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .text)
      try payload.encode(text, forKey: .value)
    case .poem(let poem):
      var payload = container.nestedContainer(keyedBy: Payload.self, forKey: .poem)
      try payload.encode(poem, forKey: .value)
    }
  }
}

private struct PageV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var content: Content
}

private struct PageV2: VersionedCodable {
  static let version = 2
  var content: Content

  init(from old: PageV1) { content = old.content }
}

private struct Page: VersionedCodable {
  static let version = 3
  var content: Content

  init(from old: PageV2) { content = old.content }
}

private struct TitleV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
}

private struct NewBook: VersionedCodable {
  static let version = 2
  var title: String
  var poems: [Poem]

  init(from old: TitleV1) {
    title = old.title
    poems = []
  }
}

private enum Reader {
  struct Settings: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var speed = 1
  }
}
