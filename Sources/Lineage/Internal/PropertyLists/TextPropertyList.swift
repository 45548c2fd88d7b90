/// A reader of a property list in a format that is text.
protocol TextPropertyList {
  var text: [UInt8] { get }
  /// Where it is in the text.
  var position: Int { get set }
}

extension TextPropertyList {
  /// The byte at the position, or at the end 0, which is never valid here.
  func peek() -> UInt8 { position < text.count ? text[position] : 0 }

  /// Whether a word comes next.
  func begins(with word: String) -> Bool { text[position...].starts(with: word.utf8) }

  /// An error at the position, or elsewhere.
  func error(_ problem: PropertyListError.Problem, at place: Int? = nil) -> PropertyListError {
    PropertyListError(problem, at: .line(of: place ?? position, in: text))
  }
}
