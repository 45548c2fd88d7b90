/// An option of the command line: its names, where it is allowed, what it does and what is said of it.
struct CommandOption: Sendable {
  enum Effect: Sendable {
    /// Prints help instead of doing anything.
    case help
    /// Prints the version of the program instead. Only before the verb.
    case version
    /// Sets a property to this value.
    case flag(ValueSyntax.Path<Bool>, Bool)
    case value(ValueSyntax)
  }

  /// Without dashes.
  let name: String
  let letter: Character?
  /// The verbs that have the option, in the order of `Verb`.
  let verbs: [Verb]
  let effect: Effect
  /// A phrase without a period, which shells show beside the option.
  let summary: String
  /// Further sentences for the help.
  let details: String
  /// The name of the option that this one has no effect without.
  let needs: String?
  /// Why all options together are invalid with this one; nil if they aren't.
  let conflict: @Sendable (InvocationOptions, Verb) -> String?

  init(
    _ name: String, _ letter: Character? = nil, of verbs: [Verb], _ effect: Effect,
    _ summary: String, _ details: String = "", needs: String? = nil,
    conflict: @escaping @Sendable (InvocationOptions, Verb) -> String? = { _, _ in nil }
  ) {
    self.name = name
    self.letter = letter
    self.verbs = verbs
    self.effect = effect
    self.summary = summary
    self.details = details
    self.needs = needs
    self.conflict = conflict
  }

  /// The name as it is typed.
  var long: String { "--" + name }

  /// The letter as it is typed.
  var short: String? { letter.map { "-\($0)" } }

  var value: ValueSyntax? {
    if case .value(let value) = effect { value } else { nil }
  }

  /// Whether the option may precede the verb.
  var isGlobal: Bool { verbs.count == Verb.allCases.count || isVersion }

  var isHelp: Bool {
    if case .help = effect { true } else { false }
  }

  var isVersion: Bool {
    if case .version = effect { true } else { false }
  }

  /// Such as `--jobs N`.
  var synopsis: String { long + (value.map { " " + $0.placeholder } ?? "") }

  /// All that the help says.
  var text: String {
    let note = needs.map { "Needs --\($0)." } ?? ""
    return [summary + ".", details, note].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
