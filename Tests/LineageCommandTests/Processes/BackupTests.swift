#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Which backups the command makes, finds and restores.
  struct BackupTests {
    @Test func `backups in the folder itself aren't documents`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")

      #expect(try program.run(["migrate", "--backups", "poems/kept", "poems"]).code == 0)
      let again = try program.run(["migrate", "--backups", "poems/kept", "poems"])

      #expect(again.errors == "0 documents were migrated, 1 left alone.\n")
    }

    @Test func `backups in a folder that is made on the way aren't documents`() throws {
      let program = try Program()
      for index in 0..<40 { try program.write(Poems.first, to: "poems/a\(index).poem") }
      try program.write(Poems.first, to: "poems/z/last.poem")

      let result = try program.run(["migrate", "-j", "1", "--backups", "poems/z/kept", "poems"])

      #expect(result.errors == "41 documents were migrated.\n")
      // Without the option, nothing says that these are backups but their names.
      let check = try program.run(["check", "poems"])
      #expect(check.code == 0)
      let restored = try program.run(["restore", "--backups", "poems/z/kept", "poems/a7.poem"])
      #expect(restored.code == 0)
      #expect(try program.read("poems/a7.poem") == Poems.first)
    }

    @Test func `backups that are named themselves aren't migrated`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")
      #expect(try program.run(["migrate", "poems"]).code == 0)
      let folder = program.folder.appending(path: "poems/.backups/a.poem").path
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
      let backup = "poems/.backups/a.poem/\(name)"
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.appending(path: "link.poem").path, withDestinationPath: backup)

      // As `find poems -name '*.poem'` lists them.
      let operands = ["poems/.backups/a.poem", backup, "link.poem", "poems/a.poem"]
      let migration = try program.run(["migrate", "-k", "--backups", "none"] + operands)
      let all = try program.run(["check", "poems/.backups"])
      let typed = try program.run(["check", "--plain", "--type", "Anthology", backup])

      #expect(try program.read(backup) == Poems.first)
      #expect(migration.code == 2)
      #expect(migration.output.contains("3  failed, e.g. poems/.backups/a.poem: It is a backup"))
      #expect(all.code == 2)
      #expect(typed.output == "?\t1\t?\t?\tfailed\t\t\(backup)\t\t\n")
    }

    @Test func `backups in a folder for all backups aren't migrated if they are named`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.txt")
      let options = ["--type", "Poem", "--backups", "kept"]
      #expect(try program.run(["migrate", "a.txt"] + options).code == 0)
      let kept = "kept/up1/a.txt"
      let name = try #require(
        try FileManager.default.contentsOfDirectory(
          atPath: program.folder.appending(path: kept).path
        ).first)

      let migration = try program.run(["migrate", "\(kept)/\(name)"] + options)

      #expect(migration.code == 2)
      #expect(try program.read("\(kept)/\(name)") == Poems.first)
    }

    @Test func `a backup that is named can be inspected`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")
      #expect(try program.run(["migrate", "poems"]).code == 0)
      let folder = program.folder.appending(path: "poems/.backups/a.poem").path
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)

      let result = try program.run(["inspect", "--plain", "poems/.backups/a.poem/\(name)"])

      #expect(result.output == "Poem\t1\t1\tolder\n")
    }

    @Test func `a restored backup is named with its version, even if it is removed`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.poem")
      #expect(try program.run(["migrate", "--backups", "1", "a.poem"]).code == 0)

      let result = try program.run(["restore", "--backups", "1", "a.poem"])

      #expect(result.output.hasPrefix("a.poem: restored version 1 from 1-version1-"))
      #expect(try program.read("a.poem") == Poems.first)
    }

    @Test func `backups are where they were asked for, and come back from there`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")

      #expect(try program.run(["migrate", "--backups", "kept", "poems"]).code == 0)

      let folder = program.folder
      #expect(
        !FileManager.default.fileExists(atPath: folder.appending(path: "poems/.backups").path))
      let kept = folder.appending(path: "kept/up1/poems/a.poem").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: kept).count == 1)
      #expect(try program.run(["restore", "--backups", "kept", "poems/a.poem"]).code == 0)
      #expect(try program.read("poems/a.poem") == Poems.first)
    }

    @Test func `a document without a file and a backup is no input, whatever is asked of it`()
      throws
    {
      let program = try Program()

      for verb in ["backups", "restore"] {
        let result = try program.run([verb, "a.poem"])

        #expect(result.code == 66)
        #expect(
          result.errors
            == "poetry-migrate: a.poem: There is no such file, and no backup of it.\n")
      }
    }

    @Test(arguments: [
      ("kept", "it isn't a folder"), ("kept/a", "a part of the path isn't a folder ("),
    ])
    func `a file isn't a folder for backups`(_ path: String, _ reason: String) throws {
      let program = try Program()
      try program.write("", to: "kept")
      try program.write(Poems.first, to: "a.poem")

      for (verb, code) in [("migrate", Int32(73)), ("restore", 73), ("backups", 66)] {
        let result = try program.run([verb, "--backups", path, "a.poem"])

        #expect(result.code == code)
        #expect(result.output.isEmpty)
        #expect(
          result.errors.hasPrefix("poetry-migrate: '\(path)' can't contain backups: \(reason)"))
        #expect(result.errors.hasSuffix(" Name a folder for '--backups'.\n"))
      }
      #expect(try program.read("a.poem") == Poems.first)
    }

    @Test func `no backup is kept where none was asked for`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.poem")

      #expect(try program.run(["migrate", "--backups", "none", "."]).code == 0)

      #expect(
        !FileManager.default.fileExists(atPath: program.folder.appending(path: ".backups").path))
    }

    @Test func `a document that was removed comes back from its backup`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.poem")
      #expect(try program.run(["migrate", "."]).code == 0)
      try FileManager.default.removeItem(at: program.folder.appending(path: "a.poem"))

      #expect(try program.run(["restore", "a.poem"]).code == 0)

      #expect(try program.read("a.poem") == Poems.first)
    }
  }
#endif
