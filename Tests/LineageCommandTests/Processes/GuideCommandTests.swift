#if os(Linux)
  import Foundation
  import Testing

  @Suite struct GuideCommandTests {
    /// The commands in the guide, in the order in which a reader tries them.
    static let commands: [String] = {
      let guide = URL(filePath: #filePath).appending(path: "../../../../Docs/Command.md")
        .standardized
      var isCommand = false
      return ((try? String(contentsOf: guide, encoding: .utf8)) ?? "").split(separator: "\n")
        .filter { line in
          if line.hasPrefix("```") { isCommand = line == "```sh" }
          return isCommand && !line.hasPrefix("```") && !line.hasPrefix("#")
        }
        .map(String.init)
    }()

    @Test func `every command in the guide can be run`() throws {
      let program = try Program()
      for (name, text) in TranscriptTests.ages { try program.write(text, to: name) }
      try program.write(Poems.first, to: "poems/basho.json")
      try program.write(Poems.mixed(10), to: "poems.ndjson")
      try program.write(Poems.mixed(10), to: "old.ndjson")
      try program.write("", to: ".zfunc/_old")

      #expect(
        try program.run(["migrate", "--type", "Poem", "poems/basho.json"]).code == 0)

      #expect(Self.commands.count > 20)
      for command in Self.commands where !command.hasSuffix("| source") {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "{ \(command); } >.output 2>.errors"]
        shell.currentDirectoryURL = program.folder
        let tools = Program.executable.deletingLastPathComponent().path
        shell.environment = [
          "PATH": "\(tools):/usr/bin:/bin", "HOME": program.folder.path,
        ]
        shell.standardInput = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()

        // Some documents in the folder would change.
        let errors = try program.read(".errors")
        #expect([0, 1].contains(shell.terminationStatus), "\(command): \(errors)")
      }
    }
  }
#endif
