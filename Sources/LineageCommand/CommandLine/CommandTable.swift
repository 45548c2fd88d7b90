/// What the arguments request.
enum Request: Equatable, Sendable {
  /// Do something with documents.
  case invocation(Invocation)
  /// Print the completions for a shell.
  case completions(Shell)
  /// Print the help of a verb, or that of the program.
  case help(Verb?)
  /// Print the version of the program.
  case version
  /// Nothing, because there are no arguments.
  case nothing
}

/// The command line of a program: reads arguments, and writes the help, completions and documentation.
///
/// Everything comes from `Verb` and `CommandOption.all`, so an option that is added there works everywhere.
struct CommandTable: Sendable {
  /// The name of the program, as it is typed.
  let name: String
  let version: String
  /// The names of the types of documents. If there are none, any name is accepted.
  let types: [String]
  let options = CommandOption.all

  init(name: String, version: String, types: [String]) {
    self.name = name
    self.version = version
    self.types = types
  }

  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var parser = ArgumentParser(arguments, table: self)
    return try parser.parse()
  }

  /// The help of a verb, or that of the program, in lines of at most 80 columns.
  func help(for verb: Verb?) -> String {
    let page = HelpPage(table: self)
    return verb.map(page.text) ?? page.overview
  }

  func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions(table: self).script
    case .zsh: ZshCompletions(table: self).script
    case .fish: FishCompletions(table: self).script
    }
  }

  /// The reference of all commands in Markdown, for a page of documentation.
  func page() -> String {
    ReferencePage(table: self).text
  }

  // MARK: - Rows

  /// The options that may be written after a verb, or before all verbs.
  func options(of verb: Verb?) -> [CommandOption] {
    options.filter { option in
      verb.map(option.verbs.contains) ?? option.isGlobal
    }
  }

  /// The words that are offered for a value or an operand.
  func words(for candidates: Candidates) -> [String] {
    candidates.words + (candidates.includesTypes ? types.map(Shell.typed) : [])
  }

  /// A value for an example, as it is typed.
  func example(of value: ValueSyntax) -> String {
    value.candidates.includesTypes ? types.first.map(Shell.typed) ?? value.example : value.example
  }
}
