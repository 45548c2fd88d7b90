extension CommandOption {
  /// All options. Parsing, help, suggestions, completions and the documentation are made from this list.
  static let all: [CommandOption] = work + records + lines + output + global

  private static let printing: [Verb] = [.inspect, .check, .migrate, .chain, .backups, .restore]
  private static let working: [Verb] = [.inspect, .check, .migrate, .filter]

  private static let work = [
    CommandOption(
      "dry-run", "n", of: [.migrate], .flag(\.isDryRun, true),
      "Print what would change, and write nothing",
      conflict: { options, _ in
        guard options.journal != nil, !options.onlyFailed else { return nil }
        return """
          '--dry-run' writes nothing, not even a '--journal'. Leave out one of them. To preview a retry, add \
          '--only-failed'.
          """
      }),
    CommandOption(
      "keep-going", "k", of: [.migrate], .flag(\.keepsGoing, true),
      "Migrate other documents if some can't be read"),
    CommandOption(
      "type", of: [.inspect, .check, .migrate, .filter, .chain, .backups, .restore],
      .value(.text("NAME", "the name of a type", example: "NAME", \.type, .types)),
      "The type of the documents", "Needed if the names of the files don't show it."),
    CommandOption(
      "to", of: [.check, .migrate, .filter],
      .value(.text("VERSION", "a version", example: "2", \.targetVersion)),
      "Migrate up to this version instead of the newest",
      "Write it as chain prints it; 'unversioned' means documents without a version."),
    CommandOption(
      "on-loss", of: [.check, .migrate, .filter],
      .value(.choice("report or fail", example: "fail", \.onLoss)),
      "What to do about fields that would be lost",
      "By default, they are reported. With fail, their document fails."),
    CommandOption(
      "decode-all", of: [.filter], .flag(\.decodesAll, true),
      "Decode current documents, too",
      "By default, they pass if their type contains no versioned values."),
    CommandOption(
      "backups", of: [.migrate, .backups, .restore], .value(.backups),
      "How many backups to keep, or a folder for them",
      "With a number, backups are beside each document. Write ./3 for a folder with the name 3.",
      conflict: { options, verb in
        guard options.backups == .disabled, verb != .migrate else { return nil }
        return """
          '\(verb)' works with backups, so '--backups none' is impossible. Leave it out, or name \
          the folder of the backups.
          """
      }),
    CommandOption(
      "backup", of: [.restore],
      .value(
        .text("NAME", "the name of a backup, as listed by backups", example: "NAME", \.backup)),
      "The backup to restore, as listed by backups",
      "By default, the newest that isn't damaged, unsaved or overruled."),
    CommandOption(
      "jobs", "j", of: working,
      .value(.number(1...256, "a number from 1 to 256", example: 4) { $1.jobs = $0 }),
      "The number of threads", "By default 1 for filter, otherwise one per processor."),
  ]

  private static let records = [
    CommandOption(
      "journal", of: [.migrate, .restore], .value(.file(example: "migration.ndjson", \.journal)),
      "The journal of a migration",
      "migrate appends the result of each document. restore undoes what the journal lists.",
      conflict: { options, _ in
        guard options.backup != nil else { return nil }
        return """
          '--backup' names a backup of one document, and '--journal' lists many documents. Leave out one of them.
          """
      }),
    CommandOption(
      "only-failed", of: [.migrate], .flag(\.onlyFailed, true),
      "Only documents that failed last, according to the journal", needs: "journal"),
    CommandOption(
      "errors", of: working, .value(.file(example: "errors.ndjson", \.errors)),
      "Append a JSON record to this file for each document that fails"),
    CommandOption(
      "include-input", of: [.filter], .flag(\.includesInput, true),
      "Include the line itself in the records", "A new file is for its owner only.", needs: "errors"
    ),
    CommandOption(
      "max-errors", of: [.filter], .value(.errorLimit),
      "The number or percentage of lines that may fail",
      "By default, the exit code is 2 if any line fails.", needs: "errors"),
  ]

  private static let lines = [
    CommandOption(
      "key-separator", of: [.inspect, .check, .filter],
      .value(
        .text(
          "TEXT", "the text that ends the key of each line", example: #"'\t'"#, \.keySeparator,
          decoding: decodingTabs)),
      "Pass through each line up to this text", #"The document follows it. '\t' is a tab."#),
    CommandOption(
      "column", of: [.inspect, .check, .filter],
      .value(.text("FIELD", "the name of a field", example: "row.document", \.column)),
      "The field of each line that contains the document", "Such as row.document."),
    CommandOption(
      "line-buffered", of: [.filter], .flag(\.isLineBuffered, true),
      "Write each line at once", "For programs that wait for an answer to each line."),
    CommandOption(
      "counters", of: [.filter],
      .value(
        ValueSyntax(
          "hadoop", "the system to report to", example: "hadoop", Candidates(words: ["hadoop"])
        ) { text, options in
          options.countsForHadoop = text == "hadoop"
          return options.countsForHadoop
        }),
      "Report counters to Hadoop on standard error"),
  ]

  private static let output = [
    CommandOption(
      "files", of: [.inspect], .flag(\.listsFiles, true), "Print a line per document"),
    CommandOption(
      "paths-only", of: [.check, .migrate], .flag(\.showsPathsOnly, true),
      "Leave out values and the text of notes, which may be confidential"),
    CommandOption(
      "sample", of: [.check, .migrate],
      .value(.number(0...Int.max, "a number", example: 1) { $1.sample = $0 }),
      "Show all differences of N documents of each group"),
    CommandOption("json", of: printing, .flag(\.isJSON, true), "Print JSON"),
    CommandOption(
      "plain", of: printing, .flag(\.isPlain, true),
      "Print values separated by tabs", "Without alignment or thousands separators.",
      conflict: { options, _ in
        options.isJSON
          ? "'--json' and '--plain' are different formats. Leave out one of them." : nil
      }),
  ]

  private static let global = [
    CommandOption(
      "quiet", "q", of: Verb.allCases, .flag(\.isQuiet, true), "Print no messages except errors"),
    CommandOption("no-color", of: Verb.allCases, .flag(\.usesColor, false), "Print without colors"),
    CommandOption(
      "no-input", of: Verb.allCases, .flag(\.asks, false),
      "Never ask for confirmation", "Continue as if confirmed."),
    CommandOption(
      "progress", of: Verb.allCases,
      .value(.choice("auto, json or none", example: "json", \.progress)),
      "How to show progress", "By default, on a terminal only."),
    CommandOption("help", "h", of: Verb.allCases, .help, "Print help"),
    CommandOption("version", of: [], .version, "Print the version of the program"),
  ]

  /// Replaces `\t`, which is easier to type than a tab.
  private static func decodingTabs(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for character in text.unicodeScalars {
      if character == "t", result.last == "\\" {
        result.removeLast()
        result.append("\t")
      } else {
        result.append(character)
      }
    }
    return String(result)
  }
}
