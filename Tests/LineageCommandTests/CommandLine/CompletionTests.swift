// Other systems can't run processes.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @testable import LineageCommand

  /// Completions as the shells themselves find them.
  struct CompletionTests {
    struct Case: Sendable, CustomTestStringConvertible {
      /// The line before the cursor.
      let line: String
      let expected: Set<String>

      init(_ line: String, _ expected: String...) {
        self.line = "poetry-migrate " + line
        self.expected = Set(expected)
      }

      var testDescription: String { line }
    }

    static let cases = [
      Case("mi", "migrate"),
      Case("c", "check", "chain", "completions"),
      Case("--v", "--version"),
      Case("--quiet re", "restore"),
      Case("--progress ", "auto", "json", "none"),
      Case("--progress json fi", "filter"),
      Case("migrate --d", "--dry-run"),
      Case("migrate --v"),
      Case("migrate a --keep", "--keep-going"),
      Case("migrate check --dry", "--dry-run"),
      Case("migrate -j 4 --on", "--on-loss", "--only-failed"),
      Case("migrate --type filter --dry", "--dry-run"),
      Case("check --d"),
      Case("check --type ", "Poem", "Anthology", "Box<Poem>"),
      Case("check --type A", "Anthology"),
      Case("inspect --fi", "--files"),
      Case("filter --counters ", "hadoop"),
      Case("filter "),
      Case("chain "),
      Case("completions ", "bash", "zsh", "fish"),
      Case("help mi", "migrate"),
      Case("migrate b", "b.json"),
      Case("migrate ", "a poem.json", "b.json", "old backups/", "sub/"),
      Case("migrate --errors b", "b.json"),
      Case("migrate --backups ", "none", "old backups/", "sub/"),
      Case("migrate -- --d"),
    ]

    /// Values that are attached to their options.
    static let attached = [
      Case("check --type=A", "Anthology"),
      Case("--progress=j", "json"),
      Case("migrate --backups=n", "none"),
      Case("migrate --errors=b", "b.json"),
      Case("--progress=none mi", "migrate"),
    ]

    @Test(.enabled(if: ShellSession.isInstalled(.bash)), arguments: cases + attached)
    func `bash offers what the table of options has`(_ example: Case) throws {
      #expect(try ShellSession(poetryTable).bash(example.line) == example.expected)
    }

    @Test(.enabled(if: ShellSession.isInstalled(.fish)), arguments: cases)
    func `fish offers what the table of options has`(_ example: Case) throws {
      #expect(try ShellSession(poetryTable).fish(example.line) == example.expected)
    }

    @Test(.enabled(if: ShellSession.isInstalled(.fish)), arguments: attached)
    func `fish completes values after an equals sign`(_ example: Case) throws {
      let found = try ShellSession(poetryTable).fish(example.line)

      // Fish offers the option along with its value.
      #expect(
        Set(found.map { String($0.split(separator: "=").last ?? "") }) == example.expected)
    }

    @Test(.enabled(if: ShellSession.isInstalled(.zsh)))
    func `zsh offers what the table of options has`() throws {
      let cases = Self.cases + Self.attached
      let found = try ShellSession(poetryTable).zsh(cases.map(\.line))

      #expect(found.count == cases.count)
      for (found, example) in zip(found, cases) {
        // Unlike the others, zsh offers options before a dash is typed.
        let words = example.line.hasSuffix(" ") ? found.filter { !$0.hasPrefix("-") } : found
        #expect(words == example.expected, "\(example.line)")
      }
    }

    @Test(.enabled(if: ShellSession.isInstalled(.zsh)))
    func `zsh finds the script in a folder of its path`() throws {
      let found = try ShellSession(poetryTable).zsh(
        ["poetry-migrate mi", "poetry-migrate migrate --backups n", "poetry-migrate migrate --d"],
        autoloads: true)

      #expect(found == [["migrate"], ["none"], ["--dry-run"]])
    }

    static let names = [
      "a", "poetry-migrate", "poetry.migrate+2", "it's", "9", "Dichtung_ü", "a b",
    ]

    @Test(arguments: names)
    func `a program with any name has completions that each shell accepts`(_ name: String) throws {
      let table = CommandTable(name: name, version: "1", types: ["It's", "$(touch x)", "[a]:b"])
      let session = try ShellSession(table)

      for shell in Shell.allCases where ShellSession.isInstalled(shell) {
        #expect(try session.run(shell, ["-n", session.script(for: shell)]) == "")
      }
      #expect(Shell.functionName(for: name).wholeMatch(of: /_[A-Za-z0-9_]+/) != nil)
    }

    @Test(
      .enabled(if: ShellSession.isInstalled(.bash)),
      arguments: ["poetry-migrate", "it's", "a b", "$(touch x)"])
    func `bash registers a program with any name and runs nothing of it`(_ name: String) throws {
      let session = try ShellSession(
        CommandTable(name: name, version: "1", types: ["It's", "$(touch x)"]))

      let output = try session.run(
        .bash,
        [
          "-c", #"source "$1"; complete -p -- "$2" >/dev/null && echo registered; ls"#, "bash",
          session.script(for: .bash), name,
        ])

      #expect(output == "registered\na poem.json\nb.json\nold backups\nsub\n")
    }
  }
#endif
