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
    unheldDecodingPlan(for: type).takeUnretainedValue()
  }

  /// The plan for decoding a type, for use without counting.
  @inline(__always)
  func unheldDecodingPlan<Value: Decodable>(
    for type: Value.Type
  ) -> Unmanaged<DecodingPlan<Value>> {
    plan(for: type) { PlanRegistry.decodingPlan(for: type) }
  }

  /// The plan for decoding a type that is known to be versioned.
  @inline(__always)
  func decodingPlan<Value: VersionedCodable>(
    forVersioned type: Value.Type
  ) -> Unmanaged<DecodingPlan<Value>> {
    plan(for: type) { PlanRegistry.decodingPlan(forVersioned: type) }
  }

  /// The plan for encoding a type.
  @inline(__always)
  func encodingPlan<Value: Encodable>(for type: Value.Type) -> EncodingPlan<Value> {
    plan(for: type) { PlanRegistry.encodingPlan(for: type) }.takeUnretainedValue()
  }

  @inline(__always)
  private func plan<Plan: AnyObject>(
    for type: any Any.Type, orFind find: () -> Plan
  ) -> Unmanaged<Plan> {
    let entry = entry(for: type)
    if entry.pointee.type == ObjectIdentifier(type), let plan = entry.pointee.plan {
      return .fromOpaque(plan.toOpaque())
    }
    let plan = Unmanaged.passUnretained(find())
    entry.pointee = Entry(type: ObjectIdentifier(type), plan: .fromOpaque(plan.toOpaque()))
    return plan
  }

  @inline(__always)
  private func entry(for type: any Any.Type) -> UnsafeMutablePointer<Entry> {
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    return entries + Int((bits >> 4 ^ bits >> 12) & UInt(Self.size - 1))
  }
}
