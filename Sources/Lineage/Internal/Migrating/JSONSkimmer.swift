/// Finds one value of a document by its keys and passes over everything else.
///
/// What is passed over is not checked. So the skimmer gives a value or nothing at all: where the
/// document is not what it expects, or a key is not spelled in plain characters, nothing is said, and
/// a reader that looks at every byte has to find out what there is.
///
/// Invariant: as for `JSONIndexer`, a cursor is read only where it is before the document's end.
struct JSONSkimmer {
  private typealias Cursor = JSONIndexer.Cursor

  private let indexer: JSONIndexer
  private let passesOver: Bool

  /// - Parameters:
  ///   - text: A document in UTF-8, without a mark before it.
  ///   - passesOver: Whether values that stand before the one that is looked for are passed over. Without
  ///     that, what is found is the same by the rules of JSON and of JSON5, and whatever becomes of keys.
  init(_ text: UnsafeBufferPointer<UInt8>, passingOver passesOver: Bool) {
    let start = text.baseAddress ?? DocumentTree.View.nothing.text
    indexer = JSONIndexer(start: start, end: start + text.count, syntax: JSONSyntax())
    self.passesOver = passesOver
  }

  /// The version under keys that lead into nested objects, if that is no container.
  ///
  /// Of equal keys the first counts.
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

  /// A number as most versions are: a few digits.
  @inline(__always)
  private func integer(at first: Cursor) -> Int? {
    let end = indexer.skipDigits(first)
    guard end > first, first.pointee != ASCII.zero, endsValue(at: end),
      let number = JSONNumber.shortInteger(first, end - first)
    else { return nil }
    return Int(exactly: number)
  }

  /// Any other value that is no container.
  @inline(never)
  private func versionOnSlowPath(at cursor: Cursor) -> FoundVersion? {
    guard let scalar = try? indexer.scalarOnSlowPath(at: cursor, expecting: .value),
      endsValue(at: scalar.next)
    else { return nil }
    let slot = TreeNode(
      scalar.kind, start: scalar.start - indexer.start, length: scalar.end - scalar.start)
    return FoundVersion(
      slot,
      in: DocumentTree.View(
        of: UnsafeBufferPointer(start: indexer.start, count: scalar.end - indexer.start)))
  }

  /// Whether a value has ended. What follows it may show that it is none.
  @inline(__always)
  private func endsValue(at cursor: Cursor) -> Bool {
    switch indexer.peek(skipSpace(cursor)) {
    case ASCII.comma, ASCII.closeBrace: true
    default: false
    }
  }

  /// The value of an object's first member with a name.
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
      guard passesOver, let end = endOfValue(at: cursor), indexer.peek(end) == ASCII.comma else {
        return nil
      }
      cursor = skipSpace(end + 1)
    }
    return nil
  }

  /// Where a value has ended: at the comma after it, or at what closes the object around it.
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

  /// Where a container has ended.
  ///
  /// Each bracket that is in no string counts, and of eight bytes only how many of them open and close:
  /// where they stand matters just where the container may end.
  private func endOfContainer(at bracket: Cursor) -> Cursor? {
    var cursor = bracket
    var depth = 0
    var isInString = false
    while cursor < indexer.end {
      let bytes = EightBytes(cursor, before: indexer.end)
      let strings = bytes.strings(goingOn: isInString)
      let brackets = bytes.brackets & ~strings
      if !bytes.hasBackslash {
        let (opening, closing) = brackets == 0 ? (0, 0) : bytes.count(brackets)
        if depth > closing, depth + opening < DocumentDepth.maximum {
          depth += opening - closing
          isInString = strings >> 63 != 0
          cursor += 8
          continue
        }
      }
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
    }
    return nil
  }

  /// The quote that closes a string.
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
