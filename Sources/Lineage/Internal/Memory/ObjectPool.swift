import Synchronization

/// An object that can be reused.
protocol Poolable: AnyObject {
  /// The next object in the list.
  var nextIdle: Unretained<Self>? { get set }
}

/// A list of idle objects for reuse.
///
/// Sessions and writers are pooled, because creating them for each call would cost more than
/// decoding a small document. The lock is held for a few instructions only.
///
/// Invariant: the list has the only reference to each object in it.
struct ObjectPool<Object: Poolable>: ~Copyable, Sendable {
  private struct Head: @unchecked Sendable {
    var first: Unretained<Object>?
  }

  private let head = Mutex(Head())

  func acquire() -> Object? {
    let acquired = head.withLock { head in
      let acquired = head
      head.first = acquired.first?.withObject { $0.nextIdle }
      return acquired
    }
    return acquired.first?.takeRetained()
  }

  /// Adds an object to the list. There must be no other reference to it: the next user checks by
  /// uniqueness whether user code has stored it.
  func recycle(_ object: consuming Object) {
    let returned = Head(first: Unretained(retaining: consume object))
    head.withLock { head in
      returned.first?.withObject { $0.nextIdle = head.first }
      head = returned
    }
  }
}
