/// The syntax options for JSON documents. As in `JSONDecoder`, a comma after the last element or
/// member is always accepted.
struct JSONSyntax {
  var allowsJSON5 = false
  /// Whether the document is an object whose braces may be missing.
  var assumesTopLevelDictionary = false
}

/// Reads a document once, from its first byte to its last, and records where its values are.
///
/// Every value becomes one slot, in the order of the document: a container's children follow it,
/// the first of them directly. The whole document is validated, but numbers and strings aren't
/// converted, and only memory for slots is allocated.
///
/// Two functions take turns. `readPlain` handles the common syntax, reads through a `JSONWindow`,
/// and stops at anything else. There, `readCarefully` continues up to the next child of a
/// container. It handles all syntax, and checks for the document's end before each byte, so it
/// could read the whole document alone. Their shared state is in a `JSONReading`.
///
/// Invariant: `start` and `end` are the bounds of bytes that outlive the indexer, and a cursor is
/// only dereferenced if it is before `end`.
struct JSONIndexer {
  typealias Cursor = ByteCursor

  let start: Cursor
  let end: Cursor
  let syntax: JSONSyntax

  /// Fills `slots`, which must be empty. After an error, its content is undefined.
  static func index(
    _ text: Bytes, into slots: inout Arena<TreeNode>, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    assert(slots.count == 0)
    guard text.count <= UInt32.max else { throw JSONSyntaxError(.tooLarge, at: 0, in: text) }
    guard let start = text.baseAddress, text.count > 0 else {
      guard syntax.assumesTopLevelDictionary else {
        throw JSONSyntaxError(.emptyDocument, at: 0, in: text)
      }
      slots.append(TreeNode(.object))
      return
    }
    slots.reserve(min(text.count / 8 + 1, 4096))
    let indexer = JSONIndexer(start: start, end: start + text.count, syntax: syntax)
    var end = JSONWindow.End()
    var reading = JSONReading(slots, JSONWindow(start, count: text.count))
    defer { slots = reading.slots }
    try withReference(to: &end) { (end) throws(JSONSyntaxError) in
      try withReference(to: &reading) { (reading) throws(JSONSyntaxError) in
        try indexer.read(text, reading, end)
      }
    }
  }

  private func read(
    _ document: Bytes, _ reading: JSONReading.Pointer,
    _ end: Reference<JSONWindow.End>
  ) throws(JSONSyntaxError) {
    var cursor = try skipSpace(0)
    let byte = peek(start + cursor)
    if syntax.assumesTopLevelDictionary, byte != ASCII.openBrace {
      reading.pointee.openWithoutBrace()
      guard cursor < document.count else { return }
    } else if byte | 0x20 != ASCII.openBrace {
      return try readScalar(at: cursor, reading)
    } else {
      reading.pointee.open(byte)
      cursor += 1
    }
    while reading.pointee.depth > 0 {
      if cursor > reading.pointee.window.limit {
        reading.pointee.window = .atEnd(of: document, from: cursor, in: end)
      }
      reading.pointee.slots.reserve(1)
      cursor = readPlain(reading, from: cursor)
      cursor = try readCarefully(reading, from: cursor)
    }
    try checkEnd(at: cursor)
  }

