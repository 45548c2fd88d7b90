#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two files over which the compiler and the plugin exchange bytes.
///
/// This file has all unsafe code of the plugin. The pointers are those of arrays, for the duration of
/// a call that is told the number of their elements.
struct MessageStreams {
  let input: Int32
  let output: Int32

  /// The standard streams of the process, which afterwards are no longer connected to the compiler.
  ///
  /// A single stray byte between two messages would end the compiler, so what anything prints goes to
  /// standard error.
  static func takeStandardStreams() -> MessageStreams? {
    // A write to a compiler that has ended is an error, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    let streams = MessageStreams(input: dup(0), output: dup(1))
    guard streams.input >= 0, streams.output >= 0, dup2(2, 1) >= 0 else { return nil }
    close(0)
    return streams
  }

  /// Reads the next bytes, at most `count`; none at the end of the file, or if it can't be read.
  func read(atMost count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var received: Int
      repeat {
        received = unsafe systemRead(input, buffer.baseAddress, count)
      } while received < 0 && errno == EINTR
      initialized = max(received, 0)
    }
  }

  /// Writes all the bytes; false if that is impossible.
  func write(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe systemWrite(
          output, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return false }
        written += count
      }
      return true
    }
  }
}

// The methods above hide the functions of the same names.

private func systemRead(_ file: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int
{
  unsafe read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, buffer, count)
}
