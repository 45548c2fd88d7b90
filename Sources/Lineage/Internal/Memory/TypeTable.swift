import Synchronization

/// A table of objects by type that are never released. Lookups take no lock.
///
/// Rows are only ever added. When half of them are used, they are replaced with a larger copy. The
/// old rows are never freed, because other threads may be reading them.
///
/// Invariant: `rows` is the address of `TypeRows` that are never deallocated. A row with a type has a
/// retained object that never changes. Each type has at most one row. Rows are only written under
/// the lock.
struct TypeTable<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  private let rows = Atomic<UInt>(0)
  /// The number of used rows.
  private let used = Mutex(0)

  /// The object of a type.
  @inline(__always) @_specialize(where Object == AnyObject)
  func object(of type: any Any.Type) -> Unretained<Object>? {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    guard let rows = unsafe Self.rows(at: rows.load(ordering: .acquiring)) else { return nil }
    let row = unsafe rows.pointee.row(of: type)
    return row.isFree ? nil : Self.object(in: row.pointer)
  }

  /// Returns the object of a type, and stores a new one if there is none.
  @inline(__always)
  func object(
    of type: any Any.Type, orStoring make: @autoclosure () -> Object
  ) -> Unretained<Object> {
    object(of: type) ?? store(make(), of: type)
  }

  /// Stores the object of a type, unless another thread has stored one first, and returns the
  /// stored one.
  func store(_ object: Object, of type: any Any.Type) -> Unretained<Object> {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    let made = Unretained(retaining: object)
    let address = made.address
    let kept = used.withLock { used -> UInt in
      let rows = grownRows(used)
      let row = rows.row(of: type)
      if !row.isFree { return row.pointer.pointee.object.load(ordering: .relaxed) }
      rows.add(address, for: type)
      used += 1
      return address
    }
    if kept != address { made.release() }
    return unsafe Unretained(address: kept) ?? made
  }

  /// Returns the rows, enlarged if half of them are used.
  private func grownRows(_ used: Int) -> TypeRows {
    let known = unsafe Self.rows(at: rows.load(ordering: .relaxed))?.pointee
    if let known, used < known.count / 2 { return known }
    let roomy = TypeRows(count: max(32, used * 4))
    for index in 0..<(known?.count ?? 0) {
      guard let row = known.map({ unsafe Reference($0.first + index) }) else { continue }
      let type = row.pointee.type.load(ordering: .relaxed)
      if type != 0 { roomy.add(row.pointee.object.load(ordering: .relaxed), for: type) }
    }
    rows.store(Reference(allocating: roomy).address, ordering: .releasing)
    return roomy
  }

  @inline(__always)
  private static func rows(at address: UInt) -> UnsafePointer<TypeRows>? {
    unsafe UnsafePointer(bitPattern: address)
  }

  @inline(__always)
  private static func object(in row: Reference<TypeRow>) -> Unretained<Object>? {
    unsafe Unretained(address: row.pointee.object.load(ordering: .relaxed))
  }
}

// Not nested in `TypeTable`: nested types would be generic, and debug builds would look up their metadata for each value.

private struct TypeRow: ~Copyable {
  /// The type; 0 if the row is free.
  let type = Atomic<UInt>(0)
  let object = Atomic<UInt>(0)
}

@safe private struct TypeRows {
  let first: UnsafeMutablePointer<TypeRow>
  /// A power of two: there are 32 at first, and twice as many whenever half of them are used.
  let count: Int

  init(count: Int) {
    unsafe first = .allocate(capacity: count)
    for index in 0..<count { unsafe (first + index).initialize(to: TypeRow()) }
    self.count = count
  }

  /// The row of a type, or the free row for it.
  @inline(__always)
  func row(of type: UInt) -> (pointer: Reference<TypeRow>, isFree: Bool) {
    var index = TypeAddress.hash(type)
    while true {
      let row = unsafe Reference(first + (index & (count - 1)))
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

/// Hashing of types by their addresses.
enum TypeAddress {
  /// The hash of a type's address. Addresses differ mainly in the middle bits.
  @inline(__always)
  static func hash(_ address: UInt) -> Int {
    Int(bitPattern: address >> 4 ^ address >> 12)
  }
}
