// The fast path for common syntax.

extension JSONIndexer {
  /// Reads as long as the document has only common syntax.
  ///
  /// Local variables are written back to the state at the end.
  @inline(never)
  func readPlain(_ reading: JSONReading.Pointer, from cursor: Int) -> Int {
    let window = reading.pointee.window
    let slots = reading.pointee.slots
    var index = reading.pointee.slots.count
    var cursor = cursor
    var place = JSONReading.Place.child

    children: while true {
      guard cursor <= window.limit, index < slots.capacity else { break children }
      let slot = slots.room(at: index)
      var byte = window[cursor]
      child: do {
        if reading.pointee.closing == ASCII.closeBracket {
          slot.pointee.setKey(start: 0, length: 0)
        } else if byte == ASCII.quote, case let close = window.plainEnd(cursor &+ 1),
          let end = window.keyEnd(at: close)
        {
          slot.pointee.setKey(start: cursor &+ 1, length: close &- cursor &- 1)
          cursor = end
          byte = window[cursor]
          if byte == ASCII.space {
            cursor &+= 1
            byte = window[cursor]
          }
        } else if byte <= ASCII.space, case let next = spaceEnd(cursor, in: window), next > cursor {
          cursor = next
          continue children
        } else if byte == ASCII.closeBrace, byte == reading.pointee.closing {
          break child
        } else {
          break children
        }

        if byte == ASCII.quote {
          let close = window.plainEnd(cursor &+ 1)
          if window[close] == ASCII.quote {
            slot.pointee.setText(.plainText, start: cursor &+ 1, length: close &- cursor &- 1)
            cursor = close &+ 1
          } else if let end = specialString(at: cursor, from: close, slot) {
            cursor = end
            // Unlike other values, a string may end far beyond the limit.
            if end > window.limit {
              reading.pointee.add(slot, at: UInt32(truncatingIfNeeded: index))
              index &+= 1
              place = .end
              break children
            }
          } else {
            place = .value
            break children
          }
        } else if let number = plainNumber(at: cursor, in: window) {
          slot.pointee.setText(number.kind, start: cursor, length: number.end &- cursor)
          cursor = number.end
        } else if byte | 0x20 == ASCII.openBrace, reading.pointee.depth < DocumentDepth.maximum {
          reading.pointee.open(byte, slot, at: UInt32(truncatingIfNeeded: index))
          cursor &+= 1
          index &+= 1
          continue children
        } else if let literal = plainLiteral(at: cursor, in: window) {
          slot.pointee.setText(literal.kind, start: cursor, length: literal.end &- cursor)
          cursor = literal.end
        } else if reading.pointee.closing != ASCII.closeBracket {
          place = .value
          break children
        } else if byte <= ASCII.space, case let next = spaceEnd(cursor, in: window), next > cursor {
          cursor = next
          continue children
        } else if byte == ASCII.closeBracket {
          break child
        } else {
          break children
        }
        reading.pointee.add(slot, at: UInt32(truncatingIfNeeded: index))
        index &+= 1
        byte = window[cursor]
      }

      while byte != ASCII.comma {
        place = .end
        if byte <= ASCII.space, case let next = spaceEnd(cursor, in: window), next > cursor {
          cursor = next
        } else if byte == reading.pointee.closing, byte != 0 {
          reading.pointee.close(before: UInt32(truncatingIfNeeded: index))
          cursor &+= 1
        } else {
          break children
        }
        if cursor > window.limit || reading.pointee.depth == 0 { break children }
        byte = window[cursor]
      }
      place = .child
      cursor &+= 1
    }

    reading.pointee.place = place
    reading.pointee.slots.commit(index &- reading.pointee.slots.count)
    return cursor
  }

  /// Reads a string with escapes or with characters beyond ASCII, beginning at its quote and known
  /// to be plain up to `special`. Returns the position after it; nil if it is malformed.
  @inline(never)
  private func specialString(
    at quote: Int, from special: Int, _ slot: Reference<TreeNode>
  ) -> Int? {
    guard let text = try? restOfString(at: start + quote, from: start + special) else { return nil }
    slot.pointee.setText(Scalar(text), in: start)
    return text.next - start
  }

  /// The end of white space, which is usually a space, or a line break and indentation.
  @inline(__always)
  private func spaceEnd(_ cursor: Int, in window: JSONWindow) -> Int {
    let first = window[cursor]
    guard first == ASCII.lineFeed || first == ASCII.space, cursor <= window.limit else {
      return skipPlainSpace(cursor)
    }
    let end = window.spacesEnd(cursor)
    return window[end] <= ASCII.space ? skipPlainSpace(end) : end
  }

  /// The end and the kind of a number without an exponent; nil if it needs the slow path.
  @inline(__always)
  private func plainNumber(at first: Int, in window: JSONWindow) -> (kind: NodeKind, end: Int)? {
    let digits = first &+ (window[first] == ASCII.minus ? 1 : 0)
    guard ASCII.isDigit(window[digits]) else { return nil }
    var end = window.digitsEnd(digits)
    if window[digits] == ASCII.zero, end != digits &+ 1 { return nil }
    var kind = NodeKind.integerText
    if window[end] == ASCII.point {
      let fraction = end &+ 1
      end = window.digitsEnd(fraction)
      if end == fraction { return nil }
      kind = .numberText
    }
    // The number may continue with an exponent, with digits beyond the window's limit, or in JSON5
    // syntax.
    let next = window[end]
    return next <= ASCII.comma || next | 0x20 == ASCII.closeBrace ? (kind, end) : nil
  }

  /// The end and the kind of `null`, `false` or `true`; nil if it needs the slow path.
  @inline(__always)
  private func plainLiteral(
    at cursor: Int, in window: JSONWindow
  ) -> (kind: NodeKind, end: Int)? {
    switch window.fourBytes(at: cursor).word {
    case FourBytes.true: (.true, cursor &+ 4)
    case FourBytes.null: (.null, cursor &+ 4)
    case FourBytes.fals where window[cursor &+ 4] == 0x65: (.false, cursor &+ 5)
    default: nil
    }
  }
}
