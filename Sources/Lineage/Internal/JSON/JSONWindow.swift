/// The bytes of a document from a cursor on, which can be read several at a time without asking for
/// each of them whether the document goes on.
///
/// Nearly all of a document is read where it stands. Its last bytes are read in a copy that has zeros
/// after them, and a zero ends everything that a reader may be in the middle of: it is no letter of a
/// string, no digit and no space. Cursors are the same in both, offsets from the document's start.
///
/// Invariant: the `reach` bytes from a cursor on may be read, where it is up to `limit`. A reader
/// asks for the limit before each child of a container, and within strings and digits again after
/// every eight bytes; a cursor never moves beyond the document's end. At one above the limit,
/// reading goes on in the window that `atEnd` gives. What is looked at between two questions is
/// never longer than `reach`. The longest is this, with the limit at its first quote; the byte
/// after it, which is looked at, is the last of 32:
///
///     "12345678" : -12345678.12345678
struct JSONWindow: BitwiseCopyable {
  /// How many bytes from a cursor on can be read.
  static let reach = 32
  /// Room for what is left of a document above its limit, and for zeros after its end.
  typealias End = SIMD64<UInt8>

  /// Where the document's first byte is, or would be if what stands in the copy were the whole.
  private let origin: UInt
  /// The last cursor from which `reach` bytes can be read.
  let limit: Int

  private init(origin: UInt, limit: Int) {
    (self.origin, self.limit) = (origin, limit)
  }

  /// The window to a document where it stands.
  init(_ start: UnsafePointer<UInt8>, count: Int) {
    self.init(origin: UInt(bitPattern: start), limit: count - Self.reach)
  }

  /// The window to the end of a document from a cursor on, fewer than `reach` bytes.
  ///
  /// - Parameter copy: Where these stand from now on, for as long as the window is used.
  @inline(never)
  static func atEnd(
    of document: UnsafeBufferPointer<UInt8>, from cursor: Int, in copy: UnsafeMutablePointer<End>
  ) -> JSONWindow {
    copy.pointee = End(repeating: 0)
    let bytes = UnsafeMutableRawBufferPointer(start: copy, count: MemoryLayout<End>.size)
    bytes.copyMemory(
      from: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: document[cursor...])))
    return JSONWindow(origin: UInt(bitPattern: copy) &- UInt(cursor), limit: document.count)
  }

  @inline(__always)
  private func bytes(at cursor: Int) -> UnsafePointer<UInt8> {
    UnsafePointer(bitPattern: origin &+ UInt(bitPattern: cursor)).unsafelyUnwrapped
  }

  @inline(__always)
  subscript(cursor: Int) -> UInt8 { bytes(at: cursor).pointee }

  @inline(__always)
  func fourBytes(at cursor: Int) -> FourBytes { FourBytes(bytes(at: cursor)) }

  /// Where the colon ends that stands after a key's closing quote, with a space between them at most.
  @inline(__always)
  func keyEnd(at quote: Int) -> Int? {
    let word = fourBytes(at: quote).word
    if word & 0xFFFF == FourBytes.quoteColon { return quote &+ 2 }
    return word & 0xFF_FFFF == FourBytes.quoteSpaceColon ? quote &+ 3 : nil
  }

  /// The end of a run of characters that have no meaning in a string: at one that has, or at most eight
  /// bytes beyond the limit, or beyond the first where that is above the limit.
  @inline(__always)
  func plainEnd(_ first: Int) -> Int {
    var cursor = first
    repeat {
      let special = EightBytes(bytes(at: cursor)).specialInString
      if special != 0 { return cursor &+ special.trailingZeroBitCount &>> 3 }
      cursor &+= 8
    } while cursor <= limit
    return cursor
  }

  /// The end of a run of digits, or at most eight bytes beyond the limit, as above.
  @inline(__always)
  func digitsEnd(_ first: Int) -> Int {
    var cursor = first
    repeat {
      let digits = EightBytes(bytes(at: cursor)).leadingDigits
      cursor &+= digits
      if digits < 8 { return cursor }
    } while cursor <= limit
    return cursor
  }
}
