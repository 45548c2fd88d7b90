/// Reads arguments in the GNU manner: `--name value`, `--name=value`, `-j4`, `-j 4`, letters without values together as
/// in `-nk`, and `--` before operands that begin with a dash. Options may precede or follow operands, and those that
/// all verbs have may precede the verb. If an option is repeated, the last one wins. Names can't be abbreviated.
struct ArgumentParser {
  private let table: CommandTable
  private var rest: ArraySlice<String>
  private var verb: Verb?
  private var options = InvocationOptions()
  private var operands: [String] = []
  /// The names of the options so far.
  private var given: Set<String> = []
  private var wantsHelp = false
  private var wantsVersion = false

  init(_ arguments: [String], table: CommandTable) {
    self.table = table
    rest = arguments[...]
  }

  mutating func parse() throws(UsageError) -> Request {
    if rest.isEmpty { return .nothing }
    let asksForHelp = rest.prefix { $0 != "--" }.contains { argument in
      table.options.contains { $0.isHelp && ($0.long == argument || $0.short == argument) }
    }
    do {
      try readArguments()
    } catch {
      // A request for help is answered, whatever else is wrong.
      guard asksForHelp, let verb else { throw error }
      return .help(verb)
    }
    if wantsHelp { return .help(verb) }
    if wantsVersion { return .version }
    guard let verb else { throw .noVerb() }
    try checkOptions(of: verb)
    try checkOperands(of: verb)
    return try request(verb)
  }

  private func request(_ verb: Verb) throws(UsageError) -> Request {
    switch verb {
    case .inspect: invocation(.inspect)
    case .check: invocation(.check)
    case .migrate: invocation(.migrate)
    case .filter: invocation(.filter)
    case .chain: invocation(.chain)
    case .backups: invocation(.backups)
    case .restore: invocation(.restore)
    case .completions: .completions(try shell(named: operands.first ?? ""))
    case .help: .help(try operands.first.map(self.verb))
    }
  }

  private func invocation(_ operation: DocumentOperation) -> Request {
    var invocation = Invocation(
      operation, operands: operands.isEmpty ? operation.verb.operands.defaults : operands)
    invocation.options = options
    return .invocation(invocation)
  }

  private mutating func readArguments() throws(UsageError) {
    var readsOptions = true
    while let argument = rest.popFirst() {
      // Bytes, because a dash and an accent after it are one character.
      let isOption = readsOptions && argument != "-" && argument.utf8.first == UInt8(ascii: "-")
      if isOption, argument == "--" {
        readsOptions = false
      } else if isOption, argument.utf8.starts(with: "--".utf8) {
        try readName(argument)
      } else if isOption {
        try readLetters(argument)
      } else {
        try readOperand(argument)
      }
    }
  }

  // MARK: - Options

  private mutating func readName(_ argument: String) throws(UsageError) {
    let end = argument.utf8.firstIndex(of: UInt8(ascii: "=")) ?? argument.endIndex
    let typed = String(argument[..<end])
    let value = end == argument.endIndex ? nil : String(argument[end...].unicodeScalars.dropFirst())
    guard let option = table.options.first(where: { $0.long == typed }) else {
      throw .unknownOption(
        typed, suggestion: Suggestion.nearest(to: typed, among: names), for: verb)
    }
    try apply(option, value)
  }

  private mutating func readLetters(_ argument: String) throws(UsageError) {
    // As in `-json`, which isn't `-j` with a value.
    if names.contains("-" + argument) {
      throw .unknownOption(argument, suggestion: "-" + argument, for: verb)
    }
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = table.options.first(where: { $0.letter == letter }) else {
        throw .unknownOption(argument, suggestion: nil, for: verb)
      }
      if option.value == nil || letters.isEmpty {
        try apply(option, nil)
      } else {
        try apply(option, String(letters))
        return
      }
    }
  }

  private var names: [String] { table.options(of: verb).map(\.long) }

  private mutating func apply(_ option: CommandOption, _ value: String?) throws(UsageError) {
    try checkPlace(of: option)
    given.insert(option.name)
    switch option.effect {
    case .value(let syntax): try store(value, syntax, of: option)
    case _ where value != nil: throw .superfluousValue(option, verb: verb)
    case .flag(let path, let isOn): options[keyPath: path] = isOn
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    }
  }

  private func checkPlace(of option: CommandOption) throws(UsageError) {
    if let verb, option.isVersion {
      throw .misplacedVersion(option, program: table.name, verb: verb)
    } else if let verb, !option.verbs.contains(verb) {
      throw .misplaced(option, verb: verb)
    } else if verb == nil, !option.isGlobal {
      throw .tooEarly(option)
    }
  }

  private mutating func store(
    _ attached: String?, _ syntax: ValueSyntax, of option: CommandOption
  ) throws(UsageError) {
    var value = attached
    var next: String?
    if value == nil, let following = rest.first {
      if following == "-" || following.utf8.first != UInt8(ascii: "-") {
        value = rest.popFirst()
      } else if !isOption(following) {
        next = following
      }
    }
    guard let value, syntax.store(value, &options) else {
      throw .invalidValue(
        option, syntax, example: table.example(of: syntax), next: next, verb: verb)
    }
    if syntax.candidates.includesTypes, !table.types.isEmpty, !table.types.contains(value) {
      throw .unknownType(
        value, suggestion: Suggestion.nearest(to: value, among: table.types), types: table.types,
        verb: verb)
    }
  }

  private func isOption(_ argument: String) -> Bool {
    argument == "--"
      || table.options.contains { option in
        argument == option.long || argument.hasPrefix(option.long + "=")
          || option.short.map(argument.hasPrefix) ?? false
      }
  }

  /// What depends on several options, once all are known.
  private func checkOptions(of verb: Verb) throws(UsageError) {
    for option in table.options where given.contains(option.name) {
      if let needed = option.needs, !given.contains(needed) {
        throw .needs(option, needed, verb: verb)
      }
      if let conflict = option.conflict(options, verb) { throw UsageError(conflict, verb: verb) }
    }
  }

  // MARK: - Operands

  private mutating func readOperand(_ argument: String) throws(UsageError) {
    guard let verb else {
      verb = try self.verb(named: argument)
      return
    }
    let allowed = verb.operands
    if argument == "-", allowed.candidates.paths != nil, !allowed.readsStandardInput {
      throw .noStandardInput(verb)
    }
    if argument.isEmpty, allowed.candidates.paths != nil { throw .emptyOperand(verb) }
    if operands.count == allowed.count.upperBound {
      throw .superfluousOperand(argument, verb: verb)
    }
    operands.append(argument)
  }

  private func shell(named name: String) throws(UsageError) -> Shell {
    if let shell = Shell(rawValue: name) { return shell }
    throw .unknownShell(
      name, suggestion: Suggestion.nearest(to: name, among: Shell.allCases.map(\.rawValue)))
  }

  private func verb(named name: String) throws(UsageError) -> Verb {
    if let verb = Verb(rawValue: name) { return verb }
    throw .unknownVerb(
      name, suggestion: Suggestion.nearest(to: name, among: Verb.allCases.map(\.rawValue)),
      for: verb)
  }

  private func checkOperands(of verb: Verb) throws(UsageError) {
    let allowed = verb.operands
    if operands.count < allowed.count.lowerBound { throw .missingOperand(verb) }
    if allowed.readsStandardInput, operands.count > 1, operands.contains("-") {
      throw .mixedInput(verb)
    }
  }
}
