import Synchronization

/// An object that is created on first use and never released.
///
/// `AtomicLazyReference` does the same, but a load takes 600 instructions, because its methods
/// aren't specialized for the type of the object.
///
/// Invariant: `address` is 0, or that of an object that was retained for it and is never released.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of the retained object; 0 if there is none yet.
  private let address = Atomic<UInt>(0)

  /// The object, if it has been stored.
  @inline(__always)
  var known: Object? {
    Self.object(at: address.load(ordering: .acquiring))
  }

  /// Stores an object, unless another thread has stored one first, and returns the stored one.
  func store(_ object: Object) -> Object {
    let made = Unretained(retaining: object)
    let (isFirst, earlier) = address.compareExchange(
      expected: 0, desired: made.address, ordering: .acquiringAndReleasing)
    if !isFirst { made.release() }
    return Self.object(at: earlier) ?? object
  }

  @inline(__always)
  private static func object(at address: UInt) -> Object? {
    unsafe Unretained<Object>(address: address)?.object
  }
}
