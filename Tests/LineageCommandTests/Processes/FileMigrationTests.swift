#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Which files a migration replaces and counts.
  struct FileMigrationTests {
    @Test func `what is current keeps its file`() throws {
      let program = try Program()
      try program.write(Poems.current, to: "current.poem")
      try program.write(Poems.newer, to: "newer.poem")
      try program.write(Poems.first, to: "old.poem")
      func numbers(_ name: String) throws -> [AnyHashable?] {
        let path = program.folder.appending(path: name).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return [
          attributes[.systemFileNumber] as? Int, attributes[.modificationDate] as? Date,
        ]
      }
      let before = try ["current.poem", "newer.poem"].map(numbers)
      let old = try numbers("old.poem")

      #expect(try program.run(["migrate", "."]).code == 0)

      #expect(try ["current.poem", "newer.poem"].map(numbers) == before)
      #expect(try numbers("old.poem") != old)
    }

    @Test func `two runs at the same time migrate each document once`() throws {
      let program = try Program()
      for index in 0..<60 { try program.write(Poems.first, to: "\(index).poem") }

      let runs = try (0..<3).map { _ in
        try program.start(
          ["migrate", "--quiet", "."], output: FileHandle.nullDevice, errors: FileHandle.nullDevice)
      }
      for run in runs { run.waitUntilExit() }

      // What another run has migrated in the meantime is current, or was changed: both are safe.
      #expect(try program.run(["check", "."]).code == 0)
      for index in 0..<60 {
        #expect(try program.read("\(index).poem") == Poems.firstMigrated)
        let backups = try FileManager.default.contentsOfDirectory(
          atPath: program.folder.appending(path: ".backups/\(index).poem").path)
        #expect(backups.count == 1)
      }
    }

    @Test func `a check says how many documents are newer, also if they count in another way`()
      throws
    {
      let program = try Program()
      try program.write(Poems.current, to: "a.poem")
      try program.write(Poems.newer, to: "b.poem")
      try program.write(#"{"version":"2025-06","author":"Shiki"}"#, to: "c.poem")

      let all = try program.run(["check", "--json", "."])
      let one = try program.run(["check", "c.poem"])

      #expect(all.code == 0)
      #expect(all.errors == "0 of 3 documents would change; 2 are newer than this program.\n")
      #expect(one.code == 0)
      #expect(one.output == "Poem\n 1  2025-06  newer than this program: left alone\n")
      #expect(one.errors == "0 of 1 document would change; 1 is newer than this program.\n")
    }
  }
#endif
