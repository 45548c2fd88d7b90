/// A shell that completions can be written for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The text as one word in single quotes, for the scripts themselves.
  func quoted(_ text: String) -> String {
    var result = "'"
    for character in text.unicodeScalars {
      switch (character, self) {
      case ("'", .fish): result += #"\'"#
      case (#"\"#, .fish): result += #"\\"#
      case ("'", _): result += #"'\''"#
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "'"
  }

  /// The text as it is typed on a command line, with a backslash before special characters.
  static func typed(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if #" "'`$&|;<>()[]{}*?!~#\,:"#.unicodeScalars.contains(character) { result += #"\"# }
      result.unicodeScalars.append(character)
    }
    return result
  }

  /// A name for functions, which consists of ASCII letters, digits and underscores.
  static func functionName(for program: String) -> String {
    var name = "_"
    for character in program.unicodeScalars {
      switch character {
      case "a"..."z", "A"..."Z", "0"..."9": name.unicodeScalars.append(character)
      default: name += "_"
      }
    }
    return name
  }
}
