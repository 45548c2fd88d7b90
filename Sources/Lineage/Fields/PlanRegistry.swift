import Synchronization

/// The plans of all types that were ever decoded or encoded in this process.
///
/// Plans are made once and live forever, which lets sessions refer to them without counting.
enum PlanRegistry {
  private static let decoding = Mutex<[ObjectIdentifier: UncheckedPlan]>([:])
  private static let encoding = Mutex<[ObjectIdentifier: UncheckedPlan]>([:])

  /// Plans don't change after they are made; what they find out later is behind locks of its own.
  private struct UncheckedPlan: @unchecked Sendable {
    let plan: AnyObject
  }

  static func decodingPlan<Value: Decodable>(for type: Value.Type) -> DecodingPlan<Value> {
    let plan = plan(for: type, in: decoding) { makeDecodingPlan(for: type) }
    return unsafeDowncast(plan, to: DecodingPlan<Value>.self)
  }

  static func encodingPlan<Value: Encodable>(for type: Value.Type) -> EncodingPlan<Value> {
    let plan = plan(for: type, in: encoding) { makeEncodingPlan(for: type) }
    return unsafeDowncast(plan, to: EncodingPlan<Value>.self)
  }

  /// Makes a plan outside the lock, since plans are made of plans. The first to finish counts.
  private static func plan(
    for type: any Any.Type, in plans: borrowing Mutex<[ObjectIdentifier: UncheckedPlan]>,
    orMake make: () -> AnyObject
  ) -> AnyObject {
    let id = ObjectIdentifier(type)
    if let known = plans.withLock({ $0[id] }) { return known.plan }
    let made = UncheckedPlan(plan: make())
    return plans.withLock { plans in
      if let known = plans[id] { return known }
      plans[id] = made
      return made
    }.plan
  }

  private static func makeDecodingPlan<Value: Decodable>(for type: Value.Type) -> AnyObject {
    switch type {
    case let type as any PlannedDecodable.Type: type.makeDecodingPlan()
    case let type as any OpenUnion.Type: unversioned(type).makeUnionDecodingPlan()
    case let type as any VersionedCodable.Type: versionedPlan(type)
    default: DecodingPlan<Value>(filling: fill(for: type))
    }
  }

  private static func versionedPlan<Value: VersionedCodable>(_ type: Value.Type) -> AnyObject {
    VersionedDecodingPlan<Value>(filling: fill(for: type))
  }

  private static func unversioned(_ type: any OpenUnion.Type) -> any OpenUnion.Type {
    precondition(
      !(type is any VersionedCodable.Type),
      """
      \(TypeName.of(type)) is a union and versioned, but a union has no shape of its own to have \
      versions: make its payloads versioned.
      """)
    return type
  }

  private static func fill(for type: any Any.Type) -> Fill {
    switch type {
    case let type as any DefaultFillable.Type: .defaults(TypeDefaults.of(type))
    case is any ZeroFillable.Type: .zero
    default: .error
    }
  }

  private static func makeEncodingPlan<Value: Encodable>(for type: Value.Type) -> AnyObject {
    switch type {
    case let type as any PlannedEncodable.Type: type.makeEncodingPlan()
    case let type as any OpenUnion.Type: unversioned(type).makeUnionEncodingPlan()
    case let type as any VersionedCodable.Type: versionedEncodingPlan(type)
    default: EncodingPlan<Value>()
    }
  }

  private static func versionedEncodingPlan<Value: VersionedCodable>(
    _ type: Value.Type
  ) -> AnyObject {
    VersionedEncodingPlan<Value>()
  }
}
