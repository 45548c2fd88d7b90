import Testing

@testable import LineageCommand

/// What arguments mean.
struct ParsingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let request: Request

    init(_ arguments: [String], _ request: Request) {
      self.arguments = arguments
      self.request = request
    }

    init(
      _ arguments: String, _ operation: DocumentOperation, _ operands: [String] = [],
      _ change: (inout Invocation) -> Void = { _ in }
    ) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      var invocation = Invocation(operation, operands: operands)
      change(&invocation)
      request = .invocation(invocation)
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let forms = [
    Case("inspect", .inspect, ["."]),
    Case("check", .check, ["."]),
    Case("chain", .chain),
    Case("filter", .filter),
    Case("migrate a b c", .migrate, ["a", "b", "c"]),
    Case("check -", .check, ["-"]),
    Case("migrate --jobs 4 a", .migrate, ["a"]) { $0.jobs = 4 },
    Case("migrate --jobs=4 a", .migrate, ["a"]) { $0.jobs = 4 },
    Case("migrate -j 4 a", .migrate, ["a"]) { $0.jobs = 4 },
    Case("migrate -j4 a", .migrate, ["a"]) { $0.jobs = 4 },
    Case("migrate a -j256", .migrate, ["a"]) { $0.jobs = 256 },
    Case("migrate -nk a", .migrate, ["a"]) {
      $0.isDryRun = true
      $0.keepsGoing = true
    },
    Case("migrate -nkqj2 a", .migrate, ["a"]) {
      $0.isDryRun = true
      $0.keepsGoing = true
      $0.isQuiet = true
      $0.jobs = 2
    },
    Case("migrate -nj 2 a", .migrate, ["a"]) {
      $0.isDryRun = true
      $0.jobs = 2
    },
    Case("migrate -n --journal j --only-failed a", .migrate, ["a"]) {
      $0.isDryRun = true
      $0.journal = "j"
      $0.onlyFailed = true
    },
    Case("migrate a --dry-run b", .migrate, ["a", "b"]) { $0.isDryRun = true },
    Case("migrate -n -- --json -k", .migrate, ["--json", "-k"]) { $0.isDryRun = true },
    Case("--quiet --no-color migrate a", .migrate, ["a"]) {
      $0.isQuiet = true
      $0.usesColor = false
    },
    Case("--progress json migrate a", .migrate, ["a"]) { $0.progress = .json },
    Case("migrate a --progress=none --progress=json", .migrate, ["a"]) { $0.progress = .json },
    Case("migrate a -j 2 --jobs 3", .migrate, ["a"]) { $0.jobs = 3 },
    Case("check --type Poem a --no-input", .check, ["a"]) {
      $0.type = "Poem"
      $0.asks = false
    },
  ]

  static let values = [
    Case("migrate --backups none a", .migrate, ["a"]) { $0.backups = .disabled },
    Case("migrate --backups 5 a", .migrate, ["a"]) { $0.backups = .count(5) },
    Case("migrate --backups ./5 a", .migrate, ["a"]) { $0.backups = .folder("./5") },
    Case("migrate --backups=-old a", .migrate, ["a"]) { $0.backups = .folder("-old") },
    Case("restore --backups kept --backup 3 a", .restore, ["a"]) {
      $0.backups = .folder("kept")
      $0.backup = "3"
    },
    Case("migrate --sample 0 --to 2 a", .migrate, ["a"]) { $0.targetVersion = "2" },
    Case("check --sample 3 --paths-only --json a", .check, ["a"]) {
      $0.sample = 3
      $0.showsPathsOnly = true
      $0.isJSON = true
    },
    Case("inspect --files --plain a", .inspect, ["a"]) {
      $0.listsFiles = true
      $0.isPlain = true
    },
    Case("migrate --journal j --only-failed --errors e a", .migrate, ["a"]) {
      $0.journal = "j"
      $0.onlyFailed = true
      $0.errors = "e"
    },
    Case("filter --errors - --include-input --max-errors 10", .filter) {
      $0.errors = "-"
      $0.includesInput = true
      $0.maximumErrors = .count(10)
    },
    Case("filter --errors e --max-errors 0.5%", .filter) {
      $0.errors = "e"
      $0.maximumErrors = .percent(0.5)
    },
    Case("filter --errors e --max-errors 100%", .filter) {
      $0.errors = "e"
      $0.maximumErrors = .percent(100)
    },
    Case(#"filter --key-separator \t --column row.document"#, .filter) {
      $0.keySeparator = "\t"
      $0.column = "row.document"
    },
    Case(#"filter --key-separator=-\t- --line-buffered --counters hadoop"#, .filter) {
      $0.keySeparator = "-\t-"
      $0.isLineBuffered = true
      $0.countsForHadoop = true
    },
    Case("filter --key-separator a=b", .filter) { $0.keySeparator = "a=b" },
    Case("filter --key-separator=a=b", .filter) { $0.keySeparator = "a=b" },
  ]

  static let requests = [
    Case(["--help"], .help(nil)), Case(["-h"], .help(nil)), Case(["help"], .help(nil)),
    Case(["help", "filter"], .help(.filter)), Case(["filter", "--help"], .help(.filter)),
    Case(["--help", "filter"], .help(.filter)), Case(["filter", "-qh"], .help(.filter)),
    Case(["help", "--help"], .help(.help)), Case(["help", "help"], .help(.help)),
    Case([], .nothing), Case(["completions", "zsh"], .completions(.zsh)),
    Case(["--version"], .version), Case(["-q", "--version", "chain"], .version),
    // Whatever else is wrong.
    Case(["migrate", "--help"], .help(.migrate)),
    Case(["migrate", "--keepgoing", "--help"], .help(.migrate)),
    Case(["migrate", "--jobs", "-h"], .help(.migrate)),
    Case(["completions", "tcsh", "--help"], .help(.completions)),
  ]

  @Test(arguments: forms)
  func `options and operands are written in the GNU manner`(_ example: Case) throws {
    #expect(try poetryTable.parse(example.arguments) == example.request)
  }

  @Test(arguments: values)
  func `each kind of value is read`(_ example: Case) throws {
    #expect(try poetryTable.parse(example.arguments) == example.request)
  }

  @Test(arguments: requests)
  func `what isn't done with documents is a request of its own`(_ example: Case) throws {
    #expect(try poetryTable.parse(example.arguments) == example.request)
  }

  @Test(arguments: ["\u{301}", "é", "\r\n", "👩‍🚀"])
  func `any text is a value, even one that combines with the equals sign`(_ text: String) throws {
    let request = try poetryTable.parse(["filter", "--key-separator=\(text)"])

    guard case .invocation(let invocation) = request else {
      Issue.record("This is no invocation: \(request)")
      return
    }
    #expect(invocation.keySeparator.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func `a program that lists no types accepts any`() throws {
    let table = CommandTable(name: "any", version: "1", types: [])
    var invocation = Invocation(.chain)
    invocation.type = "Anything"

    #expect(try table.parse(["chain", "--type", "Anything"]) == .invocation(invocation))
  }
}
