import Synchronization

/// The plan for a metatype variable that contains a subclass of its static type.
///
/// The subclass is decoded, as with every coder that calls `type.init(from:)`. The caller only
/// knows the superclass.
private final class SubclassPlan<Value, Subclass: Decodable>: DecodingPlan<Value> {
  private let subclass: DecodingPlan<Subclass>

  init(_ subclass: DecodingPlan<Subclass>) {
    self.subclass = subclass
    super.init()
  }

  override func decode(_ field: Field) throws -> Value {
    Self.upcast(try subclass.decode(field))
  }

  override func decode(_ field: Field, version: AnyVersion?) throws -> Value {
    Self.upcast(try subclass.decode(field, version: version))
  }

  override func decodeUnversioned(_ field: Field) throws -> Value {
    Self.upcast(try subclass.decodeUnversioned(field))
  }

  override var readsNull: Bool { subclass.readsNull }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Value? {
    guard let value = try subclass.zero(inside: decoder) else { return nil }
    return Self.upcast(value)
  }

  private static func upcast(_ value: Subclass) -> Value {
    guard let value = value as? Value else {
      preconditionFailure("Internal error: \(Subclass.self) isn't a subclass of \(Value.self).")
    }
    return value
  }
}

/// The plans of classes that are decoded as one of their superclasses.
enum SubclassPlans {
  private struct Classes: Hashable {
    let subclass, superclass: ObjectIdentifier
  }

  /// A plan, which is never released.
  private struct Plan: @unchecked Sendable {
    let plan: Unretained<AnyObject>
  }

  private static let plans = Mutex<[Classes: Plan]>([:])

  /// The plan for decoding a metatype that contains a subclass of its static type.
  @inline(never)
  static func plan<Value: Decodable>(for type: Value.Type) -> Unretained<DecodingPlan<Value>> {
    func make<Subclass: Decodable>(_ subclass: Subclass.Type) -> DecodingPlan<Value> {
      SubclassPlan(PlanCache.decodingPlan(for: subclass))
    }
    let subclass: any Decodable.Type = type
    return plan(for: subclass, as: Value.self) { make(subclass) }
  }

  /// The plan for decoding such a metatype as a versioned type.
  @inline(never)
  static func plan<Value: VersionedCodable>(
    forVersioned type: Value.Type
  ) -> Unretained<DecodingPlan<Value>> {
    func make<Subclass: VersionedCodable>(_ subclass: Subclass.Type) -> DecodingPlan<Value> {
      SubclassPlan(
        PlanCache.unretainedDecodingPlan(forVersioned: subclass).object)
    }
    let subclass: any VersionedCodable.Type = type
    return plan(for: subclass, as: Value.self) { make(subclass) }
  }

  private static func plan<Value>(
    for subclass: any Any.Type, as superclass: Value.Type, _ make: () -> DecodingPlan<Value>
  ) -> Unretained<DecodingPlan<Value>> {
    let classes = Classes(
      subclass: ObjectIdentifier(subclass), superclass: ObjectIdentifier(superclass))
    if let known = plans.withLock({ $0[classes] }) { return known.plan.uncheckedCast() }
    // Made outside the lock, because it may need the plans of other types.
    let made = Plan(plan: Unretained(retaining: make()))
    let kept = plans.withLock { plans in
      plans[classes] = plans[classes] ?? made
      return plans[classes] ?? made
    }
    if kept.plan != made.plan { made.plan.release() }
    return kept.plan.uncheckedCast()
  }
}
