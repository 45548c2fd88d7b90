// Why containers are reused.
//
// A `KeyedDecodingContainer` is a reference to a box that the standard library allocates, and so is
// a `KeyedEncodingContainer`. Creating one also requires three lookups of generic types in the
// runtime, 1,500 instructions in all, which is more than all fields of a small object take. So
// sessions and writers store the containers that they have created, and reuse them for other
// objects once user code has released them. Without that, the benchmark takes 1.26 times the
// instructions for decoding, and 3.3 times for encoding.
//
// Whether user code has released a container can be checked by the reference count of its box.
// There is no public access to that, so this file relies on the current layout of a container: a
// structure that consists of the reference only. The layout is verified before the first container
// is stored. If it differs, every object gets a new container, and nothing else changes.
//
// Invariants:
// - The box of a `ReusedContainer` is that of a container for the type of key of its `names`, which
//   contains a `KeyedReader` or a `KeyedWriter` that looks up its object in the `ContainerWithObject`
//   that begins with the `ReusedContainer`.
// - A container is either idle, in use for a value that is being coded, or stored by user code. Its
//   object changes only when an idle container is reused, and then there is no other reference to
//   the box.
// - The memory of a session's containers is never freed, like the session's state. That of a
//   writer's containers lives as long as the writer, which is never released if user code has
//   stored one of them.

/// A container, without the object that it currently belongs to.
///
/// It is the first property of a `ContainerWithObject`. The lists of containers aren't generic: in
/// debug builds, where generic code isn't specialized across files, the runtime would look up their
/// types for each object.
struct ReusedContainer {
  typealias Pointer = Reference<ReusedContainer>

  /// A `ContainerHolder`, which has the only reference to the box unless user code has another one.
  fileprivate let holder: AnyObject
  fileprivate var box: Unretained<AnyObject>
  let names: KeyNames.Pointer
  /// The next container in the same list.
  fileprivate(set) var next: Pointer?

  init<Container>(_ container: Container, _ names: KeyNames.Pointer) {
    holder = ContainerHolder(container)
    box = Unretained(unsafe unsafeBitCast(container, to: AnyObject.self))
    self.names = names
  }
}

/// A reused container, and the object that it currently belongs to.
///
/// Invariant: `container` is the first stored property. The object is trivial, because the memory is
/// freed without deinitializing it.
protocol ContainerWithObject {
  associatedtype Object: BitwiseCopyable

  var container: ReusedContainer { get }
  var object: Object { get set }
}

/// The containers of a session or a writer that are in use.
struct ContainersInUse {
  /// The containers of values that are being coded, the latest first.
  fileprivate(set) var latest: ReusedContainer.Pointer?
  /// The containers that user code still had when their values were complete.
  private var stored: [ReusedContainer.Pointer] = []
  private var nextToLookAt = 0

  /// The maximum number of stored containers to check at the end of a session.
  private static var attempts: Int { 16 }

  /// Whether user code still had a container when its value was complete.
  var areStored: Bool { !stored.isEmpty }
  var storedCount: Int { stored.count }

  /// Reuses an idle container, if there is one. The caller must set its object.
  @inline(__always)
  mutating func reuseIdle(_ names: KeyNames.Pointer) -> ReusedContainer.Pointer? {
    guard let idle = names.pointee.idleContainers else { return nil }
    names.pointee.idleContainers = idle.pointee.next
    markInUse(idle)
    return idle
  }

  /// Adds a container that isn't in use yet.
  @inline(__always)
  mutating func markInUse(_ container: ReusedContainer.Pointer) {
    container.pointee.next = latest
    latest = container
  }

  /// Reclaims the containers that were put into use since another one was the latest.
  @inline(__always)
  mutating func reclaim(since latest: ReusedContainer.Pointer?) {
    while let container = self.latest, container != latest {
      self.latest = container.pointee.next
      if !container.becomesIdle() { stored.append(container) }
    }
  }

  /// Reclaims the containers that user code has released, but checks only a limited number.
  mutating func reclaimAll(lookingAt attempts: Int = Self.attempts) {
    reclaim(since: nil)
    for _ in 0..<min(attempts, stored.count) {
      if nextToLookAt >= stored.count { nextToLookAt = 0 }
      if stored[nextToLookAt].becomesIdle() {
        stored.swapAt(nextToLookAt, stored.count - 1)
        stored.removeLast()
      } else {
        nextToLookAt += 1
      }
    }
  }
}

extension KeyNames {
  /// Whether there are so many objects of a type that verifying the layout of containers pays off,
  /// which takes as long as creating a hundred containers.
  mutating func isWorthReusingContainers() -> Bool {
    containersMade &+= 1
    return containersMade > Self.containersNotReused
  }

  /// The number of objects of a type whose containers aren't reused.
  static var containersNotReused: Int { 8 }
}

extension Reference {
  /// Makes it idle, if user code has released it.
  @inline(__always)
  fileprivate func becomesIdle() -> Bool where Value == ReusedContainer {
    guard pointee.box.isRetainedOnce() else { return false }
    let names = pointee.names
    pointee.next = names.pointee.idleContainers
    names.pointee.idleContainers = self
    return true
  }

  /// The container as it was passed to `init`.
  @inline(__always)
  func retained<Container>(
    as type: Container.Type
  ) -> Container where Value == ReusedContainer {
    uncheckedDowncast(pointee.holder, to: ContainerHolder<Container>.self).retained()
  }

  /// The structure that begins with this one.
  @inline(__always)
  func enclosing<Enclosing: ContainerWithObject>(
    _ type: Enclosing.Type
  ) -> Reference<Enclosing> where Value == ReusedContainer {
    unsafe Reference<Enclosing>(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type))
  }

  /// The container that a structure begins with.
  @inline(__always)
  func containerPointer() -> ReusedContainer.Pointer where Value: ContainerWithObject {
    unsafe Reference<ReusedContainer>(
      UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: ReusedContainer.self))
  }
}

/// A container with its type.
///
/// The size of a container isn't part of the standard library's interface, so code that handles one
/// without knowing its type of key has to look up its type in the runtime. A holder knows the type
/// from the beginning.
private final class ContainerHolder<Container> {
  private let container: Container

  init(_ container: Container) {
    self.container = container
  }

  @inline(never)
  func retained() -> Container { container }
}

/// The layout of the standard library's containers.
enum ContainerLayout {
  /// Whether a container is a single reference to a box that contains what it was created from.
  static func isReference<Container>(
    _ container: Container, toBoxWith content: UInt
  ) -> Bool {
    // One word that isn't plain data is a reference. The first two words of its object are a
    // header.
    guard MemoryLayout<Container>.size == MemoryLayout<UInt>.size, !_isPOD(Container.self) else {
      return false
    }
    let word = unsafe withUnsafeBytes(of: container) { unsafe $0.load(as: UInt.self) }
    guard word % UInt(MemoryLayout<UInt>.alignment) == 0,
      let box = unsafe UnsafeRawPointer(bitPattern: word)
    else { return false }
    return withExtendedLifetime(container) {
      unsafe box.load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UInt.self) == content
    }
  }
}
