#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Migrations with a journal.
  struct JournalCommandTests {
    @Test func `the journal knows what failed, also if nothing was migrated`() throws {
      let program = try Program()
      try program.write(Poems.wrong, to: "poems/b.poem")
      // The last run was killed while it wrote.
      try program.write(#"{"file":"poems/x.poem","resu"#, to: "journal")

      #expect(try program.run(["migrate", "-k", "--journal", "journal", "poems"]).code == 2)
      try program.write(Poems.second, to: "poems/b.poem")
      let again = try program.run(["migrate", "--only-failed", "--journal", "journal", "./poems"])

      #expect(again.errors == "1 document was migrated.\n")
      #expect(try program.read("poems/b.poem") == Poems.secondMigrated)
    }

    @Test func `nothing is migrated without a record of it`() throws {
      let program = try Program()
      for index in 0..<40 { try program.write(Poems.withMood, to: "poems/\(index).poem") }

      let result = try program.run(
        ["migrate", "--jobs", "2", "--no-input", "--journal", "/dev/full", "poems"])

      #expect(result.code == 74)
      #expect(
        result.errors.contains(".poem: It was left as it is, because the journal can't be written.")
      )
      #expect(
        result.errors.hasSuffix(
          """
          poetry-migrate: '/dev/full' can't be written: no space left on the disk (write, error 28). Run the command \
          again to continue.

          """))
      for index in 0..<40 {
        #expect(try program.read("poems/\(index).poem") == Poems.withMood)
      }
    }

    @Test func `a journal names its files for any folder`() throws {
      let (program, elsewhere) = (try Program(), try Program())
      let folder = program.folder.path
      try program.write(Poems.wrong, to: "poems/b.poem")
      #expect(try program.run(["migrate", "-k", "--journal", "journal", "poems"]).code == 2)
      try program.write(Poems.second, to: "poems/b.poem")

      let again = try elsewhere.run(
        ["migrate", "--only-failed", "--journal", "\(folder)/journal", "\(folder)/poems"])

      #expect(again.errors == "1 document was migrated.\n")
      #expect(try program.read("poems/b.poem") == Poems.secondMigrated)
    }

    @Test func `documents of the journal that aren't retried are counted`() throws {
      let program = try Program()
      for name in ["a", "b", "c"] { try program.write(Poems.wrong, to: "poems/\(name).poem") }
      #expect(try program.run(["migrate", "-k", "--journal", "journal", "poems"]).code == 2)
      for name in ["a", "b", "c"] { try program.write(Poems.second, to: "poems/\(name).poem") }
      try program.write(Poems.current, to: "d.poem")

      let retry = ["migrate", "--only-failed", "--journal", "journal"]
      let one = try program.run(retry + ["poems/a.poem", "d.poem"])
      let none = try program.run(retry + ["d.poem"])

      #expect(one.code == 0)
      #expect(
        one.errors == """
          2 of 3 documents that failed according to 'journal' aren't in 'poems/a.poem', 'd.poem'.
          1 document was migrated.

          """)
      #expect(none.code == 66)
      #expect(
        none.errors == """
          poetry-migrate: none of the 2 documents that failed according to 'journal' is in 'd.poem'. Name the files or \
          folders that the journal names.

          """)
    }

    @Test func `a retry can be previewed`() throws {
      let program = try Program()
      try program.write(Poems.wrong, to: "poems/b.poem")
      try program.write(Poems.first, to: "poems/c.poem")
      #expect(try program.run(["migrate", "--journal", "journal", "poems"]).code == 2)
      try program.write(Poems.second, to: "poems/b.poem")
      let journal = try program.read("journal")

      let preview = try program.run(
        ["migrate", "--dry-run", "--only-failed", "--journal", "journal", "--plain", "poems"])

      #expect(preview.code == 0)
      #expect(preview.output.hasPrefix("Poem\t1\t2\t3\t"))
      #expect(preview.errors == "Nothing was written. 1 of 1 document would change.\n")
      #expect(try program.read("journal") == journal)
      #expect(try program.read("poems/b.poem") == Poems.second)
    }

    // MARK: - Names and links

    @Test(arguments: ["\u{301}a.poem", "\u{301}sub/a.poem", "\u{600}/a.poem"])
    func `a migration is undone, whatever the names of its files begin or end with`(
      name: String
    ) throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/\(name)")
      #expect(try program.run(["migrate", "--journal", "journal", "poems"]).code == 0)

      let result = try program.run(["restore", "--journal", "journal", "poems"])

      #expect(result.errors == "1 document was restored.\n")
      #expect(try program.read("poems/\(name)") == Poems.first)
    }

    #if os(Linux)
      /// The names of two files whose accents are spelled in two ways, the one that is found first in front.
      private static let spellings = ["poems/e\u{301}.poem", "poems/\u{E9}.poem"]

      @Test func `files whose names are one text are two in a journal`() throws {
        let program = try Program()
        for name in Self.spellings { try program.write(Poems.first, to: name) }
        #expect(try program.run(["migrate", "--journal", "journal", "poems"]).code == 0)

        let one = try program.run(["restore", "--journal", "journal", Self.spellings[1]])
        let migrated = try Self.spellings.map(program.read)
        let all = try program.run(["restore", "--journal", "journal", "poems"])

        #expect(one.errors == "1 document was restored.\n")
        #expect(migrated == [Poems.firstMigrated, Poems.first])
        #expect(all.errors == "1 document was restored.\n")
        for name in Self.spellings { #expect(try program.read(name) == Poems.first) }
      }

      @Test func `a document that failed is retried, also if the same text names one that didn't`()
        throws
      {
        let program = try Program()
        try program.write(Poems.wrong, to: Self.spellings[0])
        try program.write(Poems.first, to: Self.spellings[1])
        #expect(try program.run(["migrate", "-k", "--journal", "journal", "poems"]).code == 2)
        try program.write(Poems.second, to: Self.spellings[0])

        let again = try program.run(["migrate", "--only-failed", "--journal", "journal", "poems"])

        #expect(again.errors == "1 document was migrated.\n")
        #expect(try program.read(Self.spellings[0]) == Poems.secondMigrated)
      }
    #endif

    @Test func `the folder around the destination of a link has the document that is restored`()
      throws
    {
      let program = try Program()
      try program.write(Poems.first, to: "a.poem")
      try program.write(Poems.first, to: "other/a.poem")
      try program.write("", to: "other/inner/file")
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.appending(path: "link").path, withDestinationPath: "other/inner")
      #expect(try program.run(["migrate", "--journal", "journal", "link/../a.poem"]).code == 0)
      #expect(try program.run(["migrate", "a.poem"]).code == 0)

      let result = try program.run(["restore", "--journal", "journal", "link/.."])

      #expect(result.errors == "1 document was restored.\n")
      #expect(try program.read("a.poem") == Poems.firstMigrated)
      #expect(try program.read("other/a.poem") == Poems.first)
    }
  }
#endif
