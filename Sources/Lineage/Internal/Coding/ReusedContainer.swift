// Why containers are used more than once.
//
// A `KeyedDecodingContainer` is a reference to a box that the standard library allocates, and so is a
// `KeyedEncodingContainer`. To make one takes three look-ups of generic types in the runtime besides,
// 1,500 instructions in all, which is more than all fields of a small object take. So a session and a
// writer keep the containers that they made and hand them out again, over another object, when nobody
// has them any more.
//
// That nobody has one can be seen from its box. No interface gives access to that, so this file takes
// the container for what it is today: a structure of nothing but the reference. Whether it is one is
// proven before the first container is kept; where it is not, every object gets a new container, and
// nothing else changes.
//
// Invariants:
// - The box of a `ReusedContainer` is that of a container for the type of key that its `names` are of,
//   around a `KeyedReader` or a `KeyedWriter` that looks up its object in `place`.
// - It is in one place at a time: among the idle ones of its names, lent, or kept by somebody. The
//   object that it is over changes only when it is lent, and then nobody else has it.
// - Its memory lives as long as the session's state does: forever. That of a writer's containers lives
//   as long as the writer, which stays forever if somebody has one of them after the value is written.

/// A container, and the object that it is over at the moment.
struct ReusedContainer<Place: BitwiseCopyable> {
  typealias Pointer = UnsafeMutablePointer<ReusedContainer>

  fileprivate(set) var place: Place
  /// A `ContainerHolder`, which has the only reference to the box as long as nobody else has one.
  fileprivate let holder: AnyObject
  fileprivate var box: Unmanaged<AnyObject>
  let names: KeyNames<Place>.Pointer
  /// The next one in the same place.
  fileprivate(set) var next: Pointer?
}

/// The containers of a session or a writer that are in use.
struct ContainersInUse<Place: BitwiseCopyable> {
  /// Those of values that are being decoded, the latest first.
  fileprivate(set) var latest: ReusedContainer<Place>.Pointer?
  /// Those that somebody still has after the value was decoded.
  private var kept: [ReusedContainer<Place>.Pointer] = []
  private var nextToLookAt = 0

  /// How many kept containers are looked at, at the end of a session.
  private static var attempts: Int { 16 }

  /// Whether somebody has a container after its value was coded.
  var areKept: Bool { !kept.isEmpty }
  var keptCount: Int { kept.count }

  /// Lends a container that nobody has.
  @inline(__always)
  mutating func reuseIdle(
    _ names: KeyNames<Place>.Pointer, over place: Place
  ) -> AnyObject? {
    guard let idle = names.pointee.idleContainers else { return nil }
    names.pointee.idleContainers = idle.pointee.next
    idle.pointee.place = place
    lend(idle)
    return idle.pointee.holder
  }

  /// Lends a new container, which it keeps in memory that was allocated for it.
  mutating func useNew<Container>(
    _ container: Container, in memory: ReusedContainer<Place>.Pointer, over place: Place,
    _ names: KeyNames<Place>.Pointer
  ) {
    memory.initialize(
      to: ReusedContainer(
        place: place, holder: ContainerHolder(container),
        box: .passUnretained(unsafeBitCast(container, to: AnyObject.self)), names: names))
    lend(memory)
  }

  private mutating func lend(_ container: ReusedContainer<Place>.Pointer) {
    container.pointee.next = latest
    latest = container
  }

  /// Takes back the containers that were lent since another one was the latest.
  @inline(__always)
  mutating func reclaim(since latest: ReusedContainer<Place>.Pointer?) {
    while let container = self.latest, container != latest {
      self.latest = container.pointee.next
      if !container.becomesIdle() { kept.append(container) }
    }
  }

  /// Takes back all that nobody has any more, or so many of them that it never takes long.
  mutating func reclaimAll(lookingAt attempts: Int = Self.attempts) {
    reclaim(since: nil)
    for _ in 0..<min(attempts, kept.count) {
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

extension KeyNames {
  /// Whether there are so many objects of a type that it is worth to find out what containers are made
  /// of, which takes as long as making a hundred of them.
  mutating func isWorthKeepingContainers() -> Bool {
    containersMade &+= 1
    return containersMade > Self.containersNotKept
  }

  /// How many objects of a type get containers that nobody keeps.
  static var containersNotKept: Int { 8 }
}

extension UnsafeMutablePointer {
  /// Makes it available again, if nobody has it.
  @inline(__always)
  fileprivate func becomesIdle<Place>() -> Bool where Pointee == ReusedContainer<Place> {
    // As an Optional, since another existential would be opened, which makes one reference more.
    let isUnique = withUnsafeMutablePointer(to: &pointee.box) { box in
      box.withMemoryRebound(to: AnyObject?.self, capacity: 1) {
        isKnownUniquelyReferenced(&$0.pointee)
      }
    }
    guard isUnique else { return false }
    let names = pointee.names
    pointee.next = names.pointee.idleContainers
    names.pointee.idleContainers = self
    return true
  }
}

/// A container as what it is.
///
/// The standard library does not say how large a container is, so whoever handles one without knowing its
/// type of key has to look up its type in the runtime. A holder was told that once.
final class ContainerHolder<Container> {
  private let container: Container

  init(_ container: Container) {
    self.container = container
  }

  @inline(never)
  func lend() -> Container { container }
}

/// What the containers of the standard library are made of.
enum ContainerLayout {
  /// Whether a container is a single reference to a box, and what it was made of is what the box has.
  static func isReference<Container>(
    _ container: Container, toBoxWith content: UInt
  ) -> Bool {
    // One word that is not plain data is a reference; its object has two words before its own.
    guard MemoryLayout<Container>.size == MemoryLayout<UInt>.size, !_isPOD(Container.self) else {
      return false
    }
    let word = withUnsafeBytes(of: container) { $0.load(as: UInt.self) }
    guard word % UInt(MemoryLayout<UInt>.alignment) == 0,
      let box = UnsafeRawPointer(bitPattern: word)
    else { return false }
    return withExtendedLifetime(container) {
      box.load(fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UInt.self) == content
    }
  }
}
