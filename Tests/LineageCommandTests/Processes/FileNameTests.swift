#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Files and folders with several names, and with names that cause trouble.
  struct FileNameTests {
    @Test func `a document that is named in several ways is migrated once`() throws {
      let program = try Program()
      for index in 0..<40 { try program.write(Poems.first, to: "poems/\(index).poem") }
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.appending(path: "poems/link.poem").path,
        withDestinationPath: "0.poem")
      try FileManager.default.createDirectory(
        at: program.folder.appending(path: "poems/sub"), withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.appending(path: "link").path, withDestinationPath: "poems/sub")

      // The last one is in the folder that contains the link's destination, not the link.
      let result = try program.run([
        "migrate", "-j", "8", "poems", "./poems", "poems/1.poem", ".", "link/../2.poem",
      ])

      #expect(result.errors == "40 documents were migrated.\n")
      #expect(result.code == 0)
    }

    @Test(arguments: [[], ["--backups", "~/kept"]])
    func `a tilde is part of a name, which the shell has replaced where it isn't`(
      backups: [String]
    ) throws {
      let program = try Program()
      try program.write(Poems.first, to: "~/a.poem")
      let file = program.folder.appending(path: "~/a.poem")

      #expect(try program.run(["migrate"] + backups + ["~/a.poem"]).code == 0)
      try FileManager.default.removeItem(at: file)
      #expect(try program.run(["restore"] + backups + ["~/a.poem"]).errors == "")
      let bad = try program.run(
        ["filter", "--type", "Poem", "--errors", "~/errors"], input: Data("{\n".utf8))

      #expect(try program.read("~/a.poem") == Poems.first)
      #expect(try program.read("~/errors").hasPrefix(#"{"code":"unreadable""#))
      #expect(bad.code == 2)
      let isKept = FileManager.default.fileExists(
        atPath: program.folder.appending(path: backups.last ?? "~/.backups").path)
      #expect(isKept)
    }

    #if os(Linux)
      @Test func `a name that isn't UTF-8 is reported`() throws {
        let program = try Program()
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", #"mkdir -p "poems/$(printf 'caf\351')""#]
        shell.currentDirectoryURL = program.folder
        try shell.run()
        shell.waitUntilExit()
        try program.write(Poems.current, to: "poems/a.poem")

        let result = try program.run(["check", "poems"])

        #expect(result.code == 2)
        #expect(result.output.contains("Its name isn't valid UTF-8. Rename it"))
      }

      @Test func `a file whose name isn't UTF-8 is skipped like any other if it is no document`()
        throws
      {
        let program = try Program()
        try program.write(Poems.first, to: "poems/a.poem")
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
          "-c",
          #"""
          echo x >"poems/$(printf 'caf\351').jpg"; echo x >"poems/$(printf '\377').jpg"
          echo x >"poems/$(printf '\357\277\275').jpg"
          """#,
        ]
        shell.currentDirectoryURL = program.folder
        try shell.run()
        shell.waitUntilExit()

        let result = try program.run(["migrate", "poems"])

        #expect(result.errors == "1 document was migrated.\n")
        #expect(result.code == 0)
      }

      @Test func `a name that isn't UTF-8 isn't taken for another one`() throws {
        let program = try Program()
        try program.write(Poems.first, to: "poems/\u{FFFD}.poem")
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", #"cp poems/*.poem "poems/$(printf '\377').poem""#]
        shell.currentDirectoryURL = program.folder
        try shell.run()
        shell.waitUntilExit()

        let check = try program.run(["check", "poems"])
        let migration = try program.run(["migrate", "--keep-going", "poems"])

        #expect(check.code == 2)
        #expect(check.errors == "1 of 2 documents would change; 1 failed.\n")
        #expect(
          check.output.contains(
            "failed: poems/\u{FFFD}.poem: Its name isn't valid UTF-8. Rename it"))
        #expect(migration.code == 2)
        #expect(migration.errors == "1 document was migrated, 1 failed.\n")
      }
    #endif

    @Test func `a name that begins with a period is hidden, whatever follows the period`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/.\u{301}a.poem")
      try program.write(Poems.first, to: "poems/.\u{301}sub/b.poem")
      try program.write(Poems.first, to: "poems/c.poem")

      let found = try program.run(["inspect", "--files", "poems"])
      let named = try program.run(["migrate", "poems/.\u{301}a.poem"])

      #expect(found.output == "poems/c.poem  Poem 1  older\n")
      #expect(named.errors == "1 document was migrated.\n")
    }

    // A character may be a slash with the mark that follows it, or with the sign before it.
    @Test(arguments: ["\u{301}", "\u{600}"])
    func `a folder is a folder, whatever its name begins or ends with`(name: String) throws {
      let program = try Program()
      try program.write("{}", to: "\(name)/settings.json")
      try program.write(Poems.first, to: "\(name)/\(name)/a.poem")
      #expect(try program.run(["migrate", "\(name)/\(name)/a.poem"]).code == 0)

      let found = try program.run(["inspect", "--plain", "."])
      let named = try program.run(["inspect", "--files", "\(name)/"])
      let backup = try program.run(["migrate", "\(name)/\(name)/.backups/a.poem"])

      #expect(found.output.contains("ReaderSettings"))
      #expect(!named.output.contains("//"))
      #expect(backup.code == 2)
      #expect(backup.output.contains("It is a backup, which is never migrated."))
    }

    @Test func `a backup is one, whatever the name of its document begins with`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/\u{301}a.poem")
      #expect(try program.run(["migrate", "poems"]).code == 0)

      let result = try program.run(["migrate", "poems/.backups/\u{301}a.poem"])

      #expect(result.code == 2)
      #expect(result.output.contains("It is a backup, which is never migrated."))
    }

    @Test(.enabled(if: geteuid() != 0, "Root may read everything."))
    func `a folder that can't be read fails like a document, and the others are checked`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.poem")
      try program.write(Poems.first, to: "closed/b.poem")
      let path = program.folder.appending(path: "closed").path
      func setPermissions(_ permissions: Int) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: permissions]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
      }
      try setPermissions(0)
      // Otherwise, it can't be removed.
      defer { try? setPermissions(0o700) }

      let result = try program.run(["check", "a.poem", "closed"])

      #expect(result.code == 2)
      #expect(result.output.contains("failed: closed: Permission denied"))
      #expect(result.errors == "1 of 2 documents would change; 1 failed.\n")
    }

    @Test func `a name can't break a line or a column`() throws {
      let program = try Program()
      let (name, shown) = ("a\tb\nc.poem", #"a\u{9}b\u{a}c.poem"#)
      try program.write(Poems.first, to: name)
      #expect(try program.run(["migrate", name]).code == 0)

      for verb in ["backups", "restore"] {
        let result = try program.run([verb, "--plain", name])
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.output.hasPrefix("\(shown)\t1-version1-"))
        let missing = try program.run([verb, "no\(name)"])
        #expect(missing.errors.hasPrefix("poetry-migrate: no\(shown): There is no "))
      }
      #expect(
        try program.run(["check", "no\(name)"]).errors.hasPrefix("poetry-migrate: 'no\(shown)': "))
      #expect(
        try program.run(["filter", name]).errors.hasPrefix(
          "poetry-migrate: 'filter' reads standard input, not '\(shown)'."))
    }

    @Test func `a folder that links to itself is walked once`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.appending(path: "poems/again").path, withDestinationPath: "..")

      let result = try program.run(["inspect", "--files", "."])

      #expect(result.output == "poems/a.poem  Poem 1  older\n")
    }
  }
#endif
