import Foundation
import Lineage
import LineageCommand
import LineageStore
import PoetryDocuments
import Testing

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
    #expect(survey.counts.map(\.isCurrent) == [false, true])
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
    let refused = try await plan.run()
    #expect(refused.failureCount == 2)
    #expect(refused.migrated == 0)
    #expect(try text("c.poem") == Poems.first)
    let outcome = try await plan.run(continuingAfterFailures: true)
    #expect(outcome.failureCount == 2)
    #expect(outcome.migrated == 1)
    #expect(try text("a.poem") == "{")
    #expect(try text("b.poem") == Poems.wrong)
  }
}

private enum Editor {
  struct Settings: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var width = 80
  }
}

private enum Reader {
  struct Settings: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var speed = 1
  }
}
