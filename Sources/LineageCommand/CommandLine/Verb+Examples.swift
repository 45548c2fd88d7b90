extension Verb {
  /// Command lines to learn from, for a program of this name whose documents have such a type.
  func examples(program: String, type: String) -> [Example] {
    let ofType = "--type \(Shell.typed(type))"
    return switch self {
    case .inspect:
      [
        Example("inspect", "", "Count the documents in the current folder."),
        Example("inspect --files --plain poems", "", "Print a line per document, for a script."),
      ]
    case .check:
      [
        Example("check poems", "", "Check the documents in a folder."),
        Example("check \(ofType) -", "< poems.ndjson", "Check lines of JSON."),
      ]
    case .migrate:
      [
        Example("migrate --dry-run poems", "", "Print what would change."),
        Example(
          "migrate --journal migration.ndjson poems", "",
          "Migrate the documents in a folder, and record what was done."),
      ]
    case .filter:
      [
        Example(
          "filter \(ofType) --jobs 4", "< old.ndjson > new.ndjson", "Migrate with four threads."),
        Example(
          "filter \(ofType) --errors bad --max-errors 1%", "< old.ndjson",
          "Record lines that can't be migrated, and allow 1% of them."),
      ]
    case .chain: [Example("chain --json", "", "Print the versions for a job log.")]
    case .backups:
      [Example("backups \(ofType) poems/basho.json", "", "List the backups of a document.")]
    case .restore:
      [
        Example(
          "restore \(ofType) poems/basho.json", "", "Restore the newest backup of a document."),
        Example(
          "restore --journal migration.ndjson poems", "", "Undo a migration of a folder."),
      ]
    case .completions:
      [
        Example(
          "completions bash", "> ~/.\(program).bash",
          "For bash. Add 'source ~/.\(program).bash' to ~/.bashrc."),
        Example("completions zsh", "> ~/.zfunc/_\(program)", "For zsh, in a folder of $fpath."),
        Example(
          "completions fish", "| source", "For fish. Add it to ~/.config/fish/config.fish."),
      ]
    case .help: [Example("help migrate", "", "Explain migrate.")]
    }
  }
}

/// A command line that the help shows.
struct Example: Sendable {
  /// The arguments, as a shell reads them.
  let arguments: String
  /// What connects the command to files. May be empty.
  let redirection: String
  let meaning: String

  init(_ arguments: String, _ redirection: String, _ meaning: String) {
    self.arguments = arguments
    self.redirection = redirection
    self.meaning = meaning
  }

  func commandLine(of program: String) -> String {
    [program, arguments, redirection].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
