/// Which documents count as JSON. A comma after the last element or member is fine either way, as it
/// is for `JSONDecoder`.
struct JSONSyntax {
  var allowsJSON5 = false
  /// The document is the members of an object, with or without the braces around them.
  var assumesTopLevelDictionary = false
}

/// Reads a document once, from its first byte to its last, and notes where its values are.
///
/// Every value becomes one slot, in the order of the document: a container's children follow it,
/// the first of them directly. The whole document is checked, but no number is computed, no string
/// is built, and nothing is allocated but room for slots.
///
/// There is no recursion and no stack either. While a container is open, its own slot remembers
/// what has to be taken up again after it: `next` holds the index of the container around it, whose
/// slot holds in `count` how many children it had so far. For `[[1,2],3]`, when `2` is read:
///
///     slot 0   array, open    count 1, next 0
///     slot 1   array, open    next 0: the container around it
///     slot 2   1              next 3: each value expects that another one follows it
///     slot 3   2              next 4: set to 0 when `]` turns out to come instead
///
/// The indexer itself never changes; all that moves is the cursor, which is handed on from function
/// to function so that it can stay in a register.
///
/// Invariant: `start...end` are the bounds of bytes that outlive the indexer, and a cursor is read
/// only where it is before `end`.
struct JSONIndexer {
  typealias Cursor = UnsafePointer<UInt8>

  /// How deep containers may nest; the same as `JSONDecoder`'s limit.
  static let maximumDepth = 512

  let start: Cursor
  let end: Cursor
  let syntax: JSONSyntax

  /// Fills `slots`, which has to be empty. After an error, what it holds means nothing.
  static func index(
    _ text: UnsafeBufferPointer<UInt8>, into slots: inout Arena<FieldSlot>, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    assert(slots.count == 0)
    guard text.count <= UInt32.max else { throw JSONSyntaxError(.tooLarge, at: 0, in: text) }
    guard let start = text.baseAddress, text.count > 0 else {
      guard syntax.assumesTopLevelDictionary else {
        throw JSONSyntaxError(.emptyDocument, at: 0, in: text)
      }
      slots.append(FieldSlot(.object))
      return
    }
    slots.reserve(min(text.count / 8 + 1, 4096))
    let indexer = JSONIndexer(start: start, end: start + text.count, syntax: syntax)
    try indexer.fill(&slots)
  }

