/// A string that isn't Unicode text: it contains one half of a surrogate pair without the other.
///
/// Programs in JavaScript and Python write such strings when they cut a character like 😀 in half:
/// `"\ud83d"`. A Swift `String` can't hold one, so a field of that type is an error. Unknown fields, rejected
/// values and a ``DocumentValue`` keep the string, and write it back as it was.
public struct IllFormedString: Hashable, Sendable {
  /// The string as JSON writes it, without its quotes.
  public let literal: String

  /// The string with U+FFFD in place of each half of a pair.
  public var repaired: String {
    var literal = literal
    return literal.withUTF8 { literal in
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
    case text(UnsafeBufferPointer<UInt8>)
    case surrogate(UInt16)
  }

  static func forEachPiece(
    ofEscaped text: UnsafeBufferPointer<UInt8>, _ use: (Piece) -> Void
  ) {
    let bytes = Array(IteratorSequence(JSONCharacters(text)))
    bytes.withUnsafeBufferPointer { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // Nothing in UTF-8 but a surrogate begins with these two bytes.
        let plain = rest.indices.prefix {
          !(rest[$0] == 0xED && $0 + 2 < rest.endIndex && rest[$0 + 1] >= 0xA0)
        }
        if !plain.isEmpty { use(.text(UnsafeBufferPointer(rebasing: bytes[plain]))) }
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
