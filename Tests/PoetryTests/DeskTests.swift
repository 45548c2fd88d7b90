import Foundation
import Testing

@testable import Poetry
@testable import PoetryDocuments

@Test func `programs of different age lose nothing of a poem`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "poetry-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var lines: [String] = []
  try Desk(folder: folder).work { lines.append($0) }
  #expect(
    lines == [
      "A program of version 1 saves a poem, and keeps it open.",
      #"  {"author":"Bashō","text":"old pond\nfrog leaps in","version":1}"#,
      "A program of version 3 adds a line. The poem of version 1 is kept first.",
      #"  {"author":"Bashō","stanzas":[["old pond","frog leaps in","water's sound"]],"language":"en","version":3}"#,
      "  kept: version 1",
      "The program of version 1 saves what it has in memory.",
      "  The document 'pond.poem' (PoemV1) belongs to a newer program, so it is left as it is. "
        + "It has version '3', but the newest known version is '1'. It was written by a newer program: open it there, or update this one. "
        + "Nothing was changed. Known versions: '1' (PoemV1).",
      "Two programs of version 3 change the poem.",
      "  merged: Matsuo Bashō, ja",
      "A disk fails, and half of another poem is left. Each poem is read on its own.",
      "  The document 'dew.poem' (Poem) can't be read. "
        + "The data isn't a valid document, so no Poem could be decoded from it. "
        + "Line 1, column 25: The document ends inside a string that isn't closed. It may be damaged, cut off, or in "
        + "another format. Known versions: '3' (Poem), '2' (PoemV2), '1' (PoemV1). Nothing was changed. Restore a "
        + "backup, or replace the document with write(_:replacing:), which keeps the old one.",
      "  pond.poem: Matsuo Bashō",
    ])
}
