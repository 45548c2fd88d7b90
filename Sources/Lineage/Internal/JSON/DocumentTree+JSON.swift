extension DocumentTree {
  /// Takes over a JSON text that this package has written.
  func read(ownText text: UnsafeBufferPointer<UInt8>) {
    // Decimals that are no numbers are written as Foundation writes them, which JSON5 understands.
    guard (try? read(copyOf: text, syntax: JSONSyntax(allowsJSON5: true))) != nil
    else { preconditionFailure("Internal error: a text of our own that is not readable.") }
  }

  /// Reads a JSON text that has to stay where it is.
  func read(
    _ text: UnsafeBufferPointer<UInt8>, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    try fill(from: text) { text, slots throws(JSONSyntaxError) in
      try JSONIndexer.index(text, into: &slots, syntax: syntax)
    }
  }

  /// Reads a JSON text, of which the tree keeps a copy.
  func read(
    copyOf text: UnsafeBufferPointer<UInt8>, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    try fill(fromCopyOf: text) { text, slots throws(JSONSyntaxError) in
      try JSONIndexer.index(text, into: &slots, syntax: syntax)
    }
  }
}
