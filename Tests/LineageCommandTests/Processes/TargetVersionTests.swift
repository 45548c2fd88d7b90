#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// Migrating up to a version that isn't the newest.
  struct TargetVersionTests {
    @Test func `a type with versioned values inside can't be migrated up to an older version`()
      throws
    {
      let program = try Program()
      let anthology = #"{"version":2,"title":"Frogs","poems":[\#(Poems.second)]}"#
      try program.write(anthology, to: "a.anthology.json")

      for arguments in [["migrate", "a.anthology.json"], ["check", "."], ["filter"]] {
        let result = try program.run(arguments + ["--type", "Anthology", "--to", "2"])

        #expect(result.code == 64)
        #expect(
          result.errors.hasPrefix(
            """
            poetry-migrate: '--to' can't be used with Anthology: values of Poem in it would be written in their newest \
            version. Use a 'poetry-migrate' that was built when version '2' was the newest.
            """))
      }
      #expect(try program.read("a.anthology.json") == anthology)
    }

    @Test func `a version of several types needs the type`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.poem")

      let result = try program.run(["check", "--to", "2", "."])

      #expect(result.code == 64)
      #expect(result.errors.hasPrefix("poetry-migrate: '--to' needs '--type'"))
    }

    @Test func `documents are migrated up to no version, where that is one`() throws {
      let program = try Program()
      try program.write(#"{"reader":"Ada"}"#, to: "settings.json")
      try program.write(#"{"version":2,"reader":"Ada"}"#, to: "new/settings.json")
      try program.write(Poems.first, to: "a.poem")

      let settings = try program.run([
        "check", "--type", "ReaderSettings", "--to", "unversioned", ".",
      ])
      let poems = try program.run(["check", "--type", "Poem", "--to", "unversioned", "a.poem"])

      #expect(settings.code == 0)
      #expect(
        settings.output == """
           1  unversioned  current
           1  2            newer than documents without a version: left alone

          """)
      #expect(
        settings.errors
          == "0 of 2 documents would change; 1 is newer than documents without a version.\n")
      #expect(poems.code == 64)
      #expect(poems.errors.hasPrefix("poetry-migrate: there is no version 'unversioned'. See "))
    }
  }
#endif
