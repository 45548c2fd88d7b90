/// The value of an option: how it is written, stored and completed.
struct ValueSyntax: Sendable {
  typealias Path<Value> = any WritableKeyPath<InvocationOptions, Value> & Sendable

  /// Such as `FILE`, for the help.
  let placeholder: String
  /// Such as `a number from 1 to 256`, for the message that the value is missing or wrong.
  let expected: String
  /// A valid value as it is typed.
  let example: String
  let candidates: Candidates
  /// Stores a value; false if it is invalid.
  let store: @Sendable (String, inout InvocationOptions) -> Bool

  init(
    _ placeholder: String, _ expected: String, example: String,
    _ candidates: Candidates = .nothing,
    store: @escaping @Sendable (String, inout InvocationOptions) -> Bool
  ) {
    self.placeholder = placeholder
    self.expected = expected
    self.example = example
    self.candidates = candidates
    self.store = store
  }

  /// Any text but the empty one.
  static func text(
    _ placeholder: String, _ expected: String, example: String, _ path: Path<String?>,
    _ candidates: Candidates = .nothing,
    decoding: @escaping @Sendable (String) -> String = { $0 }
  ) -> ValueSyntax {
    ValueSyntax(placeholder, expected, example: example, candidates) { text, options in
      guard !text.isEmpty else { return false }
      options[keyPath: path] = decoding(text)
      return true
    }
  }

  static func file(example: String, _ path: Path<String?>) -> ValueSyntax {
    .text("FILE", "the name of a file", example: example, path, .files)
  }

  static func number(
    _ range: ClosedRange<Int>, _ expected: String, example: Int,
    store: @escaping @Sendable (Int, inout InvocationOptions) -> Void
  ) -> ValueSyntax {
    ValueSyntax("N", expected, example: String(example)) { text, options in
      guard let number = number(text), range.contains(number) else { return false }
      store(number, &options)
      return true
    }
  }

  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ expected: String, example: String, _ path: Path<Choice>
  ) -> ValueSyntax where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    return ValueSyntax(
      words.joined(separator: "|"), expected, example: example, Candidates(words: words)
    ) { text, options in
      guard let choice = Choice(rawValue: text) else { return false }
      options[keyPath: path] = choice
      return true
    }
  }

  static let backups = ValueSyntax(
    "none|N|FOLDER", "'none', a number from 1, or a folder", example: "3",
    Candidates(words: ["none"], paths: .folders)
  ) { text, options in
    if text == "none" {
      options.backups = .disabled
    } else if text.lowercased() == "none" {
      // Not the name of a folder, unless it is written ./NONE.
      return false
    } else if text.utf8.allSatisfy(isDigit) {
      guard let count = number(text), count > 0 else { return false }
      options.backups = .count(count)
    } else {
      options.backups = .folder(text)
    }
    return true
  }

  static let errorLimit = ValueSyntax(
    "N|P%", "a number, or a percentage up to 100%", example: "0.5%"
  ) { text, options in
    if let count = number(text) {
      options.maximumErrors = .count(count)
      return true
    }
    guard text.utf8.last == UInt8(ascii: "%"), let percent = decimal(text.dropLast()),
      percent <= 100
    else { return false }
    options.maximumErrors = .percent(percent)
    return true
  }

  // MARK: - Numbers

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// A number of digits and nothing else: `Int` allows a sign.
  private static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  /// Digits, with or without a point and more digits: `Double` allows exponents and other notations.
  private static func decimal(_ text: some StringProtocol) -> Double? {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
    return Double(text)
  }
}
