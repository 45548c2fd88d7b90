import Synchronization

/// An object that is made when somebody first needs it, and then kept forever.
///
/// `AtomicLazyReference` does the same, but takes 600 instructions to say what it has, because its
/// methods are not compiled for the type of the object.
struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The address of the object, which is retained; 0 where there is none yet.
  private let address = Atomic<UInt>(0)

  /// The object, if there is one already.
  @inline(__always)
  var known: Object? {
    Self.object(at: address.load(ordering: .acquiring))
  }

  /// Keeps an object, unless somebody was faster, and returns the one that is kept.
  func store(_ object: Object) -> Object {
    let made = Unmanaged.passRetained(object)
    let (isFirst, earlier) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if !isFirst { made.release() }
    return Self.object(at: earlier) ?? object
  }

  @inline(__always)
  private static func object(at address: UInt) -> Object? {
    UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
