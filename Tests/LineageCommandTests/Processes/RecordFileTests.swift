#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  /// What is recorded of documents, and where records may go.
  struct RecordFileTests {
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

    @Test func `a record of any length is followed by others`() throws {
      let program = try Program()
      try program.write(Poems.wrong, to: "a.poem")
      let input = String(repeating: "}", count: 1 << 17)
      let record = #"{"code":"undecodable","input":"\#(input)","line":1,"message":"m"}"# + "\n"
      try program.write(record, to: "errors")

      let result = try program.run(["check", "--errors", "errors", "a.poem"])

      #expect(result.code == 2)
      #expect(try program.read("errors").hasPrefix(record))
      #expect(try program.read("errors").count > record.count)
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
      try program.write(Poems.current, to: "in")
      #expect(try shell("filter --type Poem --errors /dev/stdout <in 2>pipe | cat >out") == 0)
      #expect(try program.read("pipe").contains("can't append to '/dev/stdout': it is the output"))
      #expect(try program.read("out").isEmpty)
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
  }
#endif
