/// The reference of all commands in Markdown.
struct ReferencePage {
  let table: CommandTable

  var text: String {
    let sections =
      Verb.allCases.map(section) + [
        "### Options of all commands\n\n" + Self.table(table.options(of: nil)),
        "### Exit codes\n\n" + exitCodes,
        "A process that is interrupted ends by the signal, so a shell reports 130 after Ctrl-C.",
      ]
    return sections.joined(separator: "\n\n") + "\n"
  }

  private func section(of verb: Verb) -> String {
    let options = table.options(of: verb).filter { !$0.isGlobal }
    let synopsis = ["\(table.name) \(verb) [OPTION…]", verb.operands.synopsis]
    var parts = [
      "### \(verb)", "`\(synopsis.filter { !$0.isEmpty }.joined(separator: " "))`",
      HelpPage.wrapped(verb.details, width: 120).joined(separator: "\n"),
    ]
    if !options.isEmpty { parts.append(Self.table(options)) }
    let examples = verb.examples(program: table.name, type: table.types.first ?? "NAME")
    parts.append(
      Self.code(
        examples.map { "# \($0.meaning)\n\($0.commandLine(of: table.name))" }
          .joined(separator: "\n")))
    return parts.joined(separator: "\n\n")
  }

  private var exitCodes: String {
    let rows = ExitCode.allCases.map { "| \($0.rawValue) | \(Self.cell($0.meaning)) |" }
    return (["| Code | Meaning |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  // MARK: - Markdown

  private static func table(_ options: [CommandOption]) -> String {
    let rows = options.map { option in
      let names = [option.short, option.synopsis].compactMap { $0 }
      let codes = names.map { "`\(cell($0))`" }.joined(separator: ", ")
      return "| \(codes) | \(cell(option.text)) |"
    }
    return (["| Option | Meaning |", "| --- | --- |"] + rows).joined(separator: "\n")
  }

  private static func code(_ text: String) -> String { "```sh\n\(text)\n```" }

  /// A bar would end the cell, even in code.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: #"\|"#)
  }
}
