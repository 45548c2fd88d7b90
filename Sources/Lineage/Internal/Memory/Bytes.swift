#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that something else owns: a document, a name, or part of one.
///
/// Invariant: the bytes live and don't change as long as they are read; the types that have `Bytes`
/// say who owns them. In debug builds, every index is checked.
@safe struct Bytes {
  fileprivate let storage: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe storage = bytes
  }

  /// No bytes.
  init() {
    unsafe storage = UnsafeBufferPointer(start: nil, count: 0)
  }

  @inline(__always)
  init(start: ByteCursor, count: Int) {
    start.check(count)
    unsafe storage = UnsafeBufferPointer(start: start.pointer, count: count)
  }

  /// The bytes of a slice, with indices from 0 on.
  @inline(__always)
  init(rebasing slice: Slice<Bytes>) {
    let all = slice.base
    assert(slice.startIndex >= 0 && slice.endIndex <= all.count)
    let start = unsafe all.storage.baseAddress.map { unsafe $0 + slice.startIndex }
    unsafe storage = UnsafeBufferPointer(
      start: start, count: slice.endIndex &- slice.startIndex)
  }

  @inline(__always)
  init(_ text: StaticString) {
    unsafe storage = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The position of the first byte; nil if there is no memory, and so there are no bytes.
  var baseAddress: ByteCursor? {
    @inline(__always) get {
      unsafe storage.baseAddress.map { unsafe ByteCursor($0, count: storage.count) }
    }
  }

  /// Whether as many bytes at two positions are equal.
  @inline(__always)
  static func areEqual(_ first: ByteCursor, _ second: ByteCursor, _ count: Int) -> Bool {
    first.check(count)
    second.check(count)
    return unsafe memcmp(first.pointer, second.pointer, count) == 0
  }

  /// The index of the first such byte from an index on.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    assert(start >= 0 && start <= count)
    guard let base = unsafe storage.baseAddress,
      let found = unsafe memchr(base + start, Int32(byte), count &- start)
    else { return nil }
    return unsafe found - UnsafeMutableRawPointer(mutating: base)
  }

  /// Whether all bytes are ASCII.
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

// MARK: - Hashable

extension Bytes: Hashable {
  static func == (first: Bytes, second: Bytes) -> Bool {
    guard first.count == second.count else { return false }
    guard let start = first.baseAddress, let other = second.baseAddress else { return true }
    return areEqual(start, other, first.count)
  }

  func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(storage))
  }
}

// MARK: - RandomAccessCollection

extension Bytes: RandomAccessCollection {
  // Without these, the defaults would check bounds in release builds.

  @inline(__always)
  var startIndex: Int { 0 }
  @inline(__always)
  var endIndex: Int { unsafe storage.count }
  @inline(__always)
  var count: Int { unsafe storage.count }
  @inline(__always)
  var isEmpty: Bool { unsafe storage.count == 0 }
  @inline(__always)
  var indices: Range<Int> { unsafe Range(uncheckedBounds: (0, storage.count)) }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count, "The index is out of bounds.")
    return unsafe storage[index]
  }

  @inline(__always)
  subscript(bounds: Range<Int>) -> Slice<Bytes> {
    assert(bounds.lowerBound >= 0 && bounds.upperBound <= count, "The range is out of bounds.")
    return Slice(base: self, bounds: bounds)
  }

  @inline(__always)
  func index(after index: Int) -> Int { index &+ 1 }
  @inline(__always)
  func index(before index: Int) -> Int { index &- 1 }
  @inline(__always)
  func formIndex(after index: inout Int) { index &+= 1 }
  @inline(__always)
  func formIndex(before index: inout Int) { index &-= 1 }
  @inline(__always)
  func index(_ index: Int, offsetBy distance: Int) -> Int { index &+ distance }
  @inline(__always)
  func distance(from start: Int, to end: Int) -> Int { end &- start }

  @inline(__always)
  func index(_ index: Int, offsetBy distance: Int, limitedBy limit: Int) -> Int? {
    let most = limit &- index
    if distance > 0 ? most >= 0 && most < distance : most <= 0 && distance < most { return nil }
    return index &+ distance
  }

  @inline(__always)
  func _failEarlyRangeCheck(_ index: Int, bounds: Range<Int>) {
    assert(bounds.contains(index))
  }

  @inline(__always)
  func _failEarlyRangeCheck(_ range: Range<Int>, bounds: Range<Int>) {
    assert(range.lowerBound >= bounds.lowerBound && range.upperBound <= bounds.upperBound)
  }

  @inline(__always)
  func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try unsafe body(storage)
  }
}

