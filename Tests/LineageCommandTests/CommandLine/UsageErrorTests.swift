import Testing

@testable import LineageCommand

/// What is said about arguments that make no sense.
struct UsageErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let verb: Verb?
    let message: String

    init(_ arguments: String, _ verb: Verb?, _ message: String) {
      // Nothing between two spaces is an empty argument.
      self.arguments = arguments.split(separator: " ", omittingEmptySubsequences: false)
        .map(String.init)
      self.verb = verb
      self.message = message
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let commands = """
    The commands are inspect, check, migrate, filter, chain, backups, restore, completions and help.
    """

  static let cases = [
    // Commands
    Case("migrat poems", nil, "unknown command 'migrat'. Did you mean 'migrate'?"),
    Case("Migrate poems", nil, "unknown command 'Migrate'. Did you mean 'migrate'?"),
    Case("poem.json", nil, "unknown command 'poem.json'. \(commands)"),
    Case("", nil, "unknown command ''. \(commands)"),
    Case("--quiet", nil, "a command is missing. \(commands)"),
    Case("--", nil, "a command is missing. \(commands)"),
    Case("help migrat", .help, "unknown command 'migrat'. Did you mean 'migrate'?"),
    Case("migrat --help", nil, "unknown command 'migrat'. Did you mean 'migrate'?"),
    // Unknown options
    Case(
      "migrate --keepgoing a", .migrate,
      "unknown option '--keepgoing' for migrate. Did you mean '--keep-going'?"),
    Case(
      "migrate --JSON=yes a", .migrate,
      "unknown option '--JSON' for migrate. Did you mean '--json'?"),
    Case("migrate --keep a", .migrate, "unknown option '--keep' for migrate."),
    Case("migrate -json a", .migrate, "unknown option '-json' for migrate. Did you mean '--json'?"),
    Case("migrate -nx a", .migrate, "unknown option '-nx' for migrate."),
    Case("--hepl", nil, "unknown option '--hepl'. Did you mean '--help'?"),
    Case("-5", nil, "unknown option '-5'."),
    // Options of other commands
    Case("migrate --files a", .migrate, "'--files' is an option of inspect, not of migrate."),
    Case(
      "chain -j4", .chain,
      "'--jobs' is an option of inspect, check, migrate and filter, not of chain."),
    Case(
      "chain --version", .chain,
      "'--version' isn't an option of chain. Run 'poetry-migrate --version'."),
    Case(
      "--jobs 4 migrate a", nil,
      """
      '--jobs' is an option of inspect, check, migrate and filter. Write it after the command, as in \
      'inspect --jobs N'.
      """),
    Case(
      "-n migrate a", nil,
      "'--dry-run' is an option of migrate. Write it after the command, as in 'migrate --dry-run'."),
    // Values
    Case(
      "check --json=yes", .check,
      "'--json' has no value. Leave out '=' and what follows it."),
    Case("check --jobs", .check, "'--jobs' needs a number from 1 to 256, such as --jobs 4."),
    Case("check --jobs 0", .check, "'--jobs' needs a number from 1 to 256, such as --jobs 4."),
    Case("check -j257", .check, "'--jobs' needs a number from 1 to 256, such as --jobs 4."),
    Case("check --jobs=+4", .check, "'--jobs' needs a number from 1 to 256, such as --jobs 4."),
    Case("check --jobs ４", .check, "'--jobs' needs a number from 1 to 256, such as --jobs 4."),
    Case(
      "check --jobs --json", .check, "'--jobs' needs a number from 1 to 256, such as --jobs 4."),
    Case("check --sample=", .check, "'--sample' needs a number, such as --sample 1."),
    Case("check --type=", .check, "'--type' needs the name of a type, such as --type Poem."),
    Case("check --type Pome", .check, "unknown type 'Pome'. Did you mean 'Poem'?"),
    Case(
      "check --type Song", .check,
      "unknown type 'Song'. The types are: Poem, Anthology, Box<Poem>."),
    Case(
      "--progress bar chain", nil,
      "'--progress' needs auto, json or none, such as --progress json."),
    Case(
      "migrate --backups 0 a", .migrate,
      "'--backups' needs 'none', a number from 1, or a folder, such as --backups 3."),
    Case(
      "migrate --backups NONE a", .migrate,
      "'--backups' needs 'none', a number from 1, or a folder, such as --backups 3."),
    Case(
      "migrate --backups= a", .migrate,
      "'--backups' needs 'none', a number from 1, or a folder, such as --backups 3."),
    Case(
      "restore a --backup", .restore,
      "'--backup' needs the name of a backup, as listed by backups, such as --backup NAME."),
    Case("migrate a --to ", .migrate, "'--to' needs a version, such as --to 2."),
    Case(
      "migrate a --journal", .migrate,
      "'--journal' needs the name of a file, such as --journal migration.ndjson."),
    Case(
      "filter --errors", .filter,
      "'--errors' needs the name of a file, such as --errors errors.ndjson."),
    Case(
      "filter --errors -bad", .filter,
      """
      '--errors' needs the name of a file, such as --errors errors.ndjson. A value that begins with '-' needs '=': \
      '--errors=-bad'.
      """),
    Case(
      "filter --errors e --max-errors 100.5%", .filter,
      "'--max-errors' needs a number, or a percentage up to 100%, such as --max-errors 0.5%."),
    Case(
      "filter --errors e --max-errors 1e1%", .filter,
      "'--max-errors' needs a number, or a percentage up to 100%, such as --max-errors 0.5%."),
    Case(
      "filter --errors e --max-errors %", .filter,
      "'--max-errors' needs a number, or a percentage up to 100%, such as --max-errors 0.5%."),
    Case(
      "filter --key-separator=", .filter,
      #"'--key-separator' needs the text that ends the key of each line, such as --key-separator '\t'."#
    ),
    Case(
      "filter --column", .filter,
      "'--column' needs the name of a field, such as --column row.document."),
    Case(
      "filter --counters spark", .filter,
      "'--counters' needs the system to report to, such as --counters hadoop."),
    // Several options
    Case("migrate --only-failed a", .migrate, "'--only-failed' needs '--journal'."),
    Case("filter --include-input", .filter, "'--include-input' needs '--errors'."),
    Case("filter --max-errors 1", .filter, "'--max-errors' needs '--errors'."),
    Case(
      "check --json --plain", .check,
      "'--json' and '--plain' are different formats. Leave out one of them."),
    Case(
      "migrate -n --journal j a", .migrate,
      """
      '--dry-run' writes nothing, not even a '--journal'. Leave out one of them. To preview a retry, add \
      '--only-failed'.
      """),
    Case(
      "restore --backups none a", .restore,
      """
      'restore' works with backups, so '--backups none' is impossible. Leave it out, or name the folder of the \
      backups.
      """),
    // Operands
    Case(
      "migrate -n", .migrate,
      """
      'migrate' needs a file or folder. To migrate everything in the current folder, write 'migrate .'.
      """),
    Case("backups", .backups, "'backups' needs the name of a document's file."),
    Case(
      "restore", .restore,
      "'restore' needs the name of a document's file, or with '--journal' of a folder."),
    Case(
      "restore --journal a --backup b c", .restore,
      """
      '--backup' names a backup of one document, and '--journal' lists many documents. Leave out one of them.
      """),
    Case(
      "completions", .completions,
      "'completions' needs the name of a shell: bash, zsh or fish."),
    Case("completions bahs", .completions, "unknown shell 'bahs'. Did you mean 'bash'?"),
    Case(
      "completions tcsh", .completions,
      "unknown shell 'tcsh'. The shells are bash, zsh and fish."),
    Case(
      "completions bash zsh", .completions,
      "'completions' takes one argument. Leave out 'zsh'."),
    Case("help chain filter", .help, "'help' takes one argument. Leave out 'filter'."),
    Case("chain poems", .chain, "'chain' takes no files. Leave out 'poems'."),
    Case(
      "filter a.ndjson", .filter,
      "'filter' reads standard input, not 'a.ndjson'. Write '< a.ndjson'."),
    Case(
      "check a ", .check,
      "a file name is empty. If it comes from a variable, check that the variable is set."),
    Case(
      "migrate -", .migrate,
      """
      'migrate' can't work on standard input ('-'). To migrate lines of JSON, use 'filter'. For a file of that name, \
      write './-'.
      """),
    Case(
      "restore -", .restore,
      "'restore' can't work on standard input ('-'). Name files, or write './-' for a file."),
    Case(
      "check - a", .check,
      "'-' is standard input, which can't be combined with files. Run 'check' for each."),
  ]

  @Test(arguments: cases)
  func `the message says what is wrong and what to do`(_ example: Case) {
    let error = #expect(throws: UsageError.self) { try poetryTable.parse(example.arguments) }

    #expect(error?.message == example.message)
    #expect(error?.verb == example.verb)
  }
}
