/// Completions for bash 3.2 and newer, which need no other software.
///
/// Words are offered by the script itself. For files and folders it turns on readline's own completion
/// with `compopt`, which knows how to quote them. Where bash is too old for `compopt`, readline offers
/// files wherever the script has no words.
struct BashCompletions {
  let table: CommandTable

  var script: String {
    let function = Shell.functionName(for: table.name)
    return """
      # Completions of \(table.name) for bash, printed by '\(table.name) completions bash'.

      \(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" option='' prefix='' verb='' ended='' paths='' word i
        local operands=0 words
        words=()
        COMPREPLY=()

        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          if [[ -n $option ]]; then
            # Bash splits '--name=value' into three words.
            [[ $word == '=' ]] || option=''
            continue
          fi
          if [[ -z $ended ]]; then
            case "$word" in
              --) ended=yes; continue ;;
              \(withValues)) option="$word"; continue ;;
              -?*) continue ;;
            esac
          fi
          if [[ -z $verb ]]; then verb="$word"; else operands=$((operands + 1)); fi
        done

        if [[ -n $option && $current == '=' ]]; then
          current=''
        elif [[ -z $option && -z $ended && $current == --*=* ]]; then
          # Unless '=' was removed from COMP_WORDBREAKS.
          option="${current%%=*}"
          prefix="$option="
          current="${current#*=}"
        fi

        if [[ -n $option ]]; then
          case "$option" in
      \(lines(values, indent: 6))
          esac
        elif [[ -z $ended && $current == -* ]]; then
          case "$verb" in
      \(lines(options, indent: 6))
          esac
        else
          case "$verb" in
      \(lines(operands, indent: 6))
          esac
        fi

        for word in "${words[@]}"; do
          if [[ $word == "$current"* ]]; then COMPREPLY+=("$prefix$word"); fi
        done
        if [[ -n $paths ]]; then compopt -o "$paths" 2>/dev/null; fi
        return 0
      }

      if type compopt >/dev/null 2>&1; then
        complete -F \(function) \(quoted(table.name))
      else
        complete -o default -F \(function) \(quoted(table.name))
      fi

      """
  }

  /// A pattern of the options that are followed by a value.
  private var withValues: String {
    table.options.filter { $0.value != nil }.flatMap(names).joined(separator: " | ")
  }

  private var values: [String] {
    table.options.compactMap { option in
      guard let candidates = option.value?.candidates, candidates != .nothing else { return nil }
      return branch(names(of: option).joined(separator: " | "), offer(candidates))
    }
  }

  private var options: [String] {
    let verbs: [Verb?] = [nil] + Verb.allCases
    return verbs.map { verb in
      branch(verb?.rawValue ?? "''", words(table.options(of: verb).flatMap(names)))
    }
  }

  private var operands: [String] {
    let verbs = branch("''", words(Verb.allCases.map(\.rawValue)))
    return [verbs]
      + Verb.allCases.compactMap { verb in
        let operands = verb.operands
        guard operands.candidates != .nothing else { return nil }
        let offer = offer(operands.candidates)
        guard operands.count.upperBound < .max else { return branch(verb.rawValue, offer) }
        return branch(
          verb.rawValue, "if ((operands < \(operands.count.upperBound))); then \(offer); fi")
      }
  }

  // MARK: - Shell

  private func names(of option: CommandOption) -> [String] {
    [option.short, option.long].compactMap { $0 }
  }

  private func offer(_ candidates: Candidates) -> String {
    var commands: [String] = []
    let words = table.words(for: candidates)
    if !words.isEmpty { commands.append(self.words(words)) }
    switch candidates.paths {
    case .files: commands.append("paths=default")
    case .folders: commands.append("paths=plusdirs")
    case nil: break
    }
    return commands.joined(separator: "; ")
  }

  private func words(_ words: [String]) -> String {
    "words=(\(words.map(quoted).joined(separator: " ")))"
  }

  private func branch(_ pattern: String, _ commands: String) -> String {
    "\(pattern)) \(commands) ;;"
  }

  /// Words of letters, digits and dashes are left as they are.
  private func quoted(_ word: String) -> String {
    Shell.typed(word) == word ? word : Shell.bash.quoted(word)
  }

  private func lines(_ lines: [String], indent: Int) -> String {
    lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}
