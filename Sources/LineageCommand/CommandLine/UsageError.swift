/// Arguments that make no sense, and what to do about it.
struct UsageError: Error, Equatable {
  /// A sentence or two, which begin with a lowercase word or a quoted argument, for use after the name of the program.
  let message: String
  /// The verb whose help to refer to.
  let verb: Verb?

  init(_ message: String, verb: Verb?) {
    self.message = message
    self.verb = verb
  }

  // MARK: - Commands

  static func noVerb() -> UsageError {
    UsageError("a command is missing. \(commands)", verb: nil)
  }

  static func unknownVerb(_ typed: String, suggestion: String?, for verb: Verb?) -> UsageError {
    UsageError(
      "unknown command '\(typed)'. \(suggestion.map(didYouMean) ?? commands)", verb: verb)
  }

  // MARK: - Options

  static func unknownOption(
    _ typed: String, suggestion: String?, for verb: Verb?
  ) -> UsageError {
    let place = verb.map { " for \($0)" } ?? ""
    let hint = suggestion.map { " " + didYouMean($0) } ?? ""
    return UsageError("unknown option '\(typed)'\(place).\(hint)", verb: verb)
  }

  /// The option belongs to other verbs than this one.
  static func misplaced(_ option: CommandOption, verb: Verb) -> UsageError {
    UsageError(
      "'\(option.long)' is an option of \(list(option.verbs, "and")), not of \(verb).",
      verb: verb)
  }

  static func misplacedVersion(_ option: CommandOption, program: String, verb: Verb) -> UsageError {
    UsageError(
      "'\(option.long)' isn't an option of \(verb). Run '\(program) \(option.long)'.", verb: verb)
  }

  /// The option belongs after its verb.
  static func tooEarly(_ option: CommandOption) -> UsageError {
    UsageError(
      """
      '\(option.long)' is an option of \(list(option.verbs, "and")). Write it after the command, as \
      in '\(option.verbs.first.map(\.rawValue) ?? "") \(option.synopsis)'.
      """, verb: nil)
  }

  static func superfluousValue(_ option: CommandOption, verb: Verb?) -> UsageError {
    UsageError("'\(option.long)' has no value. Leave out '=' and what follows it.", verb: verb)
  }

  /// The value is missing or wrong. `next` is what follows the option and looks like another one.
  static func invalidValue(
    _ option: CommandOption, _ value: ValueSyntax, example: String, next: String?, verb: Verb?
  ) -> UsageError {
    let hint =
      next.map { " A value that begins with '-' needs '=': '\(option.long)=\($0)'." } ?? ""
    return UsageError(
      "'\(option.long)' needs \(value.expected), such as \(option.long) \(example).\(hint)",
      verb: verb)
  }

  static func unknownType(
    _ typed: String, suggestion: String?, types: [String], verb: Verb?
  ) -> UsageError {
    let list = "The types are: \(types.joined(separator: ", "))."
    return UsageError(
      "unknown type '\(typed)'. \(suggestion.map(didYouMean) ?? list)", verb: verb)
  }

  static func needs(_ option: CommandOption, _ name: String, verb: Verb) -> UsageError {
    UsageError("'\(option.long)' needs '--\(name)'.", verb: verb)
  }

  /// Appending records to the file would destroy something, or never end.
  static func unsuitableRecordFile(
    _ path: String, of name: String, because reason: String, verb: Verb
  ) -> UsageError {
    UsageError(
      "'--\(name)' can't append to '\(path)': \(reason). Name a file of its own, such as \(name).ndjson.",
      verb: verb)
  }

  // MARK: - Operands

  static func missingOperand(_ verb: Verb) -> UsageError {
    switch verb {
    case .completions:
      UsageError(
        "'completions' needs the name of a shell: \(list(Shell.allCases, "or")).", verb: verb)
    case .migrate:
      UsageError(
        """
        'migrate' needs a file or folder. To migrate everything in the current folder, write \
        'migrate .'.
        """, verb: verb)
    case .restore:
      UsageError(
        "'restore' needs the name of a document's file, or with '--journal' of a folder.",
        verb: verb)
    default:
      UsageError("'\(verb)' needs the name of a document's file.", verb: verb)
    }
  }

  static func superfluousOperand(_ operand: String, verb: Verb) -> UsageError {
    switch verb {
    case .filter:
      UsageError(
        "'filter' reads standard input, not '\(operand)'. Write '< \(operand)'.", verb: verb)
    case .completions, .help:
      UsageError("'\(verb)' takes one argument. Leave out '\(operand)'.", verb: verb)
    default:
      UsageError("'\(verb)' takes no files. Leave out '\(operand)'.", verb: verb)
    }
  }

  static func emptyOperand(_ verb: Verb) -> UsageError {
    UsageError(
      "a file name is empty. If it comes from a variable, check that the variable is set.",
      verb: verb)
  }

  static func noStandardInput(_ verb: Verb) -> UsageError {
    let remedy =
      verb == .migrate
      ? "To migrate lines of JSON, use 'filter'. For a file of that name, write './-'."
      : "Name files, or write './-' for a file."
    return UsageError("'\(verb)' can't work on standard input ('-'). \(remedy)", verb: verb)
  }

  static func mixedInput(_ verb: Verb) -> UsageError {
    UsageError(
      "'-' is standard input, which can't be combined with files. Run '\(verb)' for each.",
      verb: verb)
  }

  static func unknownShell(_ typed: String, suggestion: String?) -> UsageError {
    let shells = "The shells are \(list(Shell.allCases, "and"))."
    return UsageError(
      "unknown shell '\(typed)'. \(suggestion.map(didYouMean) ?? shells)", verb: .completions)
  }

  // MARK: - Phrases

  private static let commands = "The commands are \(list(Verb.allCases, "and"))."

  private static func didYouMean(_ name: String) -> String { "Did you mean '\(name)'?" }

  /// Such as `inspect, check and migrate`.
  private static func list<Name: RawRepresentable<String>>(
    _ names: [Name], _ conjunction: String
  ) -> String {
    let names = names.map(\.rawValue)
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
