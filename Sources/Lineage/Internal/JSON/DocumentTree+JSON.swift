extension DocumentTree {
  /// Reads a JSON text that this package has written.
  func read(ownText text: Bytes) {
    // A `Decimal` that is NaN is written as in Foundation, which only JSON5 allows.
    guard (try? read(copyOf: text, syntax: JSONSyntax(allowsJSON5: true))) != nil
    else { preconditionFailure("Internal error: JSON that Lineage has written isn't readable.") }
  }

  /// Reads a JSON text that must outlive the tree's use.
  func read(
    _ text: Bytes, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    try fill(from: text) { text, slots throws(JSONSyntaxError) in
      try JSONIndexer.index(text, into: &slots, syntax: syntax)
    }
  }

  /// Reads a copy of a JSON text, which the tree owns.
  func read(
    copyOf text: Bytes, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    try fill(fromCopyOf: text) { text, slots throws(JSONSyntaxError) in
      try JSONIndexer.index(text, into: &slots, syntax: syntax)
    }
  }
}
