import Testing

@testable import LineageCommand

/// What holds for each option of the table, wherever it is used.
struct OptionTableTests {
  /// An option with a verb that has it, or before all verbs.
  struct Case: Sendable, CustomTestStringConvertible {
    let option: CommandOption
    let verb: Verb

    var testDescription: String { "\(verb) \(option.long)" }

    /// Arguments that the option needs besides its own.
    var others: [String] {
      let needed = CommandOption.all.filter { $0.name == option.needs }
      let operands = [verb == .completions ? "bash" : "poems"]
      return needed.flatMap { ["\($0.long)=\(Self.example($0))"] }
        + (verb.operands.count.lowerBound > 0 ? operands : [])
    }

    /// The value of the example without the quotes of the shell.
    static func example(_ option: CommandOption) -> String {
      option.value.map { poetryTable.example(of: $0).filter { $0 != "'" } } ?? ""
    }
  }

  static let cases = CommandOption.all.flatMap { option in
    option.verbs.map { Case(option: option, verb: $0) }
  }

  @Test(arguments: cases.filter { $0.option.value != nil })
  func `all ways to write a value mean the same, and change something`(_ example: Case) throws {
    let (option, verb) = (example.option, example.verb.rawValue)
    let value = Case.example(option)
    let expected = try poetryTable.parse([verb] + example.others + [option.long, value])
    let plain = try poetryTable.parse([verb] + example.others)

    #expect(try poetryTable.parse([verb, "\(option.long)=\(value)"] + example.others) == expected)
    if let short = option.short {
      #expect(try poetryTable.parse([verb, short, value] + example.others) == expected)
      #expect(try poetryTable.parse([verb, short + value] + example.others) == expected)
    }
    if option.isGlobal {
      #expect(try poetryTable.parse([option.long, value, verb] + example.others) == expected)
    }
    #expect(expected != plain || [.completions, .help].contains(example.verb))
  }

  @Test(arguments: cases.filter { $0.option.value == nil })
  func `the letter of a flag means the same as its name, and changes something`(
    _ example: Case
  ) throws {
    let (option, verb) = (example.option, example.verb.rawValue)
    let expected = try poetryTable.parse([verb] + example.others + [option.long])
    let plain = try poetryTable.parse([verb] + example.others)

    if let short = option.short {
      #expect(try poetryTable.parse([verb, short] + example.others) == expected)
    }
    if option.isGlobal {
      #expect(try poetryTable.parse([option.long, verb] + example.others) == expected)
    }
    #expect(expected != plain || [.completions, .help].contains(example.verb))
  }

  @Test(arguments: CommandOption.all.map(\.name), Verb.allCases)
  func `an option is accepted by its verbs and rejected by the others`(
    _ name: String, _ verb: Verb
  ) throws {
    let option = try #require(CommandOption.all.first { $0.name == name })
    let example = Case(option: option, verb: verb)
    let written = option.value == nil ? option.long : "\(option.long)=\(Case.example(option))"

    if option.verbs.contains(verb) {
      _ = try poetryTable.parse([verb.rawValue, written] + example.others)
    } else {
      #expect(throws: UsageError.self) { try poetryTable.parse([verb.rawValue, written]) }
    }
  }

  @Test func `names and letters are unique`() {
    let names = CommandOption.all.map(\.name)
    let letters = CommandOption.all.compactMap(\.letter)

    #expect(Set(names).count == names.count)
    #expect(Set(letters).count == letters.count)
  }

  @Test func `an option that needs another has the same verbs`() throws {
    for option in CommandOption.all {
      guard let name = option.needs else { continue }
      let needed = try #require(CommandOption.all.first { $0.name == name })
      #expect(Set(option.verbs).isSubset(of: needed.verbs))
    }
  }

  @Test(arguments: cases)
  func `each option is in the help of its verbs, the reference and all completions`(
    _ example: Case
  ) {
    let option = example.option

    #expect(poetryTable.help(for: example.verb).contains(option.synopsis))
    #expect(poetryTable.page().contains(option.long))
    #expect(poetryTable.completions(for: .bash).contains(option.long))
    #expect(poetryTable.completions(for: .zsh).contains(option.long))
    #expect(poetryTable.completions(for: .fish).contains("-l \(option.name) "))
  }

  @Test(arguments: Verb.allCases)
  func `each example is a valid command line of its verb`(_ verb: Verb) throws {
    let examples = verb.examples(program: "poetry-migrate", type: "Poem")

    #expect(!examples.isEmpty)
    for example in examples {
      let arguments = example.arguments.split(separator: " ").map(String.init)
      #expect(arguments.first == verb.rawValue)
      _ = try poetryTable.parse(arguments)
    }
  }
}
