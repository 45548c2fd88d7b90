#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// How deeply values can nest before the stack overflows.
//
// Decoding and encoding are recursive, so how deeply a document can nest depends on the stack of
// the thread and on how much of it the types need per level. A main thread has 8 MB; tasks and
// dispatch queues have 512 KB on Apple platforms. A stack overflow crashes the process. So coders
// check how much stack is left before they call a type, and throw an error while there is enough
// for that.
//
// Recursive walks over a tree in memory need no such check: writing a value to that tree took more stack
// for each level. A document may be nested deeper than the types that
// decode it, because it is read in a loop. Walks over documents are therefore loops too, or do check.

/// The part of a thread's stack in which types can be called.
///
/// A coder caches it, because querying the thread takes a hundred times as long as comparing two
/// addresses. If it is called from outside this part, it queries the thread again: user code may
/// store a coder and use it on another thread.
///
/// Invariant: addresses are only compared, never dereferenced. The only memory that is read is what is
/// known of a thread, which only that thread uses and which is freed when it ends.
package struct StackSpace: BitwiseCopyable {
  private var lowest: UInt = 0
  private var size: UInt = 0

  /// The space required for one type and for an error: enough for types with a few hundred
  /// properties.
  private static let reserve: UInt = 64 << 10
  /// The space that is assumed to be left in every thread.
  private static let assumed: UInt = 16 << 10

  /// Creates an empty part, so that the thread is queried on first use.
  init() {}

  private init(from lowest: UInt, size: UInt) {
    self.lowest = lowest
    self.size = size
  }

  /// The part of the thread for a call that begins here.
  ///
  /// On Linux, querying the main thread takes as long as decoding hundreds of documents, most of which need little stack.
  /// So a little is assumed to exist around the first call, and around others that begin near it. A type may call a coder
  /// for each level of a document, so this isn't assumed around a call that begins deeper in the stack.
  static var aroundHere: StackSpace {
    let here = here
    if isNearFirstCall(here) { return StackSpace(from: here &- assumed, size: 2 * assumed) }
    return ofThread.withoutReserve
  }

  /// Whether there is enough space for another type and for an error.
  @inline(__always)
  mutating func hasRoom() -> Bool {
    let here = Self.here
    return here &- lowest < size || hasRoomInThread(at: here)
  }

  /// Like the instance method, without a cached `StackSpace`.
  ///
  /// - Parameter depth: How deeply the value is nested whose coding path an error of Foundation has. Foundation makes it
  ///   by recursion.
  static func hasRoom(forPathOf depth: Int = 0) -> Bool {
    let stack = ofThread
    return here &- stack.lowest >= stack.reserved + UInt(depth) * 256
  }

  /// Whether there is enough space for a recursive walk that needs so many bytes.
  package static func hasRoom(forWalkOf bytes: Int) -> Bool {
    let stack = ofThread
    return here &- stack.lowest >= stack.reserved + UInt(bytes)
  }

  @inline(never)
  private mutating func hasRoomInThread(at here: UInt) -> Bool {
    let stack = Self.ofThread
    self = stack.withoutReserve
    // The bounds of a stack that isn't the thread's own, such as a coroutine's, are unknown.
    return here &- stack.lowest >= stack.reserved
  }

  private var withoutReserve: StackSpace {
    StackSpace(from: lowest + reserved, size: size - reserved)
  }

  /// The space of a thread's stack that is reserved for one type and for an error.
  private var reserved: UInt { min(Self.reserve, size / 2) }

  @inline(__always)
  private static var here: UInt {
    var local: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
  }
}

#if canImport(Darwin)
  extension StackSpace {
    private static func isNearFirstCall(_ here: UInt) -> Bool { false }

    /// The whole stack of this thread.
    private static var ofThread: StackSpace {
      let thread = unsafe pthread_self()
      let size = unsafe UInt(pthread_get_stacksize_np(thread))
      return StackSpace(
        from: unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread)) - size, size: size)
    }
  }
#else
  extension StackSpace {
    /// What is known of a thread.
    private struct KnownThread {
      /// Where the outermost call so far has begun.
      var firstCall: UInt
      var stack: StackSpace?
    }

    /// Whether a call begins near the outermost one so far, and the thread wasn't queried yet.
    private static func isNearFirstCall(_ here: UInt) -> Bool {
      let thread = unsafe knownThread(at: here)
      if unsafe thread.pointee.stack != nil { return false }
      if unsafe here > thread.pointee.firstCall { unsafe thread.pointee.firstCall = here }
      return unsafe thread.pointee.firstCall - here < 2 * assumed
    }

    /// The whole stack of this thread, which is cached.
    private static var ofThread: StackSpace {
      let thread = unsafe knownThread(at: here)
      if let known = unsafe thread.pointee.stack { return known }
      let stack = queryThread()
      unsafe thread.pointee.stack = stack
      return stack
    }

    /// What is known of this thread, in thread-local storage.
    private static func knownThread(at here: UInt) -> UnsafeMutablePointer<KnownThread> {
      if let known = unsafe pthread_getspecific(key) {
        return unsafe known.assumingMemoryBound(to: KnownThread.self)
      }
      let memory = UnsafeMutablePointer<KnownThread>.allocate(capacity: 1)
      unsafe memory.initialize(to: KnownThread(firstCall: here))
      unsafe pthread_setspecific(key, memory)
      return unsafe memory
    }

    /// The key of what is known of a thread, which is deallocated when the thread ends.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      unsafe pthread_key_create(&key) { unsafe $0?.deallocate() }
      return key
    }()

    private static func queryThread() -> StackSpace {
      var attributes = pthread_attr_t()
      guard unsafe getAttributes(of: pthread_self(), &attributes) == 0 else { return StackSpace() }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0 else {
        return StackSpace()
      }
      return StackSpace(from: UInt(bitPattern: lowest), size: UInt(size))
    }
  }

  // `pthread.h` declares it only for C programs that enable GNU extensions.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(
    of thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif
