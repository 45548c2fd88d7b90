/// Names in snake_case and in camelCase, converted as Foundation's coders do.
enum SnakeCase {
  /// `one_two` becomes `oneTwo`; underscores at either end stay.
  static func camel(_ name: String) -> String {
    if let printable = PrintableName(name) { return printable.camel ?? name }
    return camelOfAnyName(name)
  }

  /// Converts names with any characters.
  static func camelOfAnyName(_ name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }),
      let last = name.lastIndex(where: { $0 != "_" })
    else { return name }
    let words = name[first...last].split(separator: "_")
    if words.count == 1 { return name }
    let camel = words[0].lowercased() + words.dropFirst().map(\.capitalizedWords).joined()
    return name[..<first] + camel + name[name.index(after: last)...]
  }

  /// Whether a name may not be the same after it was written in snake_case and read again. `userURL` isn't: it becomes
  /// `user_url`, and then `userUrl`.
  static func mayChange(_ name: String) -> Bool {
    var followsCapital = true
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): followsCapital = false
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where !followsCapital: followsCapital = true
      default: return true
      }
    }
    return false
  }

  /// Whether a key is spelled as the name that it is read as is written. So of all regular keys, only one is read as a
  /// name. Keys such as `userName`, `user__name` and `a_b_c` aren't regular.
  static func isRegular(_ key: String) -> Bool {
    var key = key
    return key.withBytes { isRegular($0) }
  }

  /// Whether a key is regular. This doesn't recognize all keys that are.
  static func isRegular(_ key: Bytes) -> Bool {
    var position = 0
    while position < key.count, key[position] == ASCII.underscore { position += 1 }
    var isInFirstWord = true
    while position < key.count {
      let byte = key[position]
      position += 1
      if byte == ASCII.underscore {
        isInFirstWord = false
        // A word begins with two letters, or is the last one and a letter.
        guard position < key.count, key[position].isSmall else { return false }
        position += 1
        guard position == key.count || key[position].isSmall else { return false }
      } else if isInFirstWord {
        guard byte >= ASCII.space, byte <= 0x7E, !byte.isCapital else { return false }
      } else if !byte.isSmall {
        // A letter after a digit would become a capital.
        guard byte.isDigit, position == key.count || !key[position].isSmall else { return false }
      }
    }
    return true
  }

  /// Whether `firstName` tries all names that are written as a key in snake_case.
  static func hasFewNames(writtenAs key: String) -> Bool { key.split(separator: "_").count < 12 }

  /// The first of the names that are written as a key in snake_case for which a condition is true. If the key has many
  /// words, only the key itself is tried.
  static func firstName(writtenAs key: String, where isMeant: (String) -> Bool) -> String? {
    // Hardly any of them is meant, and converting all of them would take ten times as long.
    func isFound(_ name: String) -> Bool { isMeant(name) && snake(name) == key }
    if isFound(key) { return key }
    let start = String(key.prefix { $0 == "_" })
    let words = key.split(separator: "_")
    guard let first = words.first, hasFewNames(writtenAs: key) else { return nil }
    // Of two words in a row, only one can be in capitals: `someURLID` is `some_urlid`. So eleven words have hundreds of
    // names, not thousands, unless several begin with digits.
    var names: [String] = [start + first, start + first.capitalizedWords]
    var namesInCapitals: [String] = [start + first.uppercased()]
    if !start.isEmpty {
      let kept = String(start.dropFirst())
      names.append(kept + first.capitalizedWords)
      namesInCapitals.append(kept + first.uppercased())
    }
    var end = first.endIndex
    for word in words.dropFirst() {
      let gap = key[end..<word.startIndex]
      end = word.endIndex
      let all = names + namesInCapitals
      let (capitalized, capitals) = (word.capitalizedWords, word.uppercased())
      // A capital begins a word, which adds an underscore to those of the name: `user_ID` is `user__id`.
      let kept = String(gap.dropFirst())
      // A letter alone is both.
      namesInCapitals = capitals == capitalized ? [] : names.map { $0 + kept + capitals }
      names = all.map { $0 + kept + capitalized }
      // Letters after a digit may be small ones: `x_a_1b` is `xA1b`.
      if capitalized != word, word.unicodeScalars.first?.properties.isAlphabetic != true,
        all.count < 1 << 7
      {
        names += all.map { $0 + kept + word }
      }
      // Names may have underscores of their own, and capitals elsewhere: `created_atNew`, `API_KEY`.
      if words.count <= maximumMixedWords {
        names += all.map { $0 + gap + word } + all.map { $0 + gap + capitals }
        if !kept.isEmpty { names += all.map { $0 + kept + word } }
      }
    }
    let rest = key[end...]
    return (names + namesInCapitals).lazy.map { $0 + rest }.first(where: isFound)
  }

  /// With more words, names that have both underscores and capitals between them aren't tried: there would be thousands.
  private static let maximumMixedWords = 4

  /// `oneTwoURL` becomes `one_two_url`.
  ///
  /// A word begins at a capital. Consecutive capitals, with any other characters between them, are
  /// one word up to the next lowercase letter; the character before that letter begins another
  /// word. So `myURLPath9b` is `my`, `URL`, `Path`, `9b`.
  static func snake(_ name: String) -> String {
    PrintableName(name)?.snake ?? snakeOfAnyName(name)
  }

  /// Converts names with any characters.
  static func snakeOfAnyName(_ name: String) -> String {
    let letters = Array(name)
    var words: [ArraySlice<Character>] = []
    var wordStart = 0
    var position = 1
    while position < letters.count,
      let capital = letters[position...].firstIndex(where: \.isCapital)
    {
      words.append(letters[wordStart..<capital])
      wordStart = capital
      guard let small = letters[capital...].firstIndex(where: \.isSmall) else { break }
      if small > capital + 1 {
        words.append(letters[capital..<small - 1])
        wordStart = small - 1
      }
      position = small
    }
    words.append(letters[wordStart...])
    return words.map { String($0).lowercased() }.joined(separator: "_")
  }
}

/// A name of printable ASCII characters, of which each is one byte. Names are converted for every member of a document;
/// by characters, that takes fifteen times as long.
private struct PrintableName {
  private let bytes: [UInt8]

  /// It is nil if the name has other characters.
  init?(_ name: String) {
    bytes = Array(name.utf8)
    for byte in bytes where byte < ASCII.space || byte > 0x7E { return nil }
  }

  /// The name in camelCase; nil if it stays the same.
  var camel: String? {
    guard let first = bytes.firstIndex(where: { $0 != ASCII.underscore }),
      let last = bytes.lastIndex(where: { $0 != ASCII.underscore }),
      bytes[first...last].contains(ASCII.underscore)
    else { return nil }
    var camel: [UInt8] = []
    camel.reserveCapacity(bytes.count)
    camel += bytes[..<first]
    var isInFirstWord = true
    var isInLetters = false
    for byte in bytes[first...last] {
      if byte == ASCII.underscore {
        isInFirstWord = false
        isInLetters = false
      } else {
        let isCapital = !isInFirstWord && !isInLetters
        camel.append(isCapital ? byte.uppercased : byte.lowercased)
        isInLetters = byte.isCapital || byte.isSmall
      }
    }
    camel += bytes[(last + 1)...]
    return String(decoding: camel, as: UTF8.self)
  }

  /// The name in snake_case.
  var snake: String {
    var snake: [UInt8] = []
    snake.reserveCapacity(bytes.count + 8)
    var wordStart = 0
    func append(upTo end: Int) {
      for byte in bytes[wordStart..<end] { snake.append(byte.lowercased) }
      wordStart = end
    }
    var position = 1
    while position < bytes.count, let capital = bytes[position...].firstIndex(where: \.isCapital) {
      append(upTo: capital)
      snake.append(ASCII.underscore)
      guard let small = bytes[capital...].firstIndex(where: \.isSmall) else { break }
      if small > capital + 1 {
        append(upTo: small - 1)
        snake.append(ASCII.underscore)
      }
      position = small
    }
    append(upTo: bytes.count)
    return String(decoding: snake, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { self >= 0x41 && self <= 0x5A }
  fileprivate var isSmall: Bool { self >= 0x61 && self <= 0x7A }
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var lowercased: UInt8 { isCapital ? self | 0x20 : self }
  fileprivate var uppercased: UInt8 { isSmall ? self & 0xDF : self }
}

extension Character {
  /// Whether it begins a word. Foundation checks the general category, which includes titlecase
  /// letters like ǅ, but not numerals like Ⅳ.
  fileprivate var isCapital: Bool {
    unicodeScalars.contains {
      let category = $0.properties.generalCategory
      return category == .uppercaseLetter || category == .titlecaseLetter
    }
  }

  fileprivate var isSmall: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .lowercaseLetter }
  }
}

extension Substring {
  /// The text with the first letter of each run of letters in title case, and the others in
  /// lowercase.
  fileprivate var capitalizedWords: String {
    var text = ""
    var isInWord = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      text += isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
      isInWord = properties.isAlphabetic
    }
    return text
  }
}
