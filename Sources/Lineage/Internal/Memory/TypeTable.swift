import Synchronization

/// What is kept of types for as long as the process lives, found without a lock.
///
/// Who looks for a type goes through rows that are only ever added to. When they are half full, twice as
/// many take their place, and the old ones stay, since somebody may be going through them.
///
/// Invariant: `rows` is the address of `Rows`, which live forever. A row with a type has an object
/// that is retained and never changes; a type has one row at most. Rows are written by whoever has
/// the lock.
struct TypeTable<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  private struct Row: ~Copyable {
    /// The type; 0 where there is none yet.
    let type = Atomic<UInt>(0)
    let object = Atomic<UInt>(0)
  }

  private struct Rows {
    let first: UnsafeMutablePointer<Row>
    let count: Int

    init(count: Int) {
      first = .allocate(capacity: count)
      for index in 0..<count { (first + index).initialize(to: Row()) }
      self.count = count
    }

    /// The row of a type, or the free one where it would stand.
    @inline(__always)
    func row(of type: UInt) -> (pointer: UnsafeMutablePointer<Row>, isFree: Bool) {
      var index = TypeAddress.hash(type)
      while true {
        let row = first + (index & (count - 1))
        let found = row.pointee.type.load(ordering: .acquiring)
        if found == type { return (row, false) }
        if found == 0 { return (row, true) }
        index &+= 1
      }
    }

    func add(_ object: UInt, for type: UInt) {
      let row = row(of: type).pointer
      row.pointee.object.store(object, ordering: .relaxed)
      row.pointee.type.store(type, ordering: .releasing)
    }
  }

  private let rows = Atomic<UInt>(0)
  /// How many rows have a type.
  private let used = Mutex(0)

  /// The object of a type.
  @inline(__always)
  func object(of type: any Any.Type) -> Unmanaged<Object>? {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    guard let rows = Self.rows(at: rows.load(ordering: .acquiring)) else { return nil }
    let row = rows.pointee.row(of: type)
    return row.isFree ? nil : Self.object(in: row.pointer)
  }

  /// Keeps an object of a type, unless somebody was faster, and returns the one that is kept.
  func store(_ object: Object, of type: any Any.Type) -> Unmanaged<Object> {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    let made = Unmanaged.passRetained(object)
    let address = UInt(bitPattern: made.toOpaque())
    let kept = used.withLock { used -> UInt in
      let rows = grownRows(used)
      let row = rows.row(of: type)
      if !row.isFree { return row.pointer.pointee.object.load(ordering: .relaxed) }
      rows.add(address, for: type)
      used += 1
      return address
    }
    if kept != address { made.release() }
    return UnsafeRawPointer(bitPattern: kept).map(Unmanaged.fromOpaque) ?? made
  }

  /// The rows, of which more than half are free.
  private func grownRows(_ used: Int) -> Rows {
    let known = Self.rows(at: rows.load(ordering: .relaxed))?.pointee
    if let known, used < known.count / 2 { return known }
    let roomy = Rows(count: max(32, used * 4))
    for index in 0..<(known?.count ?? 0) {
      guard let row = known.map({ $0.first + index }) else { continue }
      let type = row.pointee.type.load(ordering: .relaxed)
      if type != 0 { roomy.add(row.pointee.object.load(ordering: .relaxed), for: type) }
    }
    let pointer = UnsafeMutablePointer<Rows>.allocate(capacity: 1)
    pointer.initialize(to: roomy)
    rows.store(UInt(bitPattern: pointer), ordering: .releasing)
    return roomy
  }

  @inline(__always)
  private static func rows(at address: UInt) -> UnsafePointer<Rows>? {
    UnsafePointer(bitPattern: address)
  }

  @inline(__always)
  private static func object(in row: UnsafeMutablePointer<Row>) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: row.pointee.object.load(ordering: .relaxed)).map {
      Unmanaged.fromOpaque($0)
    }
  }
}

/// The addresses by which types are told apart.
enum TypeAddress {
  /// A number that differs from type to type, as a place to look for it in a table. Addresses differ in
  /// the bits in the middle.
  @inline(__always)
  static func hash(_ address: UInt) -> Int {
    Int(bitPattern: address >> 4 ^ address >> 12)
  }
}
