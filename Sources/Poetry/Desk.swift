import Foundation
import Lineage
import LineageStore
import PoetryDocuments

/// Poems that are kept in a folder, by programs of different age.
struct Desk {
  let folder: DocumentFolder<Poem>

  init(folder: URL) {
    self.folder = DocumentFolder(folder, named: "*.poem")
  }

  /// Shows what happens to a poem while a program of version 1 and one of version 3 use it.
  func work(tell: (String) -> Void) throws {
    let file = folder.document(named: "pond.poem")

    tell("A program of version 1 saves a poem, and keeps it open.")
    let old = DocumentFile<PoemV1>(file.url)
    let draft = PoemV1(author: "Bashō", text: "old pond\nfrog leaps in")
    let memory = try old.write(draft, over: nil)
    tell("  \(try text(of: file.url))")

    tell("A program of version 3 adds a line. The poem of version 1 is kept first.")
    try file.update { $0.stanzas[0].append("water's sound") }
    tell("  \(try text(of: file.url))")
    for backup in try file.backups() {
      tell("  kept: version \(backup.version.map { "\($0)" } ?? "unknown")")
    }

    tell("The program of version 1 saves what it has in memory.")
    do {
      try old.write(memory.value, over: memory)
    } catch {
      tell("  \(withoutFolder(error.description))")
    }

    tell("Two programs of version 3 change the poem.")
    let opened = try file.read()
    try file.update { $0.language = "ja" }
    do {
      var poem = opened?.value ?? Poem()
      poem.author = "Matsuo Bashō"
      try file.write(poem, over: opened)
    } catch StoreError.changed(let conflict) {
      let merged = try file.write(conflict.merged(), resolving: conflict)
      tell("  merged: \(merged.value.author), \(merged.value.language)")
    }

    tell("A disk fails, and half of another poem is left. Each poem is read on its own.")
    try Data(#"{"author": "Issa", "stan"#.utf8)
      .write(to: folder.document(named: "dew.poem").url)
    for file in try folder.documents {
      do {
        tell("  \(file.url.lastPathComponent): \(try file.read()?.value.author ?? "gone")")
      } catch {
        tell("  \(withoutFolder(error.description))")
      }
    }
  }

  private func text(of url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }

  private func withoutFolder(_ message: String) -> String {
    message.replacing("\(folder.url.path)/", with: "")
  }
}
