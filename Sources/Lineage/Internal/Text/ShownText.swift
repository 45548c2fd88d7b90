// Names come from documents and from programs, and may be of any length and have any character in them. In
// an error or a log they are short and stay on their line, from left to right.

extension String {
  /// The text as it stands in an error or a log.
  func shown(upTo limit: Int = 40) -> String {
    (cut(to: limit) ?? self).unicodeScalars.reduce(into: "") { $0 += $1.shown }
  }

  /// The beginning of the text and an ellipsis; nil where the text is no longer than a limit.
  func cut(to limit: Int) -> String? {
    guard
      let end = unicodeScalars.index(
        unicodeScalars.startIndex, offsetBy: limit, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return nil }
    return String(unicodeScalars[..<end]) + "…"
  }
}

extension Unicode.Scalar {
  /// Whether it is seen where it stands, and neither breaks a line nor turns its direction.
  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// The character itself, or an escape for one that isn't visible.
  var shown: String { isVisible ? String(self) : "\\u{\(String(value, radix: 16))}" }
}
