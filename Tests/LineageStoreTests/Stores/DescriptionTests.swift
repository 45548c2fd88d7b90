import Foundation
import Lineage
import Testing

@testable import LineageStore

/// What stores and what belongs to them print: where documents are, and never the key that encrypts them.
struct DescriptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Vault: DocumentSealing {
    var key = "SECRET-KEY"

    func seal(_ data: Data) -> Data { data }
    func open(_ sealed: Data) -> Data { sealed }
  }

  private var options: DocumentOptions {
    DocumentOptions(backups: .everySave(keep: 3), sealing: Vault())
  }

  private var file: DocumentFile<Note> {
    DocumentFile(folder.file("note.doc"), options: options)
  }

  @Test func `a document says what and where it is`() throws {
    let path = file.url.path
    let folder = DocumentFolder<Note>(
      file.url.deletingLastPathComponent(), named: "*.doc", options: options)
    let defaults = try #require(UserDefaults(suiteName: "descriptions"))

    #expect("\(file)" == "Note in \(path)")
    #expect("\(file.store)" == "Note in \(path)")
    #expect("\(folder)" == "Note in \(file.url.deletingLastPathComponent().path)/*.doc")
    #expect(
      "\(DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note")))"
        == "Note in UserDefaults key note")
  }

  @Test func `options say whether documents are encrypted`() {
    #expect(
      "\(options)" == """
        DocumentOptions(access: readWrite, backups: everySave(keep: 3), backupFolder: none, durability: full, \
        protection: none, isSealed: true, format: JSONDecoder and JSONEncoder, lockTimeout: 10.0 seconds)
        """)
  }

  @Test(arguments: [
    (oldNote, "removed version 1"), (Data("{}".utf8), "damaged"),
    (newerNote, "removed version 7"),
  ])
  func `a backup says when it was made, what it is and where`(_ data: Data, _ what: String) throws {
    try folder.write(data, to: "note.doc")
    try file.remove()

    let backup = try #require(try file.backups().first)

    let path = try #require(backup.url).path
    #expect("\(backup)" == "\(backup.date.formatted(.iso8601)), \(what), \(path)")
  }

  @Test @MainActor func `no print and no dump has the key`() throws {
    try file.write(.sample, over: nil)
    try file.update { $0.title = "Toads" }
    let opened = try #require(try file.read())
    let old = DocumentImport<Note>.file(folder.file("old.doc"), sealing: Vault())
    let described: [Any] = [
      options, file, file.store, DocumentFolder<Note>(folder.url, options: options),
      try #require(try file.backups().first), opened, old, LiveDocument(file, default: .sample),
    ]

    for thing in described {
      var dumped = ""
      dump(thing, to: &dumped)
      let texts = ["\(thing)", String(reflecting: thing), dumped]
      #expect(texts.allSatisfy { !$0.contains("SECRET") }, "\(texts)")
    }
  }
}
