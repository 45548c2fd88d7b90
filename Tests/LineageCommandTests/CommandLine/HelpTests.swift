import Testing

@testable import LineageCommand

struct HelpTests {
  @Test func `the help of the program lists commands, common options and exit codes`() {
    #expect(poetryTable.help(for: nil) == overview)
  }

  @Test func `the help of a command explains its options`() {
    #expect(poetryTable.help(for: .filter) == filter)
  }

  @Test(arguments: [nil] + Verb.allCases)
  func `no line is longer than 80 columns or ends with a space`(_ verb: Verb?) {
    let help = poetryTable.help(for: verb)

    #expect(help.hasSuffix("\n") && !help.hasSuffix("\n\n"))
    for line in help.split(separator: "\n") {
      #expect(line.count <= 80)
      #expect(line.last != " ")
    }
  }

  @Test func `the reference has the exit codes and the options of each command`() {
    let page = poetryTable.page()

    for part in [chain, exitCodes] {
      #expect(page.contains(part), "\(page)")
    }
    #expect(page.hasPrefix("### inspect\n"))
    #expect(page.contains(#"| `--backups none\|N\|FOLDER` |"#))
  }
}

private let overview = """
  poetry-migrate 1.4: inspects and migrates versioned documents.

  Usage: poetry-migrate COMMAND [OPTION…] [FILE…]

  Commands:
    inspect      Count documents by version.
    check        Find out whether documents would change.
    migrate      Migrate documents in place.
    filter       Migrate lines of JSON from standard input.
    chain        List the versions that this program knows.
    backups      List the backups of documents.
    restore      Replace documents with a backup.
    completions  Print a script that completes commands in a shell.
    help         Explain a command.

  Options of all commands:
    -q, --quiet               Print no messages except errors.
        --no-color            Print without colors.
        --no-input            Never ask for confirmation. Continue as if
                              confirmed.
        --progress auto|json|none
                              How to show progress. By default, on a terminal
                              only.
    -h, --help                Print help.
        --version             Print the version of the program.

  Exit codes:
    0   Everything was done.
    1   Documents would change (check, or a question declined).
    2   Documents can't be read, migrated or written, or a folder can't be read.
    64  The arguments are wrong. Nothing was done.
    66  A file or folder doesn't exist, can't be reached, or has no documents.
    70  Internal error: please report it.
    73  A file for output can't be created.
    74  Reading or writing failed, for instance on a full disk.
    75  Cancelled by the program that ran the command. Run it again.

  Run 'poetry-migrate help COMMAND' for the options of a command, with examples.

  """

private let filter = #"""
  Usage: poetry-migrate filter [OPTION…]

  Reads one JSON document per line from standard input, and writes one line for
  each, in the same order. Current and newer documents pass through unchanged.
  Without --errors, stops at the first line that can't be migrated, and exits with
  2.

  Types: Poem, Anthology, Box<Poem>.

  Options:
        --type NAME           The type of the documents. Needed if the names of
                              the files don't show it.
        --to VERSION          Migrate up to this version instead of the newest.
                              Write it as chain prints it; 'unversioned' means
                              documents without a version.
        --on-loss report|fail
                              What to do about fields that would be lost. By
                              default, they are reported. With fail, their
                              document fails.
        --decode-all          Decode current documents, too. By default, they pass
                              if their type contains no versioned values.
    -j, --jobs N              The number of threads. By default 1 for filter,
                              otherwise one per processor.
        --errors FILE         Append a JSON record to this file for each document
                              that fails.
        --include-input       Include the line itself in the records. A new file
                              is for its owner only. Needs --errors.
        --max-errors N|P%     The number or percentage of lines that may fail. By
                              default, the exit code is 2 if any line fails. Needs
                              --errors.
        --key-separator TEXT  Pass through each line up to this text. The document
                              follows it. '\t' is a tab.
        --column FIELD        The field of each line that contains the document.
                              Such as row.document.
        --line-buffered       Write each line at once. For programs that wait for
                              an answer to each line.
        --counters hadoop     Report counters to Hadoop on standard error.

  Options of all commands:
    -q, --quiet               Print no messages except errors.
        --no-color            Print without colors.
        --no-input            Never ask for confirmation. Continue as if
                              confirmed.
        --progress auto|json|none
                              How to show progress. By default, on a terminal
                              only.
    -h, --help                Print help.

  Examples:
    poetry-migrate filter --type Poem --jobs 4 < old.ndjson > new.ndjson
        Migrate with four threads.
    poetry-migrate filter --type Poem --errors bad --max-errors 1% < old.ndjson
        Record lines that can't be migrated, and allow 1% of them.

  """#

private let chain = """
  ### chain

  `poetry-migrate chain [OPTION…]`

  Lists the types of this program with their versions and the digest of each version's schema. Record it with the output
  of a job to know later what the job ran with.

  | Option | Meaning |
  | --- | --- |
  | `--type NAME` | The type of the documents. Needed if the names of the files don't show it. |
  | `--json` | Print JSON. |
  | `--plain` | Print values separated by tabs. Without alignment or thousands separators. |

  ```sh
  # Print the versions for a job log.
  poetry-migrate chain --json
  ```
  """

private let exitCodes = """
  ### Exit codes

  | Code | Meaning |
  | --- | --- |
  | 0 | Everything was done. |
  | 1 | Documents would change (check, or a question declined). |
  | 2 | Documents can't be read, migrated or written, or a folder can't be read. |
  | 64 | The arguments are wrong. Nothing was done. |
  | 66 | A file or folder doesn't exist, can't be reached, or has no documents. |
  | 70 | Internal error: please report it. |
  | 73 | A file for output can't be created. |
  | 74 | Reading or writing failed, for instance on a full disk. |
  | 75 | Cancelled by the program that ran the command. Run it again. |
  """
