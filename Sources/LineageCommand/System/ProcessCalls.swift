import Foundation
import LineageStore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The calls of the operating system for the streams and the environment of a process.
enum ProcessCalls {
  /// Throws an error for a stream that is closed.
  ///
  /// Dispatch opens descriptors of its own, which get the numbers of closed streams. They have no type of file, take
  /// what is written, and a program that waits for something to read waits forever.
  static func checkIsOpen(_ descriptor: Int32) throws(SystemError) {
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT == 0 {
      throw SystemError(call: "fstat", code: EBADF)
    }
  }

  /// Writes all bytes to a file or a pipe.
  static func write(_ bytes: Data, to descriptor: Int32) throws(SystemError) {
    try checkIsOpen(descriptor)
    var failure: Int32 = 0
    unsafe bytes.withUnsafeBytes { bytes in
      guard var start = bytes.baseAddress else { return }
      var left = bytes.count
      while left > 0 {
        let written = unsafe systemWrite(descriptor, start, left)
        if written >= 0 {
          unsafe start += written
          left -= written
        } else if errno == EAGAIN {
          wait(for: descriptor, POLLOUT)
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    if failure != 0 { throw SystemError(call: "write", code: failure) }
  }

  /// Waits until a file that doesn't block can be read or written.
  static func wait(for descriptor: Int32, _ event: some BinaryInteger) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }

  /// Opens a file to append to it, and creates it if it doesn't exist, with permissions of which the system takes the
  /// process's mask.
  static func openToAppend(_ path: String, permissions: mode_t) throws(SystemError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, permissions)
    if descriptor < 0 { throw SystemError(call: "open", code: errno) }
    return descriptor
  }

  /// Whether a path leads to a pipe, such as `/dev/stdout` where the output is one.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

  /// Whether a stream is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The number of columns of a terminal; nil if it isn't known.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Does something on a new thread.
  ///
  /// - Returns: Whether there is such a thread: the system may have no room for another one.
  static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    // As large as the main thread's, because documents are nested.
    unsafe pthread_attr_setstacksize(attributes, 8 << 20)
    unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = unsafe Unmanaged.passRetained(ThreadBody(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = unsafe pthread_create(&thread, attributes, runThreadBody, box.toOpaque())
    if result != 0 { unsafe box.release() }
    return result == 0
  }

  /// Restarts the program with deterministic hashing, so that dictionaries and sets are written in the same order on
  /// every host.
  ///
  /// Anyone who knows the hashes could choose keys that all collide, so this is for programs that work on documents
  /// once, and not for servers. Does nothing if hashing already is deterministic, or if the system doesn't start the
  /// program.
  static func restartWithDeterministicHashing() {
    // Other systems have no command line, and tvOS and watchOS don't declare `execv`.
    #if os(macOS) || os(Linux)
      let variable = "SWIFT_DETERMINISTIC_HASHING"
      let value = unsafe getenv(variable).map { unsafe String(cString: $0) }
      guard !isOn(value), let program else { return }
      unsafe setenv(variable, "1", 1)
      _ = unsafe execv(program, CommandLine.unsafeArgv)
      unsafe unsetenv(variable)
    #endif
  }

  /// Whether the Swift runtime takes the value of a variable for true, which it tells from the first letter.
  static func isOn(_ value: String?) -> Bool {
    value?.unicodeScalars.first.map("1tTyY".unicodeScalars.contains) ?? false
  }

  private static var program: String? {
    #if os(Linux)
      // The file itself, so that the process keeps its name.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      Bundle.main.executablePath
    #endif
  }
}

/// What a thread does, as an object that can be passed to it.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

#if canImport(Darwin)
  private func runThreadBody(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
#else
  private func runThreadBody(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let box = unsafe box {
      unsafe Unmanaged<ThreadBody>.fromOpaque(box).takeRetainedValue().run()
    }
    return nil
  }
#endif

/// The function, where `write` is a method.
private func systemWrite(
  _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int
) -> Int {
  unsafe write(descriptor, start, count)
}
