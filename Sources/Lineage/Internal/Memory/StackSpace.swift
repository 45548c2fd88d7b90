#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// How deep values may nest before the stack ends.
//
// Types decode and encode each other by calls, so how deep a document may nest is up to the stack of the
// thread and to how much of it the types need for each level. A main thread has 8 MB; tasks and dispatch
// queues have 512 KB on Apple's systems. When a stack ends, the process does. So coders look at how much is
// left before they call a type, and throw an error while there is room for one.

/// The part of a thread's stack in which types may be called.
///
/// A coder keeps one, since to ask the thread takes a hundred times as long as to compare two addresses. It
/// asks again when it is called from somewhere else: coders may be kept and used on another thread.
struct StackSpace: BitwiseCopyable {
  private var lowest: UInt = 0
  private var size: UInt = 0

  /// What has to be left for one type and for an error: enough for types of some hundred properties.
  private static let reserve: UInt = 64 << 10
  /// What every thread has left in the beginning.
  private static let assumed: UInt = 16 << 10

  /// No part of any stack, so that the thread is asked.
  init() {}

  private init(from lowest: UInt, size: UInt) {
    self.lowest = lowest
    self.size = size
  }

  /// The part around the caller that is there for sure.
  ///
  /// Most documents need no more. To ask the main thread takes Linux as long as to read hundreds of them.
  static var aroundHere: StackSpace {
    StackSpace(from: here &- assumed, size: 2 * assumed)
  }

  /// Whether there is room for another type, and for an error.
  @inline(__always)
  mutating func hasRoom() -> Bool {
    let here = Self.here
    return here &- lowest < size || hasRoomInThread(at: here)
  }

  /// Like the method, without a `StackSpace` to keep.
  static func hasRoom() -> Bool {
    var space = StackSpace()
    return space.hasRoom()
  }

  @inline(never)
  private mutating func hasRoomInThread(at here: UInt) -> Bool {
    let stack = Self.ofThread
    let reserve = min(Self.reserve, stack.size / 2)
    self = StackSpace(from: stack.lowest + reserve, size: stack.size - reserve)
    // The end of a stack that is not the thread's own, such as a coroutine's, is not known.
    return here &- stack.lowest >= reserve
  }

  @inline(__always)
  private static var here: UInt {
    var local: UInt8 = 0
    return withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
  }
}

#if canImport(Darwin)
  extension StackSpace {
    /// The whole stack of this thread.
    private static var ofThread: StackSpace {
      let thread = pthread_self()
      let size = UInt(pthread_get_stacksize_np(thread))
      return StackSpace(
        from: UInt(bitPattern: pthread_get_stackaddr_np(thread)) - size, size: size)
    }
  }
#else
  extension StackSpace {
    /// The whole stack of this thread, which the thread remembers.
    private static var ofThread: StackSpace {
      if let known = pthread_getspecific(key) {
        return known.assumingMemoryBound(to: StackSpace.self).pointee
      }
      let stack = queryThread()
      let memory = UnsafeMutablePointer<StackSpace>.allocate(capacity: 1)
      memory.initialize(to: stack)
      pthread_setspecific(key, memory)
      return stack
    }

    /// Where a thread keeps its `StackSpace`, which goes when the thread does.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      pthread_key_create(&key) { $0?.deallocate() }
      return key
    }()

    private static func queryThread() -> StackSpace {
      var attributes = pthread_attr_t()
      guard getAttributes(of: pthread_self(), &attributes) == 0 else { return StackSpace() }
      defer { pthread_attr_destroy(&attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return StackSpace() }
      return StackSpace(from: UInt(bitPattern: lowest), size: UInt(size))
    }
  }

  // Declared in `pthread.h` only for programs in C that ask for GNU's extensions.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(
    of thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> Int32
#endif