// MARK: - The bytes of other types

extension String {
  /// Calls a closure with the string's UTF-8, which is valid until the closure returns.
  @inline(__always)
  mutating func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
    try withUTF8 { try unsafe body(Bytes($0)) }
  }

  /// Creates a string of bytes that are known to be UTF-8.
  ///
  /// Validating them again takes a twentieth of the time of reading a document with many strings. The
  /// bytes mustn't have changed since they were validated: not even those of a file mapped into memory.
  @inline(never)
  init(valid bytes: Bytes) {
    assert(unsafe String(validating: bytes.storage, as: UTF8.self) != nil)
    if bytes.count < 16 {
      // Such a string needs no heap memory.
      unsafe self.init(unsafeUninitializedCapacity: 15) { characters in
        guard let source = bytes.baseAddress, let start = characters.baseAddress else {
          return 0
        }
        unsafe start.initialize(from: source.pointer, count: bytes.count)
        return bytes.count
      }
    } else if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      var text = unsafe UTF8Span(unchecked: bytes.storage.span)
      _ = text.checkForASCII()
      self.init(copying: text)
    } else {
      self.init(decoding: bytes, as: UTF8.self)
    }
  }
}

extension Array {
  /// Calls a closure with a span of the elements. `span` isn't there before macOS 26.
  @inline(__always)
  func withSpan<Result>(_ body: (Span<Element>) throws -> Result) rethrows -> Result {
    try unsafe withUnsafeBufferPointer { try unsafe body($0.span) }
  }
}

extension Array<UInt8> {
  /// Calls a closure with the elements, which are valid until the closure returns.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (bytes) throws(Failure) in
      try unsafe body(Bytes(bytes))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Calls a closure with the elements, which are valid until the closure returns.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (bytes) throws(Failure) in
      try unsafe body(Bytes(bytes))
    }
  }
}

extension Data {
  /// Calls a closure with the bytes, which are valid until the closure returns.
  @inline(__always)
  func withBytes<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result {
    try unsafe bytes.withUnsafeBytes { try unsafe body(Bytes($0.bindMemory(to: UInt8.self))) }
  }
}

extension Arena<UInt8> {
  /// The bytes, valid until the next one is appended.
  var bytes: Bytes { unsafe Bytes(buffer) }

  /// The position of the first byte, valid until the next one is appended.
  var start: ByteCursor { unsafe ByteCursor(base, count: count) }

  mutating func append(contentsOf bytes: Bytes) {
    unsafe append(contentsOf: bytes.storage)
  }
}

// MARK: - Writing bytes

/// Room for a limited number of bytes.
///
/// Invariant: `memory` has room for `memory.count` bytes, the first `count` of them initialized. It
/// is valid until the closure of `withByteScratch` returns.
@safe struct ByteScratch: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  fileprivate init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    unsafe self.memory = memory
  }

  /// Appends up to eight bytes from a word, beginning with the lowest. There must be room for all
  /// eight of them.
  @inline(__always)
  mutating func append(_ word: UInt64, count added: Int) {
    assert(unsafe added >= 0 && added <= 8 && memory.count - count >= 8)
    unsafe UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped + count)
      .storeBytes(of: word.littleEndian, as: UInt64.self)
    count &+= added
  }

  /// The bytes so far.
  var bytes: Bytes { unsafe Bytes(UnsafeBufferPointer(rebasing: memory[..<count])) }
}

/// Calls a closure with room for bytes, on the stack if they are few.
func withByteScratch<Result>(
  capacity: Int, _ body: (inout ByteScratch) -> Result
) -> Result {
  unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
    var scratch = unsafe ByteScratch(memory)
    return body(&scratch)
  }
}
