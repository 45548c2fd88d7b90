import Synchronization

/// Something that can wait to be used again.
protocol Poolable: AnyObject {
  /// The next one in the list.
  var nextIdle: Unmanaged<Self>? { get set }
}

/// Objects that nobody uses at the moment.
///
/// Sessions, writers and plans are what the package shares between threads, behind locks that are held
/// for a few instructions: to make them anew for each call would cost more than a small document does.
///
/// Invariant: the list has the only reference to each object in it.
struct ObjectPool<Object: Poolable>: ~Copyable, Sendable {
  private struct Head: @unchecked Sendable {
    var first: Unmanaged<Object>?
  }

  private let head = Mutex(Head())

  func acquire() -> Object? {
    let taken = head.withLock { head in
      let taken = head
      head.first = taken.first?._withUnsafeGuaranteedRef { $0.nextIdle }
      return taken
    }
    return taken.first?.takeRetainedValue()
  }

  /// Keeps an object to which nobody else refers: whoever takes it next finds out by that whether somebody
  /// has kept it.
  func recycle(_ object: consuming Object) {
    let returned = Head(first: .passRetained(consume object))
    head.withLock { head in
      returned.first?._withUnsafeGuaranteedRef { $0.nextIdle = head.first }
      head = returned
    }
  }
}
