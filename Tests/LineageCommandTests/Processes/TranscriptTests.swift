// Other systems have no /dev/full, and other words for some errors.
#if os(Linux)
  import Foundation
  import Testing

  /// Documents, and commands that are run with them in turn.
  struct Scenario: CustomTestStringConvertible, Sendable {
    var name: String
    var files: [String: String] = [:]
    var commands: [String]
    var testDescription: String { name }
  }

  /// What each command prints, and how it ends, as in a terminal session.
  ///
  /// The transcripts are in the folder `Sessions`. To update them after a change, run the tests with RECORD_TRANSCRIPTS, and
  /// review the diff.
  @Suite struct TranscriptTests {
    static let ages = [
      "poems/basho.poem": Poems.first, "poems/issa.poem": Poems.second,
      "poems/old/chiyo.poem": #"{"version":1,"author":"Chiyo","text":"morning glory"}"#,
      "poems/anon.poem": Poems.withMood, "poems/buson.poem": Poems.current,
      "poems/notes.txt": "not a poem", "poems/.hidden.poem": Poems.damaged,
    ]

    static let scenarios = [
      Scenario(
        name: "inspecting",
        files: ages.merging(["poems/shiki.poem": Poems.newer]) { $1 },
        commands: [
          "inspect", "inspect --files poems", "inspect --plain poems", "inspect --json poems",
          "inspect --files --plain poems/old", "inspect --files --json poems/basho.poem",
          "inspect --type Poem - <poems/basho.poem",
          "inspect --type ReaderSettings poems/notes.txt",
        ]),
      Scenario(
        name: "checking", files: ages,
        commands: [
          "check poems", "check poems/buson.poem", "check --plain poems", "check --json poems",
          "check --json --paths-only poems/basho.poem", "CI=1 check --sample 1 poems/basho.poem",
          "check --sample 1 poems/old", "check --type Poem --to 2 poems",
          "check --type Poem --to 7 poems",
          "cat poems/basho.poem | check --type Poem -", "check --quiet poems",
          "check --type Poem - </dev/null",
          "check --on-loss fail poems/anon.poem poems/basho.poem",
        ]),
      Scenario(
        name: "migrating",
        files: ages.merging(["poems/shiki.poem": Poems.newer]) { $1 },
        commands: [
          "migrate --dry-run poems", "migrate --on-loss fail --quiet poems",
          "migrate --journal journal poems", "migrate poems",
          "check poems", "sed 's/\"time\":\"[^\"]*\"/\"time\":\"…\"/' journal",
          "cat poems/basho.poem",
          "backups poems/basho.poem poems/buson.poem", "restore poems/basho.poem",
          "cat poems/basho.poem", "backups --plain poems/basho.poem",
          "restore --backup nothing poems/basho.poem", "backups poems/typo.poem poems/basho.poem",
        ]),
      Scenario(
        name: "undoing",
        files: ages.merging(["library/chiyo.poem": Poems.second, "library/shiki.poem": Poems.first])
        { $1 },
        commands: [
          "restore poems", "restore --journal journal poems",
          "migrate --quiet --journal journal poems library",
          // Of the others, one changes, one is removed, and one has no backup.
          "touch -d 2100-01-01 poems/basho.poem; rm poems/anon.poem; rm -r library/.backups/shiki.poem",
          "restore --journal journal library ./poems/../poems/issa.poem", "cat poems/issa.poem",
          "restore --plain --journal journal .",
          "restore --journal journal poems/issa.poem library",
          "inspect --files poems library",
          "grep restored journal | sed 's/\"time\":\"[^\"]*\"/\"time\":\"…\"/'",
          "migrate --quiet --journal journal poems/issa.poem",
          "migrate --quiet --journal journal poems/issa.poem",
          "restore --json --journal journal poems/issa.poem",
          // A run that was killed, before or after it had replaced the document.
          "grep -h migrating journal | sort -u | sed 's/migrated/migrating/' >killed",
          "rm -r library; touch -d 2000-01-01 poems/basho.poem",
          "restore --journal killed . nowhere", "restore --journal killed . nowhere",
          "inspect --files poems",
        ]),
      Scenario(
        name: "restoring",
        files: [
          "books/basho.poem": Poems.first, "books/issa.poem": Poems.second,
          "books/frogs.anthology.json":
            #"{"metadata":{"schema":"2025-06"},"title":"Frogs","poems":[\#(Poems.second)]}"#,
        ],
        commands: [
          "migrate --quiet --journal journal books", "restore --journal journal books",
          "cat books/frogs.anthology.json",
          // As if the records were lost. An older program saves one of the documents again.
          "sed -i /restored/d journal; echo '\(Poems.first)' >books/basho.poem",
          "restore --journal journal books", "restore --journal journal books",
        ]),
      Scenario(
        name: "noting",
        files: [
          "books/empty.anthology.json": #"{"version":2,"title":"Empty","isPublic":true}"#,
          "books/frogs.anthology.json":
            #"{"version":2,"title":"Frogs","poems":[\#(Poems.current)]}"#,
          "books/new.anthology.json":
            #"{"metadata":{"schema":"2025-06"},"title":"New","poems":[],"audience":"owner"}"#,
        ],
        commands: [
          "check books", "check --paths-only books", "check --plain books",
          "CI=1 check --plain books", "check --json books", "check --json --paths-only books",
          "check --sample 2 books", "CI=1 check --sample 2 books",
          "tr -d '\\n' <books/empty.anthology.json | check --type Anthology -",
          "migrate --dry-run --json books/empty.anthology.json",
          "migrate --journal journal books",
          "sed 's/\"time\":\"[^\"]*\"/\"time\":\"…\"/' journal",
          "restore books/empty.anthology.json",
          "migrate --paths-only --json --journal paths books", "cat paths",
        ]),
      Scenario(
        name: "failing",
        files: [
          "poems/basho.poem": Poems.first, "poems/wrong.poem": Poems.wrong, "poems/empty.poem": "",
          "poems/damaged.poem": Poems.damaged, "poems/none.poem": Poems.withoutVersion,
          "poems/text.poem": "old pond", "poems/latin.poem": "\"\u{FFFD}\"",
          "poems/null.poem": "null",
          "poems/mark.poem": "\u{FEFF}\(Poems.second)",
          "poems/lines.poem": Poems.current.replacing(" ", with: "\r\n"),
        ],
        commands: [
          "inspect --files poems", "check poems", "migrate poems", "cat poems/basho.poem",
          "migrate --keep-going --errors errors --journal journal poems", "cat errors",
          "migrate --keep-going --journal journal --only-failed poems", "cat poems/mark.poem",
          "check poems", "check --json --errors /dev/full poems/basho.poem poems/wrong.poem",
        ]),
      Scenario(
        name: "filtering",
        files: [
          "poems.ndjson":
            [Poems.first, Poems.current, "", Poems.newer, Poems.withMood, Poems.second]
            .joined(separator: "\n"),
          "bad.ndjson":
            [Poems.first, Poems.wrong, Poems.current, Poems.damaged].joined(separator: "\n") + "\n",
          "keys.tsv": "1\t\(Poems.first)\n2\t\(Poems.current)\n",
          "rows.ndjson": #"{"id":1,"document":\#(Poems.first)}"# + "\n",
        ],
        commands: [
          "filter --type Poem <poems.ndjson",
          "filter --type Poem <poems.ndjson | filter --type Poem",
          "filter --type Poem <bad.ndjson", "filter --type Poem --errors errors <bad.ndjson",
          "cat errors", "filter --type Poem --errors errors --max-errors 2 <bad.ndjson",
          "filter --type Poem --errors errors --max-errors 1 <bad.ndjson",
          "filter --type Poem --errors errors --max-errors 50% --quiet <bad.ndjson",
          "filter --type Poem --errors records --include-input --max-errors 100% <bad.ndjson >lines; cat records",
          "filter --type Poem --key-separator '\\t' <keys.tsv",
          "filter --type Poem --column document <rows.ndjson",
          "tr -d '\\n' <rows.ndjson | cat - rows.ndjson | check --type Poem --column document -",
          "filter --type Poem --to 2 <rows.ndjson",
          "filter --type Poem --column document --to 2 <rows.ndjson",
          "filter --type Poem --quiet <poems.ndjson >/dev/null",
          "filter --type Poem --on-loss fail <poems.ndjson >/dev/null",
          "echo | cat poems.ndjson - bad.ndjson | filter --type Poem >/dev/null",
          "filter --type Poem <poems.ndjson >/dev/full",
          "echo '{\"stanzas\":7,\"version\":3}' | filter --type Poem --decode-all",
          "filter --type Poem --counters hadoop <poems.ndjson", "filter --type Poem </dev/null",
          "filter <poems.ndjson", "filter --type ReaderSettings --column 'a[0]' <poems.ndjson",
        ]),
      Scenario(
        name: "mistakes",
        files: [
          "poems/basho.poem": Poems.first, "folder/notes.txt": "", "lines": "\(Poems.first)\n",
        ],
        commands: [
          "", "migrat poems", "migrate", "migrate --dryrun poems", "migrate --jobs many poems",
          "check nowhere", "check folder", "migrate poems/basho.poem nowhere",
          "check folder/notes.txt",
          "filter --type Poem --errors nowhere/errors </dev/null", "filter --type Poem <poems",
          "filter --type Poem <&-", "echo '{}' | filter --type Poem >/dev/full",
          "inspect poems >/dev/full", "check poems >&-", "cat poems/basho.poem",
          "migrate --only-failed --journal nothing poems",
          "migrate --journal nowhere/journal poems",
          "--version", "help nothing",
          "filter --type Poem <lines >>lines", "cat lines", "filter --type Poem <lines >lines",
          "migrate --jobs 1 --journal /dev/full poems",
        ]),
      Scenario(name: "chains", commands: ["chain --type Poem", "chain --plain"]),
    ]

    @Test(arguments: scenarios)
    func `a session goes as it did`(_ scenario: Scenario) throws {
      let program = try Program()
      for (name, text) in scenario.files { try program.write(text, to: name) }
      var transcript = ""
      for command in scenario.commands {
        transcript += "$ \(shown(command))\n\(try run(command, program))\n"
      }
      let file = URL(filePath: #filePath).appending(
        path: "../../Sessions/\(scenario.name).txt"
      ).standardized
      if ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] != nil {
        try Data(transcript.utf8).write(to: file)
        Issue.record("The transcript was recorded. Review it, and run the tests again.")
        return
      }
      let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let pairs = zip(
        transcript.components(separatedBy: "\n$ "), expected.components(separatedBy: "\n$ "))
      for (found, expected) in pairs { #expect(found == expected) }
      #expect(transcript.count == expected.count)
    }

    /// The command with the name of the program before each verb.
    private func shown(_ command: String) -> String {
      let line = command.replacing(
        /(^|\| |CI=1 )(inspect|check|migrate|migrat|filter|chain|backups|restore|help|--version)(?= |$)/
      ) { "\($0.1)poetry-migrate \($0.2)" }
      return line.isEmpty ? "poetry-migrate" : line
    }

    private func run(_ command: String, _ program: Program) throws -> String {
      let output = program.folder.appending(path: ".output")
      let errors = program.folder.appending(path: ".errors")
      for url in [output, errors] { try Data().write(to: url) }
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", shown(command)]
      process.currentDirectoryURL = program.folder
      let tools = Program.executable.deletingLastPathComponent().path
      process.environment = ["PATH": "\(tools):/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      let words = try lines(errors, program).map { "2> \($0)" }
      return (try lines(output, program) + words + ["[\(process.terminationStatus)]", ""])
        .joined(separator: "\n")
    }

    private func lines(_ file: URL, _ program: Program) throws -> [String] {
      var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      // Backups have the time and the process in their names.
      text = text.replacing(/-\d{8}T\d{6}Z-[0-9a-f]+/, with: "-TIME-PROCESS")
        .replacing(program.folder.path, with: "FOLDER")
        .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/, with: "TIME")
      var lines = text.components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return lines.map { $0.replacing("\r", with: "\\r") }
    }
  }
#endif