  /// Reads up to the next child of a container, with any syntax.
  @inline(never)
  private func readCarefully(
    _ reading: JSONReading.Pointer, from cursor: Int
  ) throws(JSONSyntaxError) -> Int {
    let closing = reading.pointee.closing
    let isFirst = reading.pointee.count == 0
    var cursor = cursor

    if reading.pointee.place == .child {
      if reading.pointee.slots.isFull || cursor > reading.pointee.window.limit { return cursor }
      cursor = try skipSpace(cursor)
      if peek(start + cursor) == closing, closing != 0 || !isFirst {
        reading.pointee.place = .end
      } else {
        reading.pointee.place = .value
        if closing == ASCII.closeBracket {
          reading.pointee.slots.room.pointee.setKey(start: 0, length: 0)
        } else {
          cursor = try keyOnSlowPath(
            at: cursor, orEnd: isFirst && closing != 0, of: reading.pointee.slots.room)
        }
      }
    }

    if reading.pointee.place == .value {
      cursor = try skipSpace(cursor)
      let byte = peek(start + cursor)
      if byte | 0x20 == ASCII.openBrace {
        guard reading.pointee.depth < DocumentDepth.maximum else {
          throw error(.tooDeep(limit: DocumentDepth.maximum), at: start + cursor)
        }
        reading.pointee.open(byte)
        return cursor + 1
      }
      let isElement = closing == ASCII.closeBracket
      let scalar = try scalarOnSlowPath(
        at: start + cursor,
        expecting: !isElement ? .value : isFirst ? .elementOrEndOfArray : .element)
      reading.pointee.slots.room.pointee.setText(scalar, in: start)
      reading.pointee.add()
      cursor = scalar.next - start
    }

    while reading.pointee.depth > 0 {
      cursor = try skipSpace(cursor)
      let byte = peek(start + cursor)
      if byte == ASCII.comma { return cursor + 1 }
      let closing = reading.pointee.closing
      guard byte == closing, closing != 0 || start + cursor == end else {
        throw misplaced(at: start + cursor, expecting: separator(closing))
      }
      if closing != 0 { cursor += 1 }
      reading.pointee.close(before: UInt32(truncatingIfNeeded: reading.pointee.slots.count))
    }
    return cursor
  }

  /// Reads a document that isn't a container.
  private func readScalar(
    at cursor: Int, _ reading: JSONReading.Pointer
  ) throws(JSONSyntaxError) {
    guard start + cursor < end else { throw error(.emptyDocument, at: end) }
    let scalar = try scalarOnSlowPath(at: start + cursor, expecting: .value)
    var node = TreeNode(.nothing)
    node.setText(scalar, in: start)
    reading.pointee.slots.append(node)
    try checkEnd(at: scalar.next - start)
  }

  private func checkEnd(at cursor: Int) throws(JSONSyntaxError) {
    let cursor = start + (try skipSpace(cursor))
    guard cursor == end else { throw misplaced(at: cursor, expecting: nil) }
  }

  private func separator(_ closing: UInt8) -> JSONSyntaxError.Expectation {
    switch closing {
    case ASCII.closeBracket: .commaOrEndOfArray
    case ASCII.closeBrace: .commaOrEndOfObject
    default: .commaOrEndOfDocument
    }
  }

  /// The byte at the cursor, or at the document's end 0, which is never valid outside strings.
  @inline(__always)
  func peek(_ cursor: Cursor) -> UInt8 {
    cursor < end ? cursor.pointee : 0
  }

  @inline(__always)
  private func skipSpace(_ cursor: Int) throws(JSONSyntaxError) -> Int {
    let first = start + cursor
    if syntax.allowsJSON5 { return try skipJSON5Space(first) - start }
    return peek(first) > ASCII.space ? cursor : skipPlainSpace(first) - start
  }

  @inline(__always)
  func skipPlainSpace(_ cursor: Int) -> Int {
    skipPlainSpace(start + cursor) - start
  }

  @inline(never)
  func skipPlainSpace(_ start: Cursor) -> Cursor {
    var cursor = start
    while cursor < end {
      switch cursor.pointee {
      case ASCII.space, ASCII.lineFeed, ASCII.tab, ASCII.carriageReturn: cursor += 1
      default: return cursor
      }
      // A line break is followed by indentation.
      while end - cursor >= 8 {
        let spaces = EightBytes(cursor).leadingSpaces
        cursor += spaces
        if spaces < 8 { break }
      }
    }
    return cursor
  }

  /// Parses a key with special characters or without quotes, up to the beginning of its value.
  @inline(never)
  private func keyOnSlowPath(
    at cursor: Int, orEnd: Bool, of slot: Reference<TreeNode>
  ) throws(JSONSyntaxError) -> Int {
    let first = start + cursor
    let key: Text
    if peek(first) == ASCII.quote {
      key = try string(at: first)
    } else if syntax.allowsJSON5 {
      key = try json5Key(at: first, orEnd: orEnd)
    } else {
      throw misplaced(at: first, expecting: orEnd ? .keyOrEndOfObject : .key)
    }
    slot.pointee.setKey(
      start: key.start - start, length: key.end - key.start,
      flags: key.isIllFormed
        ? [.escapedKey, .illFormedKey]
        : key.hasEscapes ? .escapedKey : key.isASCII ? [] : .internationalKey)
    let colon = try skipSpace(key.next - start)
    guard peek(start + colon) == ASCII.colon else {
      throw misplaced(at: start + colon, expecting: .colon)
    }
    return try skipSpace(colon + 1)
  }
}

