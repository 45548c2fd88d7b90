/// A reference to an object that doesn't retain it.
///
/// Invariant: something else retains the object as long as it is accessed: what has this reference
/// retains the owner of the object, or the object is never released. Nothing can check this.
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

  /// The object, retained for whoever asks for it.
  @inline(__always)
  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls a closure with the object, without a retain and release.
  @_transparent
  func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef(body)
  }

  /// The object, with the reference to it that `init(retaining:)` retained.
  func takeRetained() -> Object { unsafe reference.takeRetainedValue() }

  /// Releases an object that `init(retaining:)` retained.
  func release() {
    unsafe reference.release()
  }

  var address: UInt { @inline(__always) get { unsafe UInt(bitPattern: reference.toOpaque()) } }

  /// The same object as another type, which is only checked in debug builds.
  @inline(__always)
  func uncheckedCast<Other: AnyObject>(to type: Other.Type = Other.self) -> Unretained<Other> {
    assert(object is Other)
    return unsafe Unretained<Other>(Unmanaged<Other>.fromOpaque(reference.toOpaque()))
  }
}

extension Unretained: Equatable {
  @inline(__always)
  static func == (first: Unretained, second: Unretained) -> Bool {
    first.address == second.address
  }
}
