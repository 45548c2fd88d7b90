/// What a migration command can do: the first word of its arguments that isn't an option.
enum Verb: String, CaseIterable, Sendable {
  case inspect, check, migrate, filter, chain, backups, restore, completions, help

  /// One line, without a period.
  var summary: String {
    switch self {
    case .inspect: "Count documents by version"
    case .check: "Find out whether documents would change"
    case .migrate: "Migrate documents in place"
    case .filter: "Migrate lines of JSON from standard input"
    case .chain: "List the versions that this program knows"
    case .backups: "List the backups of documents"
    case .restore: "Replace documents with a backup"
    case .completions: "Print a script that completes commands in a shell"
    case .help: "Explain a command"
    }
  }

  /// A paragraph for the help and the documentation.
  var details: String {
    switch self {
    case .inspect:
      """
      Reports how many documents of each version there are. Searches folders, by default the current one. With '-', \
      reads lines of JSON from standard input. Writes nothing.
      """
    case .check:
      """
      Migrates the documents in memory and reports what would change. Exits with 0 if none would change, 1 if some \
      would, and 2 if some can't be read. Documents that are newer than the program don't change: they are counted on \
      standard error. Searches folders, by default the current one. With '-', reads lines of JSON from standard input. \
      Writes nothing.
      """
    case .migrate:
      """
      Decodes all documents, then writes those that change, each with a backup. If a document can't be read, writes \
      nothing unless --keep-going is given. Leaves current documents alone: to continue an interrupted migration, run \
      the same command again. Searches folders.
      """
    case .filter:
      """
      Reads one JSON document per line from standard input, and writes one line for each, in the same order. Current \
      and newer documents pass through unchanged. Without --errors, stops at the first line that can't be migrated, \
      and exits with 2.
      """
    case .chain:
      """
      Lists the types of this program with their versions and the digest of each version's schema. Record it with \
      the output of a job to know later what the job ran with.
      """
    case .backups: "Lists the backups of each FILE. Writes nothing."
    case .restore:
      """
      Replaces each FILE with its newest backup, or with the one that --backup names. With --journal, undoes a \
      migration: restores each document in the named files and folders that the journal says was migrated, unless it \
      has changed since.
      """
    case .completions:
      """
      Prints a script for bash, zsh or fish that completes commands, options, types and files. It needs no other \
      software.
      """
    case .help: "Prints the help of a command, or a list of the commands."
    }
  }

  /// The files and words that the verb takes besides options.
  var operands: Operands {
    switch self {
    case .inspect, .check:
      Operands("FILE", 0...Int.max, or: ["."], .files, readsStandardInput: true)
    case .migrate: Operands("FILE", 1...Int.max, .files)
    case .filter, .chain: Operands("", 0...0, .nothing)
    case .backups, .restore: Operands("FILE", 1...Int.max, .files)
    case .completions: Operands("SHELL", 1...1, Candidates(words: Shell.allCases.map(\.rawValue)))
    case .help: Operands("COMMAND", 0...1, Candidates(words: Verb.allCases.map(\.rawValue)))
    }
  }
}