// MARK: - Values

extension JSONIndexer {
  /// A value that isn't a container: its kind and the position of its text, without quotes.
  struct Scalar {
    var kind: NodeKind
    var start: Cursor
    var end: Cursor
    /// The position after the value.
    var next: Cursor

    init(_ kind: NodeKind, from start: Cursor, to end: Cursor) {
      (self.kind, self.start, self.end, self.next) = (kind, start, end, end)
    }

    init(_ text: Text) {
      kind = text.isIllFormed ? .illFormedText : text.hasEscapes ? .escapedText : .plainText
      (start, end, next) = (text.start, text.end, text.next)
    }
  }

  /// Parses a value that isn't plain, or throws an error if there is none.
  @inline(never)
  func scalarOnSlowPath(
    at cursor: Cursor, expecting value: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> Scalar {
    let byte = peek(cursor)
    if byte == ASCII.quote { return Scalar(try string(at: cursor)) }
    if syntax.allowsJSON5 { return try json5Scalar(at: cursor, expecting: value) }
    if ASCII.isDigit(byte) || byte == ASCII.minus { return try number(at: cursor) }
    return try literal(at: cursor, expecting: value)
  }

  /// Parses `null`, `false` or `true`, or throws an error if there is no value.
  func literal(
    at cursor: Cursor, expecting value: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> Scalar {
    if begins(with: "null", at: cursor) { return Scalar(.null, from: cursor, to: cursor + 4) }
    if begins(with: "true", at: cursor) { return Scalar(.true, from: cursor, to: cursor + 4) }
    if begins(with: "false", at: cursor) { return Scalar(.false, from: cursor, to: cursor + 5) }
    throw misplaced(at: cursor, expecting: value)
  }

  @inline(__always)
  func begins(with word: StaticString, at cursor: Cursor) -> Bool {
    guard end - cursor >= word.utf8CodeUnitCount else { return false }
    let word = Bytes(word)
    for index in word.indices where cursor[index] != word[index] { return false }
    return true
  }
}

// MARK: - Errors

extension JSONIndexer {
  private func construct(
    missing expected: JSONSyntaxError.Expectation?
  ) -> JSONSyntaxError.Construct {
    switch expected {
    case .element, .elementOrEndOfArray, .commaOrEndOfArray: .array
    default: .object
    }
  }

  func error(_ problem: JSONSyntaxError.Problem, at cursor: Cursor) -> JSONSyntaxError {
    let text = Bytes(start: start, count: end - start)
    return JSONSyntaxError(problem, at: cursor - start, in: text)
  }

  /// The error for an unexpected character, or for an unexpected end of the document.
  @inline(never)
  func misplaced(
    at cursor: Cursor, expecting expected: JSONSyntaxError.Expectation?
  ) -> JSONSyntaxError {
    guard cursor < end else {
      return error(.unexpectedEnd(inside: construct(missing: expected)), at: cursor)
    }
    let byte = cursor.pointee
    // Right after a number, these characters look like a malformed part of it.
    if cursor > start, ASCII.isDigit(cursor[-1]),
      ASCII.isDigit(byte) || ASCII.isLetter(byte) || byte == ASCII.point || byte == ASCII.plus
        || byte == ASCII.minus
    {
      return error(.malformedNumber, at: cursor)
    }
    guard let expected else { return error(.trailingContent, at: cursor) }
    return error(.unexpectedCharacter(expected: expected), at: cursor)
  }
}

extension TreeNode {
  mutating func setText(_ scalar: JSONIndexer.Scalar, in text: JSONIndexer.Cursor) {
    setText(scalar.kind, start: scalar.start - text, length: scalar.end - scalar.start)
  }
}
