/// Completions for fish 3 and newer.
struct FishCompletions {
  let table: CommandTable

  private var function: String { "_" + Shell.functionName(for: table.name) }

  var script: String {
    let lines =
      ["complete -c \(name) -f"] + Verb.allCases.map(command)
      + Verb.allCases.compactMap(operands) + table.options.map(option)
    return """
      # Completions of \(table.name) for fish, printed by '\(table.name) completions fish'.

      # The words before the cursor that are neither options nor their values.
      function \(function)_operands
        set -l words (commandline -opc)
        set -e words[1]
        set -l isValue no
        set -l ended no
        for word in $words
          if test $isValue = yes
            set isValue no
            continue
          end
          if test $ended = no
            switch $word
              case --
                set ended yes
                continue
              case \(withValues)
                set isValue yes
                continue
              case '-?*'
                continue
            end
          end
          echo -- $word
        end
      end

      # Whether there are fewer of these words than the argument says.
      function \(function)_fewer
        test (count (\(function)_operands)) -lt $argv[1]
      end

      # Whether the command is one of the arguments.
      function \(function)_is
        set -l operands (\(function)_operands)
        set -q operands[1]; and contains -- $operands[1] $argv
      end

      \(lines.joined(separator: "\n"))

      """
  }

  private var name: String { Shell.fish.quoted(table.name) }

  /// The options that are followed by a value.
  private var withValues: String {
    table.options.filter { $0.value != nil }.flatMap { [$0.short, $0.long].compactMap { $0 } }
      .joined(separator: " ")
  }

  private func command(_ verb: Verb) -> String {
    complete(when: "\(function)_fewer 1", "-a \(verb)", description: verb.summary)
  }

  private func operands(of verb: Verb) -> String? {
    let operands = verb.operands
    guard operands.candidates != .nothing else { return nil }
    var condition = "\(function)_is \(verb)"
    if operands.count.upperBound < .max {
      condition += "; and \(function)_fewer \(operands.count.upperBound + 1)"
    }
    return complete(when: condition, offer(operands.candidates))
  }

  private func option(_ option: CommandOption) -> String {
    var parts = ["-l \(option.name)"]
    if let letter = option.letter { parts.insert("-s \(letter)", at: 0) }
    if let candidates = option.value?.candidates {
      parts.append(candidates.paths == .files ? "-r" : "-x")
      if candidates != .nothing { parts.append(offer(candidates)) }
    }
    let verbs = option.verbs.map(\.rawValue).joined(separator: " ")
    let condition = option.isVersion ? "\(function)_fewer 1" : "\(function)_is \(verbs)"
    return complete(
      when: option.isGlobal && !option.isVersion ? nil : condition,
      parts.joined(separator: " "), description: option.summary)
  }

  // MARK: - Shell

  private func offer(_ candidates: Candidates) -> String {
    var words = table.words(for: candidates)
    if candidates.paths == .folders { words.append("(__fish_complete_directories)") }
    let files = candidates.paths == .files ? ["-F"] : []
    let list = words.isEmpty ? [] : ["-a \(Shell.fish.quoted(words.joined(separator: " ")))"]
    return (files + list).joined(separator: " ")
  }

  private func complete(
    when condition: String?, _ what: String, description: String? = nil
  ) -> String {
    var parts = ["complete -c \(name)"]
    if let condition { parts.append("-n \(Shell.fish.quoted(condition))") }
    parts.append(what)
    if let description { parts.append("-d \(Shell.fish.quoted(description))") }
    return parts.joined(separator: " ")
  }
}