  private func fill(_ filled: inout Arena<FieldSlot>) throws(JSONSyntaxError) {
    // A copy of its own can stay in registers.
    var slots = filled
    defer { filled = slots }
    var cursor = try skipSpace(start)
    /// The innermost open container, how many children it has so far, and what closes it: 0 where
    /// that is the end of the document, because there was no brace to open it.
    var container: UInt32 = 0
    var count: UInt32 = 0
    var closing = ASCII.closeBracket
    var depth = 0
    /// The child that was read last.
    var last: UInt32 = 0
    var hasBraces = true

    if syntax.assumesTopLevelDictionary, peek(cursor) != ASCII.openBrace {
      slots.append(FieldSlot(.object))
      guard cursor < end else { return }
      hasBraces = false
      closing = 0
      depth = 1
    } else if cursor == end {
      throw error(.emptyDocument, at: cursor)
    }

    // One round for each value: its key, what it is, then the brackets after it up to the next one.
    // What most documents are made of is read right here, and the rest by functions of their own.
    values: while true {
      if slots.isFull { slots = slots.grown() }
      let index = UInt32(truncatingIfNeeded: slots.count)
      let slot = slots.room
      slot.initialize(to: FieldSlot(.nothing))
      slots.addToRoom()

      if closing != ASCII.closeBracket {
        let close = plainEnd(cursor + 1)
        if peek(cursor) == ASCII.quote, peek(close) == ASCII.quote {
          slot.pointee.setKey(from: cursor + 1, to: close, in: start, flags: [])
          cursor = close + 1
        } else {
          let isFirst = count == 0 && closing != 0
          let text = try rareKey(at: cursor, orEnd: isFirst)
          slot.pointee.setKey(
            from: text.start, to: text.end, in: start,
            flags: text.hasEscapes ? .escapedKey : text.isASCII ? [] : .internationalKey)
          cursor = text.next
        }
        if peek(cursor) != ASCII.colon {
          cursor = try skipSpace(cursor)
          guard peek(cursor) == ASCII.colon else { throw misplaced(at: cursor, expecting: .colon) }
        }
        cursor = try skipSpace(cursor + 1)
      }

      let byte = peek(cursor)
      if byte | 0x20 == ASCII.openBrace {
        guard depth < Self.maximumDepth else {
          throw error(.tooDeep(limit: Self.maximumDepth), at: cursor)
        }
        slot.pointee.kind = byte == ASCII.openBrace ? .object : .array
        slot.pointee.next = container
        if depth > 0 { slots[container].count = count }
        depth &+= 1
        container = index
        count = 0
        closing = byte + 2
        cursor = try skipSpace(cursor + 1)
        if peek(cursor) != closing { continue values }
      } else {
        slot.pointee.next = index &+ 1
        if byte == ASCII.quote, case let close = plainEnd(cursor + 1), peek(close) == ASCII.quote {
          slot.pointee.setText(.plainText, from: cursor + 1, to: close, in: start)
          cursor = close + 1
        } else if !syntax.allowsJSON5,
          let scalar = plainNumber(at: cursor) ?? plainLiteral(at: cursor)
        {
          slot.pointee.setText(scalar.kind, from: cursor, to: scalar.end, in: start)
          cursor = scalar.end
        } else {
          let isElement = depth > 0 && closing == ASCII.closeBracket
          let scalar = try rareScalar(
            at: cursor,
            expecting: !isElement ? .value : count == 0 ? .elementOrEndOfArray : .element)
          slot.pointee.setText(scalar.kind, from: scalar.start, to: scalar.end, in: start)
          cursor = scalar.next
        }
        count &+= 1
        last = index
      }

      while true {
        cursor = try skipSpace(cursor)
        if depth == 0 {
          slots[0].next = 0
          guard cursor == end else { throw misplaced(at: cursor, expecting: nil) }
          return
        }
        if peek(cursor) == ASCII.comma {
          cursor = try skipSpace(cursor + 1)
          if peek(cursor) != closing { continue values }
        }
        guard peek(cursor) == closing, closing != 0 || cursor == end else {
          throw misplaced(at: cursor, expecting: separator(closing))
        }
        if closing != 0 { cursor += 1 }
        let parent = slots[container].next
        slots[container].next = UInt32(truncatingIfNeeded: slots.count)
        slots[container].count = count
        if count > 0 {
          slots[container].firstChild = container &+ 1
          slots[last].next = 0
        }
        last = container
        container = parent
        depth &-= 1
        if depth > 0 {
          count = slots[parent].count &+ 1
          closing = slots[parent].kind == .array ? ASCII.closeBracket : ASCII.closeBrace
          if depth == 1, !hasBraces { closing = 0 }
        } else {
          closing = ASCII.closeBracket
        }
      }
    }
  }

  private func separator(_ closing: UInt8) -> JSONSyntaxError.Expectation {
    switch closing {
    case ASCII.closeBracket: .commaOrEndOfArray
    case ASCII.closeBrace: .commaOrEndOfObject
    default: .commaOrEndOfDocument
    }
  }

  /// The byte at the cursor; at the document's end 0, which is good for nothing outside a string.
  @inline(__always)
  func peek(_ cursor: Cursor) -> UInt8 {
    cursor < end ? cursor.pointee : 0
  }

  @inline(__always)
  private func skipSpace(_ cursor: Cursor) throws(JSONSyntaxError) -> Cursor {
    // Between most tokens there is none, or a single one.
    if !syntax.allowsJSON5, end - cursor >= 2 {
      if cursor.pointee > ASCII.space { return cursor }
      if cursor.pointee == ASCII.space, cursor[1] > ASCII.space { return cursor + 1 }
    }
    return syntax.allowsJSON5 ? try skipJSON5Space(cursor) : skipPlainSpace(cursor)
  }

