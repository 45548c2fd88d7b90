import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

extension OddAttackTests.Text {
  init(from old: OddAttackTests.TextV1) throws {
    text = old.text
  }
}

/// Unusual names, versions, sealings and newer documents, with live documents and backups.
struct OddAttackTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct TextV1: VersionedCodable, Hashable, Sendable {
    static let version: String? = "2024/01-a.b c\n😀-" + String(repeating: "x", count: 300)
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Text: VersionedCodable, Hashable, Sendable {
    static let version: String? = "2025/01-a"
    var text: String
    var more = ""
  }

  static let names = [
    "a-b-c-d.json", "1-version1-20261122T070541Z-5f3a9c01.json", "%2F.json", "a b\n.json", "*?.json",
    "é.json", "e\u{301}.json", String(repeating: "n", count: 250) + ".json", "-", "x.", "~", "a:b",
    "😀.😀", ".hidden", String(repeating: "é", count: 127),
  ]

  @Test @MainActor func `a file that was removed while its earlier home came back hides nothing`() async throws {
    try folder.write(oldNote, to: "old.json")
    let file = DocumentFile<Note>(folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try file.update { $0.title = "Toads" }
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Mine"
    try FileManager.default.removeItem(at: file.url)
    try folder.write(try LiveAttackTests.note("Toads", "older"), to: "old.json")
    try await document.save()
    #expect(try file.read()?.value == Note(title: "Mine", lines: ["older"]))
  }

  struct Huge: VersionedCodable, Hashable, Sendable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var rows: [[Int]]
    var names: Set<String>
  }
}
