#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  struct MannerTests {
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

    @Test(arguments: [
      ["inspect", "."], ["inspect", "--files", "--json", "."], ["check", "."],
      ["check", "--json", "--paths-only", "."], ["check", "--sample", "3", "--paths-only", "."],
      ["check", "--errors", "errors", "."],
      ["migrate", "--keep-going", "--journal", "journal", "."],
      ["migrate", "--json", "--keep-going", "--errors", "errors", "."],
      ["filter", "--type", "Poem", "--errors", "errors"], ["filter", "--type", "Poem"],
    ])
    func `nothing of a document is in words, records or journals`(_ arguments: [String]) throws {
      let secret = "s3cret"
      let program = try Program()
      let documents = [
        #"{"version":1,"author":"\#(secret)","text":"\#(secret)"}"#,
        #"{"version":1,"author":"\#(secret)","text":["\#(secret)"]}"#,
        #"{"version":2,"author":"\#(secret)","lines":"\#(secret)"}"#,
        #"{"version":1,"author":"\#(secret)"#, #""\#(secret)""#, #"{"author":"\#(secret)"}"#,
        #"{"version":{"\#(secret)":1}}"#, #"{"version":2,"lines":["\#(secret)",7]} \#(secret)"#,
      ]
      for (index, document) in documents.enumerated() {
        try program.write(document, to: "\(index).poem")
      }

      let result = try program.run(
        arguments, input: Data((documents.joined(separator: "\n") + "\n").utf8))

      #expect(!result.errors.contains(secret))
      if arguments[0] != "filter" { #expect(!result.output.contains(secret)) }
      for name in ["errors", "journal"] {
        #expect((try? program.read(name))?.contains(secret) != true)
      }
      #expect(result.code != 0)
    }

    @Test func `the output doesn't depend on locale, time zone or jobs`() throws {
      let program = try Program()
      let input = Data(Poems.mixed(3_000).utf8)
      for index in 0..<40 {
        try program.write(index.isMultiple(of: 3) ? Poems.first : Poems.second, to: "\(index).poem")
      }
      func outputs(_ environment: [String: String], _ jobs: String) throws -> [String] {
        try [
          ["filter", "--type", "Poem"], ["check", "."], ["inspect", "--files", "."],
          ["check", "--json", "."],
        ]
        .map {
          try program.run($0 + ["--jobs", jobs], input: input, environment: environment).output
        }
      }

      let expected = try outputs([:], "1")

      #expect(try outputs(["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"], "2") == expected)
      #expect(try outputs(["LC_ALL": "C", "LANG": "de_DE", "TZ": "UTC+5"], "3") == expected)
    }

    #if os(Linux)
      @Test(arguments: ["0", "", "no", "on"])
      func `hashing becomes deterministic if the environment has turned it off`(
        _ value: String
      ) throws {
        let program = try Program()
        let (input, output) = (Pipe(), Pipe())
        let process = try program.start(
          ["filter", "--type", "Poem", "--line-buffered"], input: input, output: output,
          errors: FileHandle.nullDevice, environment: ["SWIFT_DETERMINISTIC_HASHING": value])
        try input.fileHandleForWriting.write(contentsOf: Data("\(Poems.first)\n".utf8))
        _ = output.fileHandleForReading.availableData

        // That with which the program was started last.
        let environment = try Data(
          contentsOf: URL(filePath: "/proc/\(process.processIdentifier)/environ"))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()

        #expect(
          environment.split(separator: 0).contains(Data("SWIFT_DETERMINISTIC_HASHING=1".utf8)))
        #expect(process.terminationStatus == 0)
      }
    #endif

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

    @Test func `backups are where they were asked for, and come back from there`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")

      #expect(try program.run(["migrate", "--backups", "kept", "poems"]).code == 0)

      let folder = program.folder
      #expect(
        !FileManager.default.fileExists(atPath: folder.appending(path: "poems/.backups").path))
      let kept = folder.appending(path: "kept\(folder.path)/poems/a.poem").path
      #expect(try FileManager.default.contentsOfDirectory(atPath: kept).count == 1)
      #expect(try program.run(["restore", "--backups", "kept", "poems/a.poem"]).code == 0)
      #expect(try program.read("poems/a.poem") == Poems.first)
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

    @Test func `only the owner can read records with content of documents`() throws {
      let program = try Program()
      let filter = ["filter", "--type", "Poem", "--errors"]

      for (name, options) in [("plain", []), ("content", ["--include-input"])] {
        _ = try program.run(filter + [name] + options, input: Data("\(Poems.wrong)\n".utf8))
        let attributes = try FileManager.default.attributesOfItem(
          atPath: program.folder.appending(path: name).path)
        let permissions = try #require(attributes[.posixPermissions] as? Int)

        #expect((permissions & 0o077 == 0) == (name == "content"))
      }
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

    @Test func `a folder that links to itself is walked once`() throws {
      let program = try Program()
      try program.write(Poems.first, to: "poems/a.poem")
      try FileManager.default.createSymbolicLink(
        atPath: program.folder.appending(path: "poems/again").path, withDestinationPath: "..")

      let result = try program.run(["inspect", "--files", "."])

      #expect(result.output == "poems/a.poem  Poem 1  older\n")
    }

    @Test func `a line of 100 MB passes, and one of 30 MB is migrated`() throws {
      let program = try Program()
      let long = String(repeating: "x", count: 100_000_000)
      let input = """
        {"author":"\(long)","stanzas":[],"language":"","version":3}
        {"version":1,"author":"\(long.prefix(30_000_000))","text":""}

        """

      let result = try program.run(["filter", "--type", "Poem"], input: Data(input.utf8))

      #expect(result.code == 0)
      #expect(result.errors == "poetry-migrate: 2 lines: 1 migrated, 1 current.\n")
      #expect(result.output.utf8.count == 130_000_000 + 108)
    }
  }
#endif
