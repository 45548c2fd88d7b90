import Foundation
import LineageStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Memory into which lines are read, and which becomes data without a copy.
///
/// Invariant: `memory` has room for `capacity` bytes, the first `count` of them initialized, and belongs to this value.
@safe struct LineBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count: Int

  /// Creates a buffer that begins with some bytes.
  init(_ bytes: Data, capacity: Int) throws(SystemError) {
    let capacity = max(capacity, bytes.count)
    guard let memory = unsafe malloc(max(capacity, 1)) else {
      throw SystemError(call: "malloc", code: ENOMEM)
    }
    unsafe self.memory = memory
    self.capacity = capacity
    count = bytes.count
    unsafe bytes.withUnsafeBytes {
      if let start = $0.baseAddress { unsafe memory.copyMemory(from: start, byteCount: $0.count) }
    }
  }

  deinit {
    unsafe free(memory)
  }

  /// Reads what a file has next, as far as there is room; returns the number of bytes, 0 at the end of the file.
  mutating func read(from descriptor: Int32) throws(SystemError) -> Int {
    try ProcessCalls.checkIsOpen(descriptor)
    if count == capacity { try grow() }
    while true {
      let added = unsafe systemRead(descriptor, memory + count, capacity - count)
      if added >= 0 {
        count += added
        return added
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: ProcessCalls.wait(for: descriptor, POLLIN)
      default: throw SystemError(call: "read", code: errno)
      }
    }
  }

  private mutating func grow() throws(SystemError) {
    guard let larger = unsafe realloc(memory, capacity * 2) else {
      throw SystemError(call: "realloc", code: ENOMEM)
    }
    unsafe memory = larger
    capacity *= 2
  }

  /// The position after the last line feed that isn't before a position; nil if there is none.
  func endOfLastLine(from start: Int) -> Int? {
    var index = count
    while index > start {
      if unsafe memory.load(fromByteOffset: index - 1, as: UInt8.self) == 0x0A { return index }
      index -= 1
    }
    return nil
  }

  /// A copy of the bytes from a position on.
  func copy(from start: Int) -> Data { unsafe Data(bytes: memory + start, count: count - start) }

  /// The bytes before a position, in the memory of the buffer.
  consuming func data(upTo end: Int) -> Data {
    let memory = unsafe memory
    discard self
    return unsafe Data(bytesNoCopy: memory, count: end, deallocator: .free)
  }
}

/// The function, where `read` is a method.
private func systemRead(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
) -> Int {
  unsafe read(descriptor, buffer, count)
}
