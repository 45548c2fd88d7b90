import Foundation
import Lineage
import LineageStore
import Testing

/// What programs that were killed leave behind, and what others may read of it.
struct InterruptedSaveTests {
  let folder: TemporaryFolder
  let file: DocumentFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = DocumentFile(folder.file("note.json"))
  }

  @Test func `a backup that was never finished is no backup, and the next save removes it`() throws
  {
    try file.write(.sample, over: nil)
    let backups = folder.file(".backups/note.json")
    try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: backups.appending(path: ".note.json.saving"))

    #expect(try file.backups().isEmpty)
    try file.update { $0.title = "Toads" }

    #expect(try FileManager.default.contentsOfDirectory(atPath: backups.path) == [])
  }

  @Test(arguments: [0o600, 0o640])
  func `a document is as private as the file that it was imported from`(permissions: Int) throws {
    try folder.write(oldNote, to: "legacy.json")
    let legacy = folder.file("legacy.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: legacy.path)
    let file = DocumentFile<Note>(file.url, imports: [.file(legacy)])

    try file.write(.sample, over: try file.read())

    let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
    #expect(attributes[.posixPermissions] as? Int == permissions)
    let backup = try #require(try file.backups().first?.url)
    #expect(
      try FileManager.default.attributesOfItem(atPath: backup.path)[.posixPermissions] as? Int
        == permissions)
    #expect(try folder.names() == [".backups", "note.json"])
  }
}
