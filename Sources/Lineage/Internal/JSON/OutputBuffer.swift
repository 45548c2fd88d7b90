#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A growable buffer of the bytes of a document, to which numbers and strings with JSON's escapes
/// are appended. Property lists are written to one, too.
///
/// Invariant: `base` points to `capacity` bytes, of which the first `count` are written. Before a
/// method writes, it reserves the maximum number of bytes that it may write.
@safe struct OutputBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int
  /// The additional character to escape: a slash, or a backslash if slashes aren't escaped.
  private var slash = EightBytes(repeating: ASCII.slash)

  /// Whether slashes in strings are escaped as `\/`.
  var escapesSlashes: Bool {
    get { slash.word == EightBytes(repeating: ASCII.slash).word }
    set { slash = EightBytes(repeating: newValue ? ASCII.slash : ASCII.backslash) }
  }

  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The written bytes, valid until the next write.
  var bytes: Bytes {
    unsafe Bytes(UnsafeBufferPointer(start: base, count: count))
  }

  /// A copy of the written bytes.
  var data: Data { unsafe Data(bytes: base, count: count) }

  /// Removes the text, and frees the memory that exceeds `limit` bytes.
  mutating func removeAll(keepingCapacityUpTo limit: Int) {
    count = 0
    guard capacity > limit else { return }
    unsafe base.deallocate()
    unsafe base = .allocate(capacity: limit)
    capacity = limit
  }

  @inline(__always)
  private mutating func makeRoom(for additional: Int) {
    if capacity &- count < additional { grow(toHold: count &+ additional) }
  }

  @inline(never)
  private mutating func grow(toHold needed: Int) {
    let newCapacity = max(needed, capacity * 2)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    unsafe grown.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = grown
    capacity = newCapacity
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    assert(count < capacity)
    unsafe base[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    put(byte)
  }

  mutating func append(_ text: StaticString) {
    append(Bytes(text))
  }

  @inline(__always)
  mutating func append(_ truth: Bool) {
    makeRoom(for: 8)
    put(truth ? .true : .false)
    count &+= truth ? 4 : 5
  }

  mutating func appendNull() {
    makeRoom(for: 8)
    put(.null)
    count &+= 4
  }

  /// Writes a text that is followed by 32 readable bytes.
  @inline(__always)
  mutating func append(padded text: ByteCursor, _ length: Int) {
    makeRoom(for: length &+ 32)
    // Nearly all texts are no longer than 32 bytes. The bytes after them will be overwritten.
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(
      of: text.load(as: SIMD32<UInt8>.self), as: SIMD32<UInt8>.self)
    if length > 32 { copy(text + 32, length &- 32, at: count + 32) }
    count &+= length
  }

  mutating func append(_ text: Bytes) {
    guard let start = text.baseAddress else { return }
    makeRoom(for: text.count)
    copy(start, text.count, at: count)
    count += text.count
  }

  /// Writes a text without advancing.
  @inline(__always)
  private func copy(_ text: ByteCursor, _ length: Int, at position: Int) {
    text.check(length)
    assert(position + length <= capacity)
    unsafe (base + position).update(from: text.pointer, count: length)
  }

  mutating func append(_ text: Slice<Bytes>) {
    append(Bytes(rebasing: text))
  }

  /// Removes the text, and keeps its memory.
  mutating func removeAll() {
    count = 0
  }

  /// Replaces as many bytes as a text has, at a position.
  mutating func overwrite(at position: Int, with text: Slice<Bytes>) {
    assert(position >= 0 && position + text.count <= count)
    let text = Bytes(rebasing: text)
    if let start = text.baseAddress { copy(start, text.count, at: position) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withBytes { append($0) }
  }

  /// Writes a line break and the indentation of the next line.
  mutating func appendLineBreak(indentedBy spaces: Int) {
    makeRoom(for: spaces + 1)
    put(ASCII.lineFeed)
    unsafe (base + count).update(repeating: ASCII.space, count: spaces)
    count += spaces
  }
}

// MARK: - Numbers

extension OutputBuffer {
  @inline(__always)
  mutating func append(_ number: Int64) {
    if number < 0 { append(ASCII.minus) }
    append(number.magnitude)
  }

  @inline(__always)
  mutating func append(_ number: UInt64) {
    makeRoom(for: 24)
    if number < 10 { return put(ASCII.zero &+ UInt8(truncatingIfNeeded: number)) }
    if number < EightBytes.digitLimit { return putWithoutZeros(number) }
    putLong(number)
  }

  @inline(never)
  private mutating func putLong(_ number: UInt64) {
    let (rest, last) = number.quotientAndRemainder(dividingBy: EightBytes.digitLimit)
    if rest < EightBytes.digitLimit { putWithoutZeros(rest) } else { putLong(rest) }
    put(EightBytes(digitsOf: last))
    count &+= 8
  }

  /// Writes a nonzero number of at most eight digits, without leading zeros.
  @inline(__always)
  private mutating func putWithoutZeros(_ number: UInt64) {
    let digits = EightBytes(digitsOf: number)
    let zeros = digits.leadingZeroDigits
    put(EightBytes(word: digits.word &>> UInt64(truncatingIfNeeded: 8 &* zeros)))
    count &+= 8 &- zeros
  }

  /// Writes a number like `JSONEncoder`: with the shortest digits, and without a zero fraction.
  @inline(__always)
  mutating func append(_ number: Double) {
    if !appendDecimal(number) { appendAny(number) }
  }

  mutating func append(_ number: Float) {
    appendAny(number)
  }

  /// Writes a number with few digits, without searching for the shortest ones.
  ///
  /// For example, `17.25` times a million is 17250000. Divided by a million, that is the same
  /// number again, so `17.250000` parses as the number. No two decimals of 15 digits parse as the
  /// same number, so this one without its trailing zeros is the shortest.
  private mutating func appendDecimal(_ number: Double) -> Bool {
    let magnitude = number.magnitude
    guard magnitude >= 0.001, magnitude < 1e9 else { return false }
    // The rounding doesn't matter, because the next line checks that it parses as the number.
    let millionths = Int64(magnitude * 1e6 + 0.5)
    guard Double(millionths) / 1e6 == magnitude else { return false }
    if number < 0 { append(ASCII.minus) }
    let (whole, fraction) = UInt64(bitPattern: millionths)
      .quotientAndRemainder(dividingBy: 1_000_000)
    append(whole)
    if fraction == 0 { return true }
    makeRoom(for: 9)
    put(ASCII.point)
    let digits = EightBytes(digitsOf: fraction &* 100)
    put(digits)
    count &+= 8 &- digits.trailingZeroDigits
    return true
  }

  @inline(never)
  private mutating func appendAny<Number: JSONFloatingPoint>(_ number: Number) {
    assert(number.isFinite)
    makeRoom(for: 32)
    if number.sign == .minus { put(ASCII.minus) }
    let magnitude = number.magnitude
    let isBelowLimit = magnitude <= Number.integerLimit
    if isBelowLimit, let integer = magnitude.exactInteger { return append(integer) }
    let decimal = ShortestDecimal(magnitude)
    if decimal.pointPosition < -3 || !isBelowLimit {
      putWithExponent(decimal)
    } else if decimal.pointPosition > 0 {
      putWithPoint(decimal)
    } else {
      put(EightBytes(word: 0x3030_3030_3030_2E30))
      count &+= 2 &- decimal.pointPosition
      putDigits(of: decimal)
    }
  }

  @inline(__always)
  private mutating func putDigits(of decimal: ShortestDecimal) {
    put(decimal.firstDigit)
    put(sixteen: decimal.otherDigits)
    count &+= decimal.count &- 1
  }

  /// Writes a number that has digits on both sides of its decimal point.
  @inline(__always)
  private mutating func putWithPoint(_ decimal: ShortestDecimal) {
    put(decimal.firstDigit)
    let point = UInt128(8 &* (decimal.pointPosition &- 1))
    let whole = decimal.otherDigits & (1 &<< point &- 1)
    let fraction = decimal.otherDigits ^ whole
    put(sixteen: whole | fraction &<< 8 | UInt128(ASCII.point) &<< point)
    count &+= 16
    // The last digit, if there are so many.
    put(UInt8(truncatingIfNeeded: fraction &>> 120))
    count &-= 17 &- decimal.count
  }

  @inline(never)
  private mutating func putWithExponent(_ decimal: ShortestDecimal) {
    put(decimal.firstDigit)
    if decimal.count > 1 {
      put(ASCII.point)
      put(sixteen: decimal.otherDigits)
      count &+= decimal.count &- 1
    }
    let exponent = decimal.pointPosition &- 1
    put(0x65)
    put(exponent < 0 ? ASCII.minus : ASCII.plus)
    if exponent.magnitude < 10 { put(ASCII.zero) }
    append(UInt64(exponent.magnitude))
  }
}

// MARK: - Strings

extension OutputBuffer {
  @inline(__always)
  mutating func append(string: String) {
    // Not with `withUTF8`, which is mutating, so it would need a copy.
    let isWritten: Void? = unsafe string.utf8.withContiguousStorageIfAvailable {
      unsafe append(string: Bytes($0))
    }
    if isWritten != nil { return }
    var copy = string
    copy.withBytes { append(string: $0) }
  }

  /// Writes a string that is already escaped.
  mutating func append(escaped text: Bytes) {
    append(ASCII.quote)
    append(text)
    append(ASCII.quote)
  }

  mutating func append(_ string: IllFormedString) {
    append(ASCII.quote)
    append(string.literal)
    append(ASCII.quote)
  }

  /// Writes a string with escapes, without quotes.
  mutating func append(contentOf text: Bytes) {
    makeRoom(for: text.count &+ 16)
    if let start = text.baseAddress { putContent(start, text.count) }
  }

  /// Writes a string with quotes and escapes.
  @inline(__always)
  mutating func append(string text: Bytes) {
    // Room for the quotes, and because eight bytes are always written at a time.
    makeRoom(for: text.count &+ 16)
    put(ASCII.quote)
    if let start = text.baseAddress { putContent(start, text.count) }
    put(ASCII.quote)
  }

  private mutating func putContent(_ text: ByteCursor, _ length: Int) {
    var index = 0
    // Without this, long strings take twice the instructions.
    while length &- index >= 32 {
      let plain = put(ThirtyTwoBytes(text + index))
      index &+= plain
      if plain < 32 { putEscaped(text, &index, length) }
    }
    while length &- index >= 8 {
      let plain = put(EightBytes(text + index), plainAtMost: 8)
      index &+= plain
      if plain < 8 { putEscaped(text, &index, length) }
    }
    while index < length {
      let rest = length &- index
      let last = EightBytes(last: rest, of: text, endingAt: length)
      let plain = put(last, plainAtMost: rest)
      index &+= plain
      if plain < rest { putEscaped(text, &index, length) }
    }
  }

  /// Writes 32 bytes, and advances to the first one that needs an escape.
  ///
  /// - Returns: The number of bytes that it advanced.
  @inline(__always)
  private mutating func put(_ bytes: ThirtyTwoBytes) -> Int {
    assert(count + 32 <= capacity)
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(
      of: bytes.words, as: SIMD4<UInt64>.self)
    let plain = bytes.plainCount(slash: slash)
    count &+= plain
    return plain
  }

  /// Writes eight bytes, and advances to the first one that needs an escape.
  ///
  /// - Returns: The number of bytes that it advanced.
  @inline(__always)
  private mutating func put(_ eight: EightBytes, plainAtMost limit: Int) -> Int {
    put(eight)
    // If there is no mark, all bytes up to the limit are plain. The zeros after a text look like
    // control characters.
    let special = eight.needsEscape(slash: slash)
    let plain = special == 0 ? limit : min(special.trailingZeroBitCount &>> 3, limit)
    count &+= plain
    return plain
  }

  /// Writes eight bytes without advancing.
  @inline(__always)
  private func put(_ eight: EightBytes) {
    assert(count + 8 <= capacity)
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(
      of: eight.word.littleEndian, as: UInt64.self)
  }

  /// Writes sixteen bytes without advancing.
  @inline(__always)
  private func put(sixteen: UInt128) {
    assert(count + 16 <= capacity)
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(
      of: sixteen.littleEndian, as: UInt128.self)
  }

  /// Writes an escaped byte, and reserves room for the rest of the text.
  @inline(__always)
  private mutating func putEscaped(
    _ text: ByteCursor, _ index: inout Int, _ length: Int
  ) {
    let byte = text[index]
    put(ASCII.backslash)
    if byte >= ASCII.space { put(byte) } else { putEscapedControl(byte) }
    index &+= 1
    makeRoom(for: length &- index &+ 16)
  }

  @inline(never)
  private mutating func putEscapedControl(_ byte: UInt8) {
    makeRoom(for: 5)
    switch byte {
    case 0x08: put(0x62)
    case 0x0C: put(0x66)
    case ASCII.lineFeed: put(0x6E)
    case ASCII.carriageReturn: put(0x72)
    case ASCII.tab: put(0x74)
    default:
      put(0x75)
      put(ASCII.zero)
      put(ASCII.zero)
      put(ASCII.zero + byte >> 4)
      put(byte & 0xF < 10 ? ASCII.zero + byte & 0xF : 0x57 + byte & 0xF)
    }
  }
}

// MARK: - Binary numbers

extension OutputBuffer {
  /// Writes the lowest bytes of a number, the highest of them first.
  @inline(__always)
  mutating func append(bigEndian number: UInt64, size: Int) {
    assert(size > 0 && size <= 8)
    makeRoom(for: 8)
    put(EightBytes(word: (number &<< UInt64(truncatingIfNeeded: 64 &- 8 &* size)).byteSwapped))
    count &+= size
  }
}

// MARK: - Dates

extension OutputBuffer {
  mutating func append(_ date: ISO8601Date) {
    append(ASCII.quote)
    append(unquoted: date)
    append(ASCII.quote)
  }

  mutating func append(unquoted date: ISO8601Date) {
    makeRoom(for: ISO8601Date.length &+ 8)
    let (first, second, third) = date.words
    put(first)
    count &+= 8
    put(second)
    count &+= 8
    put(third)
    count &+= 4
  }
}

// MARK: - UUIDs

extension OutputBuffer {
  mutating func append(_ text: UUIDText) {
    // Each group is written with eight bytes, which the next one overwrites in part.
    makeRoom(for: UUIDText.length &+ 2 &+ 8)
    let groups = text.groups
    put(ASCII.quote)
    put(groups.0, length: 8)
    put(groups.1, length: 5)
    put(groups.2, length: 5)
    put(groups.3, length: 5)
    put(groups.4, length: 5)
    put(groups.5, length: 8)
    put(ASCII.quote)
  }

  @inline(__always)
  private mutating func put(_ text: EightBytes, length: Int) {
    put(text)
    count &+= length
  }
}

// MARK: - Native values

extension OutputBuffer {
  /// Writes a value that other formats encode by their own rules.
  mutating func append(_ native: NativeValue) {
    switch native {
    case .date(let date): append(date.timeIntervalSinceReferenceDate)
    case .data(let data): append(string: data.base64EncodedString())
    case .decimal(let decimal): append(decimal.description)
    case .url(let url): append(string: url.absoluteString)
    case .int128(let integer): append(integer.description)
    case .uint128(let integer): append(integer.description)
    case .carried: preconditionFailure("Internal error: a carried value in a document.")
    }
  }
}
