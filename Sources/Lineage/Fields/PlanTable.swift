/// The plans that a session has met, found by type without a lock.
struct PlanTable {
  private struct Entry {
    var type: ObjectIdentifier?
    /// Plans live forever, so they need no counting.
    var plan: Unmanaged<AnyObject>?
  }

  private static let size = 256
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  func deallocate() {
    entries.deallocate()
  }

  /// The plan for decoding a type. A table serves either for decoding or for encoding.
  @inline(__always)
  func decodingPlan<Value: Decodable>(for type: Value.Type) -> DecodingPlan<Value> {
    let entry = entry(for: type)
    if entry.pointee.type == ObjectIdentifier(type), let plan = entry.pointee.plan {
      return unsafeDowncast(plan.takeUnretainedValue(), to: DecodingPlan<Value>.self)
    }
    let plan = PlanRegistry.decodingPlan(for: type)
    entry.pointee = Entry(type: ObjectIdentifier(type), plan: .passUnretained(plan))
    return plan
  }

  /// The plan for encoding a type.
  @inline(__always)
  func encodingPlan<Value: Encodable>(for type: Value.Type) -> EncodingPlan<Value> {
    let entry = entry(for: type)
    if entry.pointee.type == ObjectIdentifier(type), let plan = entry.pointee.plan {
      return unsafeDowncast(plan.takeUnretainedValue(), to: EncodingPlan<Value>.self)
    }
    let plan = PlanRegistry.encodingPlan(for: type)
    entry.pointee = Entry(type: ObjectIdentifier(type), plan: .passUnretained(plan))
    return plan
  }

  @inline(__always)
  private func entry(for type: any Any.Type) -> UnsafeMutablePointer<Entry> {
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    return entries + Int((bits >> 4 ^ bits >> 12) & UInt(Self.size - 1))
  }
}