  @inline(never)
  func skipPlainSpace(_ start: Cursor) -> Cursor {
    var cursor = start
    while cursor < end {
      switch cursor.pointee {
      case ASCII.space, ASCII.lineFeed, ASCII.tab, ASCII.carriageReturn: cursor += 1
      default: return cursor
      }
      // What follows a line break is indentation.
      while end - cursor >= 8 {
        let spaces = EightBytes(cursor).leadingSpaces
        cursor += spaces
        if spaces < 8 { break }
      }
    }
    return cursor
  }

  /// Reads a key that has more than plain characters, or none in quotes.
  @inline(never)
  private func rareKey(at cursor: Cursor, orEnd: Bool) throws(JSONSyntaxError) -> Text {
    if peek(cursor) == ASCII.quote { return try string(at: cursor) }
    if syntax.allowsJSON5 { return try json5Key(at: cursor, orEnd: orEnd) }
    throw misplaced(at: cursor, expecting: orEnd ? .keyOrEndOfObject : .key)
  }
}

// MARK: - Values

extension JSONIndexer {
  /// A value that is no container: what it is and where its text is, without quotes.
  struct Scalar {
    var kind: FieldKind
    var start: Cursor
    var end: Cursor
    /// Where the document goes on.
    var next: Cursor

    init(_ kind: FieldKind, from start: Cursor, to end: Cursor) {
      (self.kind, self.start, self.end, self.next) = (kind, start, end, end)
    }

    init(_ text: Text) {
      kind = text.hasEscapes ? .escapedText : .plainText
      (start, end, next) = (text.start, text.end, text.next)
    }
  }

  /// Reads a value that has more than plain characters or digits, or is no value at all.
  @inline(never)
  func rareScalar(
    at cursor: Cursor, expecting value: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> Scalar {
    let byte = peek(cursor)
    if byte == ASCII.quote { return Scalar(try string(at: cursor)) }
    if syntax.allowsJSON5 { return try json5Scalar(at: cursor, expecting: value) }
    if ASCII.isDigit(byte) || byte == ASCII.minus { return try number(at: cursor) }
    return try literal(at: cursor, expecting: value)
  }

  /// Reads `null`, `false` or `true`, or says that there is no value here at all.
  func literal(
    at cursor: Cursor, expecting value: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> Scalar {
    guard let literal = plainLiteral(at: cursor) else {
      throw misplaced(at: cursor, expecting: value)
    }
    return Scalar(literal.kind, from: cursor, to: literal.end)
  }

  /// The end of `null`, `false` or `true`, and its kind.
  @inline(__always)
  private func plainLiteral(at cursor: Cursor) -> (kind: FieldKind, end: Cursor)? {
    guard end - cursor >= 4 else { return nil }
    switch FourBytes(cursor).word {
    case FourBytes.true: return (.true, cursor + 4)
    case FourBytes.null: return (.null, cursor + 4)
    case FourBytes.fals where peek(cursor + 4) == 0x65: return (.false, cursor + 5)
    default: return nil
    }
  }

  @inline(__always)
  func begins(with word: StaticString, at cursor: Cursor) -> Bool {
    guard end - cursor >= word.utf8CodeUnitCount else { return false }
    for index in 0..<word.utf8CodeUnitCount where cursor[index] != word.utf8Start[index] {
      return false
    }
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
    let text = UnsafeBufferPointer(start: start, count: end - start)
    return JSONSyntaxError(problem, at: cursor - start, in: text)
  }

  /// Something else stands where `expected` should, or nothing at all.
  @inline(never)
  func misplaced(
    at cursor: Cursor, expecting expected: JSONSyntaxError.Expectation?
  ) -> JSONSyntaxError {
    guard cursor < end else {
      return error(.unexpectedEnd(inside: construct(missing: expected)), at: cursor)
    }
    let byte = cursor.pointee
    // Right after a number, these look like a part of it that should not be there.
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

extension FieldSlot {
  @inline(__always)
  fileprivate mutating func setKey(
    from first: JSONIndexer.Cursor, to last: JSONIndexer.Cursor, in text: JSONIndexer.Cursor,
    flags: Flags
  ) {
    keyStart = UInt32(truncatingIfNeeded: first - text)
    keyLength = UInt32(truncatingIfNeeded: last - first)
    self.flags = flags
  }
}
