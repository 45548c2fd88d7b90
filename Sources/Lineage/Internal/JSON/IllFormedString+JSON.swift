extension IllFormedString {
  /// - Parameter text: The string's text in a document, between its quotes. Texts with different
  ///   escapes for the same characters become equal strings.
  init(escaped text: Bytes) {
    var output = OutputBuffer(capacity: text.count + 16)
    output.escapesSlashes = false
    Self.forEachPiece(ofEscaped: text) { piece in
      switch piece {
      case .text(let bytes): output.append(contentOf: bytes)
      case .surrogate(let unit): output.append("\\u" + String(unit, radix: 16))
      }
    }
    self.init(literal: String(decoding: output.bytes, as: UTF8.self))
  }
}
