/// Decodes JSON strings.
///
/// `JSONIndexer` has already validated all bytes, so escapes are complete and the rest is UTF-8.
enum JSONText {
  /// The string for the text between two quotes, which must not be ill-formed.
  @inline(__always)
  static func string(_ bytes: Bytes, escaped: Bool) -> String {
    if escaped { return unescaped(bytes) }
    return bytes.count < 16 ? short(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// A string so short that it needs no heap memory.
  @inline(never)
  private static func short(_ bytes: Bytes) -> String {
    String(short: bytes)
  }

  @inline(never)
  private static func unescaped(_ bytes: Bytes) -> String {
    // No escape is shorter than its character in UTF-8.
    withByteScratch(capacity: bytes.count) { scratch in
      var characters = JSONCharacters(bytes)
      while true {
        characters.movePlainRun(to: &scratch)
        guard let byte = characters.next() else { break }
        scratch.append(byte)
      }
      return String(decoding: scratch.bytes, as: UTF8.self)
    }
  }

  /// Whether a key with escapes equals a key in plain UTF-8.
  static func escapedKey(
    _ bytes: Bytes, equals key: Bytes
  ) -> Bool {
    var characters = JSONCharacters(bytes)
    for byte in key where characters.next() != byte { return false }
    return characters.next() == nil
  }
}

/// An iterator over the UTF-8 bytes of a string with escapes.
///
/// An unpaired surrogate becomes the three bytes that UTF-8 would have for it. They never occur in
/// valid text, so it equals only itself.
struct JSONCharacters: IteratorProtocol {
  private var rest: Slice<Bytes>
  /// The remaining bytes of the last escape, with the next one in the lowest bits.
  private var pending: UInt32 = 0

  init(_ bytes: Bytes) {
    rest = bytes[...]
  }

  /// Copies all bytes up to the next escape.
  mutating func movePlainRun(to scratch: inout ByteScratch) {
    if pending != 0 { return }
    let run = rest.prefix { $0 != ASCII.backslash }
    rest = rest[run.endIndex...]
    scratch.append(contentsOf: run)
  }

  mutating func next() -> UInt8? {
    if pending != 0 {
      defer { pending >>= 8 }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard let byte = rest.popFirst() else { return nil }
    guard byte == ASCII.backslash, let escaped = rest.popFirst() else { return byte }
    switch escaped {
    case 0x62: return 0x08
    case 0x66: return 0x0C
    case 0x6E: return ASCII.lineFeed
    case 0x72: return ASCII.carriageReturn
    case 0x74: return ASCII.tab
    case 0x75: return start(unicodeScalar())
    // JSON5:
    case 0x76: return 0x0B
    case ASCII.zero: return 0
    case 0x78: return start(hexadecimal(digits: 2))
    default: return escaped
    }
  }

  /// Returns the first byte of a scalar, and stores the others in `pending`.
  private mutating func start(_ scalar: UInt32) -> UInt8 {
    guard let scalar = Unicode.Scalar(scalar) else {
      pending = (scalar >> 6 & 0x3F | 0x80) | (scalar & 0x3F | 0x80) << 8
      return 0xED
    }
    var bytes: UInt32 = 0
    for byte in UTF8.encode(scalar)?.reversed() ?? [] { bytes = bytes << 8 | UInt32(byte) }
    pending = bytes >> 8
    return UInt8(truncatingIfNeeded: bytes)
  }

  private mutating func unicodeScalar() -> UInt32 {
    let unit = hexadecimal(digits: 4)
    guard unit >> 10 == 0x36, let low = lowSurrogate() else { return unit }
    return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
  }

  /// Parses the low surrogate of a pair, if it follows.
  private mutating func lowSurrogate() -> UInt32? {
    var ahead = self
    guard ahead.rest.popFirst() == ASCII.backslash, ahead.rest.popFirst() == 0x75 else {
      return nil
    }
    let unit = ahead.hexadecimal(digits: 4)
    guard unit >> 10 == 0x37 else { return nil }
    self = ahead
    return unit
  }

  private mutating func hexadecimal(digits: Int) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      value = value << 4 | UInt32(rest.popFirst().flatMap(ASCII.hexDigit) ?? 0)
    }
    return value
  }
}
