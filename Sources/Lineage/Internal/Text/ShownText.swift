// Names come from documents and programs, and can have any length and any characters. In errors and
// logs, they are truncated, and can't break the line or change the direction of text.

extension String {
  /// The text for an error or a log.
  package func shown(upTo limit: Int = 40) -> String {
    (cut(to: limit) ?? self).unicodeScalars.reduce(into: "") { $0 += $1.shown }
  }

  /// The beginning of the text with an ellipsis; nil if the text isn't longer than a limit.
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
  /// Whether the character is visible, and neither breaks a line nor changes the direction of text.
  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// The character itself, or an escape for one that isn't visible.
  var shown: String { isVisible ? String(self) : "\\u{\(String(value, radix: 16))}" }
}
