// Why containers are used more than once.
//
// A `KeyedDecodingContainer` is a reference to a box that the standard library allocates. To make one
// takes three look-ups of generic types in the runtime besides, 1,500 instructions in all, which is
// more than reading all fields of a small object. So a session keeps the containers that it made and
// hands them out again, over another object, when nobody has them any more.
//
// That nobody has one can be seen from its box. No interface gives access to that, so this file takes
// the container for what it is today: a structure of nothing but the reference. Whether it is one is
// proven before the first container is kept; where it is not, every object gets a new container, and
// nothing else changes.
//
// Invariants:
// - The box of a `ReusedContainer` is that of a `KeyedDecodingContainer` for the type of key that its
//   `names` are of, around a `KeyedFields` that looks up its object in `scope`.
// - It is in one place at a time: among the idle ones of its names, lent, or kept by somebody. The
//   object that it is over changes only when it is lent, and then nobody else has it.
// - Its memory lives as long as the session's state does: forever.

/// A container of a session, and the object that it is over at the moment.
struct ReusedContainer {
  typealias Pointer = UnsafeMutablePointer<ReusedContainer>

  fileprivate(set) var scope: FieldScope
  /// Never nil; an Optional is not opened to be looked at, which would be one more reference to it.
  fileprivate var box: AnyObject?
  fileprivate let names: KeyNames.Pointer
  /// The next one in the same place.
  fileprivate var next: Pointer?
}

/// The containers of a session that are in use.
struct LentContainers {
  /// Those of values that are being decoded, the latest first.
  fileprivate(set) var latest: ReusedContainer.Pointer?
  /// Those that somebody still has after the value was decoded.
  private var kept: [ReusedContainer.Pointer] = []
  private var nextToLookAt = 0

  /// How many kept containers are looked at, at the end of a session.
  private static let attempts = 16

  fileprivate mutating func lend(_ container: ReusedContainer.Pointer) {
    container.pointee.next = latest
    latest = container
  }

  /// Takes back the containers that were lent since another one was the latest.
  @inline(__always)
  mutating func takeBack(since latest: ReusedContainer.Pointer?) {
    while let container = self.latest, container != latest {
      self.latest = container.pointee.next
      if !container.becomesIdle() { kept.append(container) }
    }
  }

  /// Takes back all that nobody has any more, or so many of them that it never takes long.
  mutating func takeBackAll() {
    takeBack(since: nil)
    for _ in 0..<min(Self.attempts, kept.count) {
      if nextToLookAt >= kept.count { nextToLookAt = 0 }
      if kept[nextToLookAt].becomesIdle() {
        kept.swapAt(nextToLookAt, kept.count - 1)
        kept.removeLast()
      } else {
        nextToLookAt += 1
      }
    }
  }
}

extension ReusedContainer.Pointer {
  /// Makes it available again, if nobody has it.
  @inline(__always)
  fileprivate func becomesIdle() -> Bool {
    guard isKnownUniquelyReferenced(&pointee.box) else { return false }
    let names = pointee.names
    pointee.next = names.pointee.idleContainers
    names.pointee.idleContainers = self
    return true
  }
}

extension SessionState.Pointer {
  /// A container over an object.
  @inline(__always)
  func container<Key: CodingKey>(
    over scope: FieldScope, keyedBy type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    guard let names = pointee.keyNames.names(of: type) else {
      return KeyedDecodingContainer(KeyedFields(scope))
    }
    guard let idle = names.pointee.idleContainers else {
      return newContainer(over: scope, keyedBy: type, names)
    }
    names.pointee.idleContainers = idle.pointee.next
    idle.pointee.scope = scope
    pointee.lentContainers.lend(idle)
    return unsafeBitCast(idle.pointee.box, to: KeyedDecodingContainer<Key>.self)
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    over scope: FieldScope, keyedBy type: Key.Type, _ names: KeyNames.Pointer
  ) -> KeyedDecodingContainer<Key> {
    guard ContainerLayout.isReference else {
      return KeyedDecodingContainer(KeyedFields<Key>(scope, names))
    }
    let memory = ReusedContainer.Pointer.allocate(capacity: 1)
    let container = KeyedDecodingContainer(KeyedFields<Key>(scope, names, in: memory))
    memory.initialize(
      to: ReusedContainer(
        scope: scope, box: unsafeBitCast(container, to: AnyObject.self), names: names))
    pointee.lentContainers.lend(memory)
    return container
  }
}

/// What a `KeyedDecodingContainer` is made of.
private enum ContainerLayout {
  /// Whether it is a single reference to an object.
  static let isReference: Bool = {
    // A container that nobody ever asks for anything.
    let state = SessionState.Pointer.allocate(capacity: 1)
    defer { state.deallocate() }
    let container = KeyedDecodingContainer(KeyedFields<FieldKey>(FieldScope(unusedIn: state)))
    guard MemoryLayout.size(ofValue: container) == MemoryLayout<AnyObject>.size else {
      return false
    }
    let parts = Mirror(reflecting: container).children.map(\.value)
    guard parts.count == 1, type(of: parts[0]) is AnyClass else { return false }
    let bits = withUnsafeBytes(of: container) { $0.load(as: UInt.self) }
    return bits == UInt(bitPattern: Unmanaged.passUnretained(parts[0] as AnyObject).toOpaque())
  }()
}
