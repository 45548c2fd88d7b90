#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A reference to an object that doesn't retain it.
///
/// Invariant: whatever holds this reference also retains the owner of the object, or the object is
/// never released. Nothing can check this.
@safe struct Unretained<Object: AnyObject>: BitwiseCopyable {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Retains an object, until `release()` or `takeRetained()`, or forever.
  init(retaining object: Object) {
    unsafe reference = .passRetained(object)
  }

  @inline(__always)
  fileprivate init(_ reference: Unmanaged<Object>) {
    unsafe self.reference = reference
  }

  /// The object at an address that came from `address`.
  @unsafe @inline(__always)
  init?(address: UInt) {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    unsafe reference = .fromOpaque(pointer)
  }

  /// The object, as a strong reference.
  @inline(__always)
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls a closure with the object, without a retain and release.
  @_transparent
  func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// The object, with the reference to it that `init(retaining:)` retained.
  func takeRetained() -> Object { unsafe reference.takeRetainedValue() }

  /// Whether the object has exactly one reference that retains it.
  @inline(__always)
  @_specialize(where Object == AnyObject)
  mutating func isRetainedOnce() -> Bool {
    // Checked as an `Optional`, because any other existential would be opened, which adds a
    // reference.
    unsafe withUnsafeMutablePointer(to: &self) { reference in
      unsafe reference.withMemoryRebound(to: AnyObject?.self, capacity: 1) {
        unsafe isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }

  /// Releases an object that `init(retaining:)` retained.
  func release() {
    unsafe reference.release()
  }

  var address: UInt { @inline(__always) get { unsafe UInt(bitPattern: reference.toOpaque()) } }

  /// The same object as another type, which is only checked with `CHECKED_MEMORY`: in the debug builds of other packages,
  /// it would take a twentieth of the time of reading a document.
  @inline(__always)
  func uncheckedCast<Other: AnyObject>() -> Unretained<Other> {
    #if CHECKED_MEMORY
      assert(object is Other)
    #endif
    return unsafe Unretained<Other>(Unmanaged<Other>.fromOpaque(reference.toOpaque()))
  }
}

extension Unretained: Equatable {
  @inline(__always)
  static func == (first: Unretained, second: Unretained) -> Bool {
    first.address == second.address
  }
}

/// A reference for each thread, to an object that doesn't retain it.
///
/// A task-local value would be looked up, pushed and popped in a hundred times as many instructions.
///
/// Invariant: the code that sets a reference keeps its object alive until it is set again on that thread.
@safe struct UnretainedPerThread<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    guard unsafe pthread_key_create(&key, nil) == 0 else {
      preconditionFailure("The process has no thread-local keys left.")
    }
    self.key = key
  }

  /// The reference of this thread.
  var current: Unretained<Object>? {
    get {
      guard let address = unsafe pthread_getspecific(key) else { return nil }
      return unsafe Unretained(address: UInt(bitPattern: address))
    }
    nonmutating set {
      unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue?.address ?? 0))
    }
  }

  /// Runs a closure while this thread refers to another object, which must live until the closure returns.
  @inline(__always)
  func replacing<Value>(
    with object: Unretained<Object>?, _ body: () throws -> Value
  ) rethrows -> Value {
    let outer = current
    current = object
    defer { current = outer }
    return try body()
  }
}
