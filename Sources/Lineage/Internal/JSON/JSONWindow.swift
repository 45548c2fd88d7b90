/// The bytes of a document from a cursor on, which can be read several at a time without checking
/// bounds for each of them.
///
/// Nearly all of a document is read in place. Its last bytes are read from a copy that is padded
/// with zeros. A zero ends everything that may be incomplete: it is not a character of a string, a
/// digit or a space. Cursors are offsets from the document's start in both.
///
/// Invariant: if a cursor is not greater than `limit`, the `reach` bytes from it on can be read. A
/// reader checks the limit before each child of a container, and after every eight bytes within
/// strings and digits. A cursor never exceeds the document's end. If it exceeds the limit, reading
/// continues in the window returned by `atEnd`. Between two checks, no more than `reach` bytes are
/// read. The longest example is this one, with the limit at its first quote. The byte after it,
/// which is read too, is the last of 32:
///
///     "12345678" : -12345678.12345678
struct JSONWindow: BitwiseCopyable {
  /// The number of bytes that can be read from a cursor on.
  static let reach = 32
  /// Room for the bytes of a document beyond its limit, padded with zeros.
  typealias End = SIMD64<UInt8>

  /// The address of the document's first byte, or where it would be if the copy were complete.
  private let origin: UInt
  /// The last cursor from which `reach` bytes can be read.
  let limit: Int

  private init(origin: UInt, limit: Int) {
    (self.origin, self.limit) = (origin, limit)
  }

  /// A window that reads a document in place.
  init(_ start: ByteCursor, count: Int) {
    self.init(origin: start.address, limit: count - Self.reach)
  }

  /// A window for the end of a document, fewer than `reach` bytes from a cursor on.
  ///
  /// - Parameter copy: Memory for a copy of these bytes, which must outlive the window.
  @inline(never)
  static func atEnd(
    of document: Bytes, from cursor: Int, in copy: Reference<End>
  ) -> JSONWindow {
    copy.pointee = End(repeating: 0)
    unsafe withUnsafeMutableBytes(of: &copy.pointee) { bytes in
      unsafe bytes.copyBytes(from: document[cursor...])
    }
    return JSONWindow(origin: copy.address &- UInt(cursor), limit: document.count)
  }

  @inline(__always)
  private func bytes(at cursor: Int, count: Int) -> ByteCursor {
    assert(cursor >= 0 && cursor + count <= limit + Self.reach, "A cursor exceeds the window.")
    let address = origin &+ UInt(bitPattern: cursor)
    return unsafe ByteCursor(UnsafePointer(bitPattern: address).unsafelyUnwrapped, count: count)
  }

  @inline(__always)
  subscript(cursor: Int) -> UInt8 { bytes(at: cursor, count: 1).pointee }

  @inline(__always)
  func fourBytes(at cursor: Int) -> FourBytes { FourBytes(bytes(at: cursor, count: 4)) }

  /// The position after the colon that follows a key's closing quote, with at most one space
  /// between them; nil if there is something else.
  @inline(__always)
  func keyEnd(at quote: Int) -> Int? {
    let word = fourBytes(at: quote).word
    if word & 0xFFFF == FourBytes.quoteColon { return quote &+ 2 }
    return word & 0xFF_FFFF == FourBytes.quoteSpaceColon ? quote &+ 3 : nil
  }

  /// The end of a run of characters that aren't special in a string: the first special one, or a
  /// position at most eight bytes beyond the limit, or beyond `first` if that exceeds the limit.
  @inline(__always)
  func plainEnd(_ first: Int) -> Int {
    var cursor = first
    repeat {
      let special = EightBytes(bytes(at: cursor, count: 8)).specialInString
      if special != 0 { return cursor &+ special.trailingZeroBitCount &>> 3 }
      cursor &+= 8
    } while cursor <= limit
    return cursor
  }

  /// The end of a line break or a space and of the spaces after it, or a position at most nine
  /// bytes beyond the limit. The first of them must not be beyond the limit.
  @inline(__always)
  func spacesEnd(_ space: Int) -> Int {
    var cursor = space &+ 1
    repeat {
      let spaces = EightBytes(bytes(at: cursor, count: 8)).leadingSpaces
      cursor &+= spaces
      if spaces < 8 { return cursor }
    } while cursor <= limit
    return cursor
  }

  /// The end of a run of digits, or a position at most eight bytes beyond the limit, as above.
  @inline(__always)
  func digitsEnd(_ first: Int) -> Int {
    var cursor = first
    repeat {
      let digits = EightBytes(bytes(at: cursor, count: 8)).leadingDigits
      cursor &+= digits
      if digits < 8 { return cursor }
    } while cursor <= limit
    return cursor
  }
}
