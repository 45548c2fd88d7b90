import Foundation

extension FileCalls {
  /// Reads a whole file.
  func content(of descriptor: Descriptor, size: Int) throws(SystemError) -> Data {
    var content = Data()
    while true {
      // One byte more than expected, so that a second call finds the end of the file.
      let count = max(size - content.count, 0) + 1
      let bytes = try read(descriptor, max(count, 4096), at: content.count)
      if bytes.isEmpty { return content }
      if content.isEmpty { content = bytes } else { content.append(bytes) }
    }
  }

  /// Writes all bytes to a new file.
  func writeAll(_ bytes: Data, to descriptor: Descriptor) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let rest = bytes.dropFirst(written)
      let count = try write(rest, to: descriptor, at: written)
      if count == 0 { throw SystemError(call: "pwrite", code: EIO) }
      written += count
    }
  }

  /// Whether a file contains exactly some bytes. Reads it in parts, so that it needs little memory.
  func hasContent(_ bytes: Data, _ descriptor: Descriptor) throws(SystemError) -> Bool {
    var offset = 0
    while true {
      let part = try read(descriptor, 1 << 18, at: offset)
      if part.isEmpty { return offset == bytes.count }
      // As a whole, which is a comparison of memory.
      if bytes.dropFirst(offset).prefix(part.count) != part { return false }
      offset += part.count
    }
  }
}
