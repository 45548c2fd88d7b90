/// The help in a terminal.
struct HelpPage {
  static let width = 80

  let table: CommandTable

  /// The help of the program.
  var overview: String {
    let commands = Verb.allCases.map { ($0.rawValue, $0.summary + ".") }
    let codes = ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }
    return Self.text([
      Self.wrapped("\(table.name) \(table.version): inspects and migrates versioned documents."),
      Self.synopsis(table.name, "COMMAND [OPTION…] [FILE…]"),
      ["Commands:"] + Self.columns(commands),
      ["Options of all commands:"] + Self.columns(table.options(of: nil).map(Self.row)),
      ["Exit codes:"] + Self.columns(codes),
      Self.wrapped(
        "Run '\(table.name) help COMMAND' for the options of a command, with examples."),
    ])
  }

  /// The help of a verb.
  func text(for verb: Verb) -> String {
    let options = table.options(of: verb)
    let own = options.filter { !$0.isGlobal }
    let examples = verb.examples(program: table.name, type: table.types.first ?? "NAME")
    var sections = [
      Self.synopsis("\(table.name) \(verb)", "[OPTION…] " + verb.operands.synopsis),
      Self.wrapped(verb.details),
    ]
    if own.contains(where: { $0.value?.candidates.includesTypes ?? false }), !table.types.isEmpty {
      sections.append(Self.wrapped("Types: \(table.types.joined(separator: ", "))."))
    }
    if !own.isEmpty { sections.append(["Options:"] + Self.columns(own.map(Self.row))) }
    sections.append(
      ["Options of all commands:"]
        + Self.columns(options.filter(\.isGlobal).map(Self.row)))
    sections.append(
      ["Examples:"]
        + examples.flatMap {
          ["  " + $0.commandLine(of: table.name)] + Self.wrapped($0.meaning, indent: 6)
        })
    return Self.text(sections)
  }

  // MARK: - Layout

  private static func text(_ sections: [[String]]) -> String {
    sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private static func synopsis(_ command: String, _ rest: String) -> [String] {
    wrapped("Usage: \(command) \(rest)")
  }

  /// Names with a letter before them are aligned with those without.
  private static func row(_ option: CommandOption) -> (String, String) {
    ((option.short.map { "\($0), " } ?? "    ") + option.synopsis, option.text)
  }

  /// Two columns, the second of which is wrapped. If a left side is too long for its column, the
  /// right side begins on the next line.
  private static func columns(_ rows: [(left: String, right: String)]) -> [String] {
    let start = min(28, (rows.map(\.left.count).max() ?? 0) + 4)
    return rows.flatMap { left, right in
      var lines = wrapped(right, indent: start)
      let label = "  " + left
      if label.count + 2 <= start, let first = lines.first {
        lines[0] = label + first.dropFirst(label.count)
      } else {
        lines.insert(label, at: 0)
      }
      return lines
    }
  }

  /// Lines of words. A word that is too long for a line has one of its own.
  static func wrapped(_ text: String, indent: Int = 0, width: Int = width) -> [String] {
    let space = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(space + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [space + line]
  }
}
