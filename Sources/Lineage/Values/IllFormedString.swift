/// A string that isn't valid Unicode, because it contains an unpaired surrogate.
///
/// Programs in JavaScript and Python write such strings when they cut a character like 😀 in half:
/// `"\ud83d"`. A Swift `String` can't represent them, so decoding a field of type `String` throws
/// an error. Unknown fields, rejected values and ``DocumentValue`` preserve the string, and write
/// it back unchanged.
public struct IllFormedString: Hashable, Sendable {
  /// The string as JSON writes it, without its quotes.
  public let literal: String

  /// The string with U+FFFD in place of each unpaired surrogate.
  public var repaired: String {
    var literal = literal
    return literal.withBytes { literal in
      var text = ""
      Self.forEachPiece(ofEscaped: literal) { piece in
        switch piece {
        case .text(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .surrogate: text += "\u{FFFD}"
        }
      }
      return text
    }
  }

  init(literal: String) {
    self.literal = literal
  }
}

extension IllFormedString: CustomStringConvertible {
  /// The string as JSON writes it, with its quotes.
  public var description: String { "\"\(literal)\"" }
}

extension IllFormedString {
  enum Piece {
    case text(Bytes)
    case surrogate(UInt16)
  }

  static func forEachPiece(
    ofEscaped text: Bytes, _ use: (Piece) -> Void
  ) {
    JSONText.withUnescaped(text) { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // In UTF-8, only a surrogate begins with these two bytes.
        let plain = rest.indices.prefix {
          !(rest[$0] == 0xED && $0 + 2 < rest.endIndex && rest[$0 + 1] >= 0xA0)
        }
        if !plain.isEmpty { use(.text(Bytes(rebasing: bytes[plain]))) }
        rest = rest[plain.endIndex...]
        guard let lead = rest.popFirst(), let middle = rest.popFirst(), let last = rest.popFirst()
        else { return }
        use(
          .surrogate(
            UInt16(lead & 0xF) << 12 | UInt16(middle & 0x3F) << 6 | UInt16(last & 0x3F)))
      }
    }
  }
}
