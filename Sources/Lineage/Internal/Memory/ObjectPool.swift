import Synchronization

/// The superclass of objects in an `ObjectPool`.
class PooledObject {
  /// The next object in the list.
  fileprivate var nextIdle: Unretained<PooledObject>?
}

/// A list of idle objects for reuse.
///
/// Sessions and writers are pooled, because creating them for each call would cost more than
/// decoding a small document. The lock is held for a few instructions only.
///
/// Invariant: the list has the only reference to each object in it.
struct ObjectPool<Object: PooledObject>: ~Copyable, Sendable {
  private let objects = IdleObjects()

  func acquire() -> Object? {
    objects.acquire().map { uncheckedDowncast($0, to: Object.self) }
  }

  /// Adds an object to the list. There must be no other reference to it: the next user checks by
  /// uniqueness whether user code has stored it.
  func recycle(_ object: consuming Object) {
    objects.recycle(consume object)
  }
}

/// The list of an `ObjectPool`. It isn't generic, because debug builds would look up its type for each call.
private struct IdleObjects: ~Copyable, Sendable {
  private struct Head: @unchecked Sendable {
    var first: Unretained<PooledObject>?
  }

  private let head = Mutex(Head())

  func acquire() -> PooledObject? {
    let acquired = head.withLock { head in
      let acquired = head
      head.first = acquired.first?.withObject { $0.nextIdle }
      return acquired
    }
    return acquired.first?.takeRetained()
  }

  func recycle(_ object: consuming PooledObject) {
    let returned = Head(first: Unretained(retaining: consume object))
    head.withLock { head in
      returned.first?.withObject { $0.nextIdle = head.first }
      head = returned
    }
  }
}
