#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  struct InterruptionTests {
    private static let count = 150

    private func makePoems(in program: Program) throws {
      for number in 0..<Self.count {
        try program.write(
          #"{"version":\#(number % 3 == 0 ? 1 : 2),"author":"\#(number)","text":"a\nb","lines":[]}"#,
          to: "poems/\(number / 50)/\(number).poem")
      }
    }

    /// The content of all poems, without backups.
    private func poems(of program: Program) throws -> [String: String] {
      var poems: [String: String] = [:]
      for number in 0..<Self.count {
        let name = "poems/\(number / 50)/\(number).poem"
        poems[name] = try program.read(name)
      }
      return poems
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `an interrupted migration goes on when it is run again`(_ signal: Int32) throws {
      let whole = try Program()
      try makePoems(in: whole)
      #expect(try whole.run(["migrate", "poems"]).code == 0)
      let expected = try poems(of: whole)
      let program = try Program()
      try makePoems(in: program)
      var wasInterrupted = false

      for attempt in 0..<3 {
        let process = try program.start(
          ["migrate", "--jobs", "2", "--quiet", "poems"], output: FileHandle.nullDevice,
          errors: FileHandle.nullDevice)
        // Somewhere in the middle: after the first document of this run was migrated.
        let folder = program.folder.appending(path: "poems/\(attempt)/.backups").path
        while process.isRunning, !FileManager.default.fileExists(atPath: folder) { usleep(500) }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal {
          #expect(process.terminationStatus == signal)
          wasInterrupted = true
        }
        // Each document is the old one or the new one, and can be read.
        #expect(try program.run(["check", "--quiet", "poems"]).code != 2)
      }
      #expect(try program.run(["migrate", "poems"]).code == 0)

      #expect(wasInterrupted)
      #expect(try poems(of: program) == expected)
      #expect(try program.run(["check", "poems"]).code == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted restoration goes on when it is run again`(_ signal: Int32) throws {
      let program = try Program()
      try makePoems(in: program)
      let originals = try poems(of: program)
      #expect(try program.run(["migrate", "--journal", "journal", "poems"]).code == 0)
      let arguments = ["restore", "--journal", "journal", "poems"]
      let words = Pipe()

      let process = try program.start(
        arguments, output: FileHandle.nullDevice, errors: words)
      // The first one that is restored.
      let first = "poems/0/0.poem"
      while process.isRunning, try program.read(first) != originals[first] { usleep(500) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()

      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == signal)
      let restored = try poems(of: program).count { originals[$0] == $1 }
      #expect(restored < Self.count)
      let documents = restored == 1 ? "1 document was" : "\(restored) documents were"
      let text = String(
        decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(text == "Interrupted. \(documents) restored. Run the command again to continue.\n")
      #expect(try program.run(arguments).code == 0)
      #expect(try poems(of: program) == originals)
    }

    @Test func `the journal of a killed migration has the losses of all that it has migrated`()
      throws
    {
      let program = try Program()
      let names = (100..<300).map { "poems/\($0).poem" }
      for name in names { try program.write(Poems.withMood, to: name) }
      let arguments = ["migrate", "--jobs", "2", "--quiet", "--journal", "journal", "poems"]

      let process = try program.start(
        arguments, output: FileHandle.nullDevice, errors: FileHandle.nullDevice)
      while process.isRunning, try program.read(names[1]) == Poems.withMood { usleep(200) }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()

      #expect(process.terminationReason == .uncaughtSignal)
      let migrated = try names.filter { try program.read($0) != Poems.withMood }
      #expect(!migrated.isEmpty)
      #expect(migrated.count < names.count)
      let journal = try program.read("journal").split(separator: "\n")
      for name in migrated {
        #expect(journal.contains { $0.contains("\(name)\"") && $0.contains(#""lost":["mood"]"#) })
      }
      // What the killed run has migrated is current to the next one.
      #expect(try program.run(arguments).code == 0)
      let results = try program.read("journal").split(separator: "\n")
      for name in names {
        let last = results.last { $0.contains("\(name)\"") }
        #expect(last?.contains(/"result":"(migrated|current)"/) == true)
      }
    }

    @Test func `a filter ends by the signal that ends it`() throws {
      let program = try Program()
      let process = try program.start(
        ["filter", "--type", "Poem"], input: Pipe(), output: FileHandle.nullDevice,
        errors: FileHandle.nullDevice)
      process.interrupt()
      process.waitUntilExit()

      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == SIGINT)
    }

    @Test func `a filter ends by the broken pipe, also if its parent ignores that`() throws {
      let program = try Program()
      try program.write(Poems.mixed(20_000), to: "poems.ndjson")
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = [
        "-c",
        """
        trap '' PIPE
        { "$0" filter --type Poem <poems.ndjson; echo $? >code; } | head -n 1 >first
        """, Program.executable.path,
      ]
      shell.currentDirectoryURL = program.folder
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()

      #expect(try program.read("code") == "\(128 + SIGPIPE)\n")
      #expect(try program.read("first").split(separator: "\n").count == 1)
    }

    @Test func `each answer comes before the next line is read`() throws {
      let program = try Program()
      let (input, output) = (Pipe(), Pipe())
      let process = try program.start(
        ["filter", "--type", "Poem", "--line-buffered"], input: input, output: output,
        errors: FileHandle.nullDevice)
      for line in [Poems.first, Poems.current, Poems.first] {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(answer == (line == Poems.first ? Poems.firstMigrated : line) + "\n")
      }
      try input.fileHandleForWriting.close()
      process.waitUntilExit()

      #expect(process.terminationStatus == 0)
    }

    @Test func `the progress is told when it is asked for`() throws {
      let program = try Program()
      let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      let process = try program.start(
        ["filter", "--type", "Poem", "--line-buffered"], input: input, output: output,
        errors: errors)
      try input.fileHandleForWriting.write(contentsOf: Data("\(Poems.first)\n".utf8))
      _ = output.fileHandleForReading.availableData
      kill(process.processIdentifier, SIGUSR1)
      let words = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      try input.fileHandleForWriting.close()
      process.waitUntilExit()

      #expect(words.hasPrefix("poetry-migrate: "))
      #expect(words.contains(" line"))
      #expect(process.terminationStatus == 0)
    }
  }
#endif
