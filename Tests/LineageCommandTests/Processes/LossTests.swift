#if os(macOS) || os(Linux)
  import Foundation
  import LineageCommand
  import PoetryDocuments
  import Testing

  /// What would lose documents, or what is known of them, if it went wrong.
  struct LossTests {
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
      #expect(migration.output.contains("3  failed: poems/.backups/a.poem: It is a backup"))
      #expect(all.code == 2)
      #expect(typed.output == "?\t1\t?\t?\tfailed\t\t\(backup)\t\t\n")
    }

    @Test func `backups in a folder for all backups aren't migrated if they are named`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "a.txt")
      let options = ["--type", "Poem", "--backups", "kept"]
      #expect(try program.run(["migrate", "a.txt"] + options).code == 0)
      let kept = "kept" + program.folder.appending(path: "a.txt").path
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

    @Test func `a failure is recorded once, however many there are`() throws {
      let program = try Program()
      for index in 0..<150 { try program.write(Poems.damaged, to: "\(index).poem") }
      try program.write(Poems.first, to: "good.poem")

      let result = try program.run(
        ["migrate", "--keep-going", "--errors", "errors", "--journal", "journal", "."])

      func lines(_ text: String) -> Int { text.split(separator: "\n").count }
      #expect(lines(try program.read("errors")) == 150)
      let results = try program.read("journal").matches(of: /"result":"([a-z]+)"/).map(\.1)
      #expect(results == Array(repeating: "failed", count: 150) + ["migrating", "migrated"])
      #expect(result.errors.hasSuffix("1 document was migrated, 150 failed.\n"))
      #expect(lines(result.errors) == 1)
    }

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

    // MARK: - Records

    @Test(arguments: [
      // The name was forgotten, so that the shell's `*.poem` supplies it.
      ("migrate --no-input --journal a.poem b.poem", "it contains something other than records"),
      ("check --errors a.poem b.poem", "it contains something other than records"),
      ("inspect --errors a.poem b.poem", "it contains something other than records"),
      (
        "migrate -n --only-failed --journal a.poem b.poem",
        "it contains something other than records"
      ),
      ("migrate -k --errors b.poem a.poem b.poem", "it is one of the documents"),
      ("check --errors link a.poem", "it is one of the documents"),
      ("check --errors empty empty", "it is one of the documents"),
      ("migrate --journal poems/log.poem poems", "it would be found as a document"),
      (
        "migrate --journal poems/../poems/old/settings.json --type Poem .",
        "it would be found as a document"
      ),
      ("migrate --errors sub/log.poem poems", "it would be found as a document"),
      ("migrate --errors dangling poems", "it would be found as a document"),
      ("migrate --errors sub/away poems", "it would be found as a document"),
      ("check --errors pretty.txt a.poem", "it contains something other than records"),
      ("filter --type Poem --errors lines.ndjson", "it contains something other than records"),
    ])
    func `records aren't appended to a document`(_ command: String, _ reason: String) throws {
      let program = try Program()
      let files = [
        "a.poem": Poems.first, "b.poem": Poems.second, "poems/c.poem": Poems.first, "empty": "",
        "poems/old/d.poem": Poems.first, "pretty.txt": Poems.current.replacing(" ", with: "\n"),
        "lines.ndjson": "\(Poems.first)\n\(Poems.second)\n",
      ]
      for (name, text) in files { try program.write(text, to: name) }
      let links = [
        ("link", "a.poem"), ("sub", "poems/old"), ("dangling", "sub/new.poem"),
        ("poems/old/away", "../../dangling"),
      ]
      for (link, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: program.folder.appending(path: link).path, withDestinationPath: target)
      }

      let arguments = command.split(separator: " ").map(String.init)
      let result = try program.run(arguments)

      #expect(result.code == 64)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(" can't append to '"))
      #expect(result.errors.contains("': \(reason). Name a file of its own, such as "))
      for (name, text) in files { #expect(try program.read(name) == text) }
      #expect(try names(in: program).count == files.count + links.count)
    }

    @Test(arguments: ["poems/.log.poem", "log.poem", "poems/log", "elsewhere/log.poem"])
    func `records go to any other file, and follow those that it has`(_ file: String) throws {
      let program = try Program()
      try program.write(Poems.wrong, to: "poems/a.poem")
      try program.write("", to: "elsewhere/b.txt")
      let arguments = ["migrate", "--journal", file, "--errors", "\(file).ndjson", "poems"]

      for _ in 0..<2 { #expect(try program.run(arguments).code == 2) }

      for name in [file, "\(file).ndjson"] {
        #expect(try program.read(name).split(separator: "\n").count == 2)
      }
    }

    @Test func `records aren't appended to what is read or written at the same time`() throws {
      let program = try Program()
      let shell = { (command: String) in
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\"$0\" \(command) 2>words", Program.executable.path]
        process.currentDirectoryURL = program.folder
        try process.run()
        // Without end, the file would grow.
        DispatchQueue.global().asyncAfter(deadline: .now() + 20) { process.terminate() }
        process.waitUntilExit()
        return process.terminationStatus
      }
      // What another run has recorded.
      let records = #"{"code":"unreadable","line":1,"message":"It is empty.","offset":0}"# + "\n"

      for command in ["filter --type Poem --errors in <in", "check --type Poem --errors in - <in"] {
        try program.write(records, to: "in")
        #expect(try shell(command) == 64)
        #expect(
          try program.read("words").hasPrefix(
            "poetry-migrate: '--errors' can't append to 'in': it is the input. Name a file of its own"
          ))
        #expect(try program.read("in") == records)
      }
      try program.write(Poems.wrong, to: "a.poem")
      for command in ["filter --type Poem --errors out >out", "check --json --errors out . >out"] {
        #expect(try shell(command) == 64)
        #expect(
          try program.read("words").hasPrefix(
            "poetry-migrate: '--errors' can't append to 'out': it is the output."))
        #expect(try program.read("out").isEmpty)
      }
    }

    /// The names of all files that aren't hidden.
    private func names(in program: Program) throws -> [String] {
      let files = FileManager.default
      return try files.subpathsOfDirectory(atPath: program.folder.path).filter { path in
        let attributes = try? files.attributesOfItem(
          atPath: program.folder.appending(path: path).path)
        return !path.hasPrefix(".") && attributes?[.type] as? FileAttributeType != .typeDirectory
      }
    }

    @Test func `records can go to a named pipe`() throws {
      let program = try Program()
      try program.write(Poems.damaged, to: "a.poem")
      let path = program.folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      let pipe = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(pipe) }

      let process = try program.start(
        ["migrate", "--errors", "pipe", "a.poem"], output: FileHandle.nullDevice,
        errors: FileHandle.nullDevice)
      // Ends it if it waits for another program to write into the pipe.
      DispatchQueue.global().asyncAfter(deadline: .now() + 20) { process.terminate() }
      process.waitUntilExit()

      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 2)
      let records = try FileHandle(fileDescriptor: pipe).readToEnd() ?? Data()
      #expect(String(decoding: records, as: UTF8.self).hasPrefix(#"{"code":"unreadable""#))
    }

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

    @Test func `a document that can't be written is recorded`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")
      // A file where the folder of the backups should be.
      try program.write("", to: "poems/.backups")

      let result = try program.run(["migrate", "--errors", "errors", "poems"])

      #expect(result.code == 2)
      #expect(result.errors.hasPrefix("poetry-migrate: poems/a.poem: "))
      #expect(try program.read("errors").hasPrefix(#"{"code":"not-written","file":"poems/a.poem""#))
      #expect(try program.read("poems/a.poem") == Poems.first)
    }

    @Test func `a line that isn't UTF-8 can be restored from its record`() throws {
      let program = try Program()
      let line = Data([0x7B, 0xFF, 0x0A])

      _ = try program.run(
        ["filter", "--type", "Poem", "--errors", "errors", "--include-input"], input: line)

      #expect(
        try program.read("errors").contains(#""inputBase64":"\#(line.base64EncodedString())""#))
    }

    @Test func `fields that are lost are said, however many there are`() throws {
      let program = try Program()
      let fields = (0..<120).map { "\"field\($0)\":1" }.joined(separator: ",")
      let line = #"{"version":2,"author":"","lines":[],\#(fields)}"#

      let result = try program.run(
        ["filter", "--type", "Poem", "--quiet"], input: Data("\(line)\n\(line)\n".utf8))

      let words = result.errors.split(separator: "\n")
      #expect(words.count == 101)
      #expect(words.last == "poetry-migrate: other fields were lost 40 times.")
    }

    @Test func `a document that loses a field in several values counts once`() throws {
      let program = try Program()
      let line = #"{"version":2,"title":"Snow","poems":[\#(Poems.withMood),\#(Poems.withMood)]}"#

      let result = try program.run(
        ["filter", "--type", "Anthology", "--quiet"], input: Data("\(line)\n".utf8))

      #expect(
        result.errors
          == "poetry-migrate: 1 document lost a value of the field poems[].mood in the migration to version 2025-06.\n"
      )
    }

    // MARK: - Other programs

    @Test func `a command in another program leaves the process alone`() async throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")
      let command = MigrationCommand(name: "poetry-migrate", version: "1.4") {
        Documents(of: Poem.self, named: "*.poem")
      }
      let folder = program.folder.appending(path: "poems").path

      let codes = [
        await command.run(["check", "--quiet", "--errors", "/dev/null", folder]),
        await command.run(["migrate", "--quiet", "--no-input", folder]),
        await command.run(["check", "--quiet", folder]),
      ]

      #expect(codes == [.differences, .success, .success])
      #expect(try program.read("poems/a.poem") == Poems.firstMigrated)
    }
  }
#endif
