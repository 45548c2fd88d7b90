/// What a verb takes besides options.
struct Operands: Sendable {
  /// Empty if there are none.
  let placeholder: String
  let count: ClosedRange<Int>
  /// What it works on if nothing is given.
  let defaults: [String]
  let candidates: Candidates
  /// Whether `-` means standard input.
  let readsStandardInput: Bool

  init(
    _ placeholder: String, _ count: ClosedRange<Int>, or defaults: [String] = [],
    _ candidates: Candidates, readsStandardInput: Bool = false
  ) {
    self.placeholder = placeholder
    self.count = count
    self.defaults = defaults
    self.candidates = candidates
    self.readsStandardInput = readsStandardInput
  }

  /// Such as `[FILE…]`.
  var synopsis: String {
    guard !placeholder.isEmpty else { return "" }
    let name = placeholder + (count.upperBound > 1 ? "…" : "")
    return count.lowerBound == 0 ? "[\(name)]" : name
  }
}

/// What a shell offers for a value or an operand.
struct Candidates: Equatable, Sendable {
  enum Paths: Sendable { case files, folders }

  var words: [String] = []
  var paths: Paths?
  /// Whether the names of the program's types are offered.
  var includesTypes = false

  static let nothing = Candidates()
  static let files = Candidates(paths: .files)
  static let types = Candidates(includesTypes: true)
}
