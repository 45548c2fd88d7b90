#if os(macOS) || os(Linux)
  import Foundation
  import LineageCommand
  import PoetryDocuments
  import Testing

  /// What the command makes of its process and its environment.
  struct ProcessEnvironmentTests {
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
