/// Completions for zsh 5: a file in a folder of `$fpath`, or a script that is sourced after `compinit`.
struct ZshCompletions {
  let table: CommandTable

  private var function: String { Shell.functionName(for: table.name) }

  var script: String {
    """
    #compdef \(table.name)
    # Completions of \(table.name) for zsh, printed by '\(table.name) completions zsh'.

    \(function)() {
      local curcontext="$curcontext" state line ret=1
      typeset -A opt_args
      local -a commands
      commands=(
    \(lines(Verb.allCases.map(described), indent: 4))
      )
      _arguments -C -s -S \\
    \(arguments(specifications(of: nil) + ["1: :->command", "*:: :->arguments"], indent: 4))
      case "$state" in
        command) _describe -t commands command commands && ret=0 ;;
        arguments)
          case "$line[1]" in
    \(Verb.allCases.map(branch).joined(separator: "\n"))
          esac
          ;;
      esac
      return ret
    }
    \(alternatives)
    # A file in $fpath is a function, which runs for each completion. Otherwise this is sourced once.
    if [[ $zsh_eval_context[-1] == *func ]]; then
      \(function) "$@"
    else
      compdef \(function) \(quoted(table.name))
    fi

    """
  }

  private func described(_ verb: Verb) -> String {
    quoted("\(verb):\(escaped(verb.summary))")
  }

  private func branch(of verb: Verb) -> String {
    """
            \(verb)) _arguments -s -S \\
    \(arguments(specifications(of: verb) + operands(of: verb), indent: 10))
              ;;
    """
  }

  // MARK: - Specifications for _arguments

  private func specifications(of verb: Verb?) -> [String] {
    table.options(of: verb).flatMap { option in
      let value = option.value.map { ":\($0.placeholder):\(action(for: $0.candidates, option))" }
      let description = "[\(escaped(option.summary))]" + (value ?? "")
      let long = option.long + (value == nil ? "" : "=")
      guard let short = option.short else { return [long + description] }
      let others = "(\(short) \(option.long))"
      return [
        others + short + (value == nil ? "" : "+") + description, others + long + description,
      ]
    }
  }

  private func operands(of verb: Verb) -> [String] {
    let operands = verb.operands
    guard !operands.placeholder.isEmpty else { return [] }
    let position = operands.count.upperBound == 1 ? "1" : "*"
    return ["\(position):\(operands.placeholder):\(action(for: operands.candidates, nil))"]
  }

  /// A space means no matches.
  private func action(for candidates: Candidates, _ option: CommandOption?) -> String {
    let words = table.words(for: candidates)
    if let option, candidates.paths != nil, !words.isEmpty { return alternative(for: option) }
    switch candidates.paths {
    case .files: return "_files"
    case .folders: return "_directories"
    case nil: return words.isEmpty ? " " : "(\(words.joined(separator: " ")))"
    }
  }

  private func alternative(for option: CommandOption) -> String {
    function + Shell.functionName(for: option.name)
  }

  /// Functions for the options whose values are words or paths.
  private var alternatives: String {
    table.options.compactMap { option in
      guard let candidates = option.value?.candidates, let paths = candidates.paths,
        case let words = table.words(for: candidates), !words.isEmpty
      else { return nil }
      return """

        \(alternative(for: option))() {
          _alternative \(quoted("words:word:(\(words.joined(separator: " ")))")) \
        'paths:path:\(paths == .files ? "_files" : "_directories")'
        }

        """
    }.joined()
  }

  // MARK: - Shell

  /// Brackets and colons have a meaning in specifications.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      if #"[]:\"#.contains(character) { result += #"\"# }
      result.append(character)
    }
    return result
  }

  private func quoted(_ text: String) -> String { Shell.zsh.quoted(text) }

  private func arguments(_ specifications: [String], indent: Int) -> String {
    lines(specifications.map { quoted($0) + #" \"# } + ["&& ret=0"], indent: indent)
  }

  private func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
