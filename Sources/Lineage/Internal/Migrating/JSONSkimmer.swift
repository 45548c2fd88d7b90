/// Finds a single value of a document by its keys and skips everything else.
///
/// Skipped text isn't validated. If the document isn't as expected, or a key isn't written in plain
/// characters, the skimmer returns nil, and the whole document has to be read instead.
///
/// Invariant: as in `JSONIndexer`, a cursor is only dereferenced if it is before the document's
/// end.
struct JSONSkimmer {
  private typealias Cursor = JSONIndexer.Cursor

  private let indexer: JSONIndexer
  private let skipsValues: Bool

  /// - Parameters:
  ///   - text: A document in UTF-8, without a byte order mark.
  ///   - skipsValues: Whether to skip values before the requested one. If not, the result doesn't
  ///     depend on whether the document is JSON or JSON5, or on a strategy for snake_case.
  init(_ text: Bytes, skippingValues skipsValues: Bool) {
    let start = text.baseAddress ?? DocumentTree.View.nothing.text
    indexer = JSONIndexer(start: start, end: start + text.count, syntax: JSONSyntax())
    self.skipsValues = skipsValues
  }

  /// The version at a path of keys, if it isn't a container.
  ///
  /// The first of equal keys wins.
  @inline(__always)
  func version(at path: KeyNamePath) -> FoundVersion? {
    guard path.count > 0 else { return nil }
    var cursor = skipSpace(indexer.start)
    for index in 0..<path.count {
      guard let value = member(path[index], ofObjectAt: cursor) else { return nil }
      cursor = value
    }
    return integer(at: cursor).map { .version(.integer($0)) } ?? versionOnSlowPath(at: cursor)
  }

  /// The fast path for a number of a few digits, as in most versions.
  @inline(__always)
  private func integer(at first: Cursor) -> Int? {
    let end = indexer.skipDigits(first)
    guard end > first, first.pointee != ASCII.zero, endsValue(at: end),
      let number = JSONNumber.shortInteger(first, end - first)
    else { return nil }
    return Int(exactly: number)
  }

  /// Any other value that isn't a container.
  @inline(never)
  private func versionOnSlowPath(at cursor: Cursor) -> FoundVersion? {
    guard let scalar = try? indexer.scalarOnSlowPath(at: cursor, expecting: .value),
      endsValue(at: scalar.next)
    else { return nil }
    let node = TreeNode(
      scalar.kind, start: scalar.start - indexer.start, length: scalar.end - scalar.start)
    return FoundVersion(
      node,
      in: DocumentTree.View(
        of: Bytes(start: indexer.start, count: scalar.end - indexer.start)))
  }

  /// Whether the value ends here. What follows may show that it is malformed.
  @inline(__always)
  private func endsValue(at cursor: Cursor) -> Bool {
    switch indexer.peek(skipSpace(cursor)) {
    case ASCII.comma, ASCII.closeBrace: true
    default: false
    }
  }

  /// The position of the value of an object's first member with a name.
  @inline(__always)
  private func member(_ name: KeyName, ofObjectAt brace: Cursor) -> Cursor? {
    guard indexer.peek(brace) == ASCII.openBrace else { return nil }
    var cursor = skipSpace(brace + 1)
    while indexer.peek(cursor) == ASCII.quote {
      let key = cursor + 1
      let close = indexer.plainEnd(key)
      guard indexer.peek(close) == ASCII.quote else { return nil }
      cursor = skipSpace(close + 1)
      guard indexer.peek(cursor) == ASCII.colon else { return nil }
      cursor = skipSpace(cursor + 1)
      if name.isText(key, close - key) { return cursor }
      guard skipsValues, let end = endOfValue(at: cursor), indexer.peek(end) == ASCII.comma else {
        return nil
      }
      cursor = skipSpace(end + 1)
    }
    return nil
  }

  /// The end of a value, after white space: the comma after it, or the end of the enclosing object.
  @inline(never)
  private func endOfValue(at first: Cursor) -> Cursor? {
    var cursor = first
    switch indexer.peek(first) {
    case ASCII.quote:
      guard let close = endOfString(at: first) else { return nil }
      cursor = close + 1
    case ASCII.openBrace, ASCII.openBracket:
      guard let end = endOfContainer(at: first) else { return nil }
      cursor = end
    default:
      while cursor < indexer.end, cursor.pointee > ASCII.space, cursor.pointee != ASCII.comma,
        cursor.pointee != ASCII.closeBrace
      {
        cursor += 1
      }
    }
    return skipSpace(cursor)
  }

  /// The position after a container.
  ///
  /// It counts brackets outside strings. For each eight bytes, it only needs the numbers of opening
  /// and closing brackets. Their positions matter only if the container may end there.
  private func endOfContainer(at bracket: Cursor) -> Cursor? {
    var cursor = bracket + 1
    var depth = 1
    // All high bits inside a string, otherwise 0.
    var state: UInt64 = 0
    while cursor < indexer.end {
      let bytes = EightBytes(cursor, before: indexer.end)
      if let structure = bytes.structure(after: state),
        Self.count(structure.brackets, of: bytes, &depth)
      {
        cursor += 8
        state = EightBytes.highs & (0 &- structure.strings &>> 63)
        // Long strings are searched for their end only. Short ones are not worth it.
        if structure.strings == EightBytes.highs { cursor = skipText(cursor) }
        continue
      }
      var isInString = state != 0
      let next = cursor + 8
      while cursor < next, cursor < indexer.end {
        switch cursor.pointee {
        case ASCII.quote:
          isInString.toggle()
        case ASCII.backslash:
          cursor += 1
        case ASCII.openBrace where !isInString, ASCII.openBracket where !isInString:
          depth += 1
          if depth >= DocumentDepth.maximum { return nil }
        case ASCII.closeBrace where !isInString, ASCII.closeBracket where !isInString:
          depth -= 1
          if depth == 0 { return cursor + 1 }
        default: break
        }
        cursor += 1
      }
      state = isInString ? EightBytes.highs : 0
    }
    return nil
  }

  /// Counts brackets. Returns false, and counts none, if the container may end among them or become too deep.
  @inline(__always)
  private static func count(_ brackets: UInt64, of bytes: EightBytes, _ depth: inout Int) -> Bool {
    if brackets == 0 { return true }
    let (opening, closing) = bytes.count(brackets)
    guard depth > closing, depth &+ opening < DocumentDepth.maximum else { return false }
    depth &+= opening &- closing
    return true
  }

  /// The position of the first eight bytes with a quote or a backslash among them.
  @inline(__always)
  private func skipText(_ first: Cursor) -> Cursor {
    var cursor = first
    while indexer.end - cursor >= 8, EightBytes(cursor).quotesAndBackslashes == 0 { cursor += 8 }
    return cursor
  }

  /// The position of the closing quote of a string.
  @inline(__always)
  private func endOfString(at quote: Cursor) -> Cursor? {
    var cursor = quote + 1
    while cursor < indexer.end {
      let special = EightBytes(cursor, before: indexer.end).quotesAndBackslashes
      if special == 0 {
        cursor += 8
        continue
      }
      cursor += special.trailingZeroBitCount >> 3
      if cursor.pointee == ASCII.quote { return cursor }
      cursor += 2
    }
    return nil
  }

  @inline(__always)
  private func skipSpace(_ cursor: Cursor) -> Cursor {
    indexer.peek(cursor) > ASCII.space ? cursor : indexer.skipPlainSpace(cursor)
  }
}
