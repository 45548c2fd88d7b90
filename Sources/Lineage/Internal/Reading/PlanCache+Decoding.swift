extension PlanCache {
  private static let decoding = TypeTable<AnyObject>()
  /// The plans of types that are statically known to be versioned.
  private static let versioned = TypeTable<AnyObject>()

  @inline(__always)
  static func decodingPlan<Value: Decodable>(for type: Value.Type) -> DecodingPlan<Value> {
    unretainedDecodingPlan(for: type).object
  }

  /// Like `decodingPlan(for:)`, without a retain and release.
  @inline(__always)
  static func unretainedDecodingPlan<Value: Decodable>(
    for type: Value.Type
  ) -> Unretained<DecodingPlan<Value>> {
    if type != Value.self { return SubclassPlans.plan(for: type) }
    let plan = decoding.object(of: type, orStoring: makeDecodingPlan(for: type))
    return plan.uncheckedCast()
  }

  /// The plan for decoding an existing field of a type; nil if the type is lenient, so that the field may need a
  /// replacement.
  @inline(__always)
  static func strictPlan<Value: Decodable>(
    for type: Value.Type
  ) -> Unretained<DecodingPlan<Value>>? {
    let plan = unretainedDecodingPlan(for: type)
    return plan.withObject { $0.isLenient } ? nil : plan
  }

  /// The plan for decoding a versioned type, without a retain and release.
  @inline(__always)
  static func unretainedDecodingPlan<Value: VersionedCodable>(
    forVersioned type: Value.Type
  ) -> Unretained<DecodingPlan<Value>> {
    if type != Value.self { return SubclassPlans.plan(forVersioned: type) }
    let plan = versioned.object(of: type, orStoring: makeVersionedPlan(for: type))
    return plan.uncheckedCast()
  }

  @inline(never)
  private static func makeDecodingPlan<Value: Decodable>(for type: Value.Type) -> AnyObject {
    if let scalar = scalars.first(where: { $0 == type }) { return scalarPlan(scalar) }
    // The metadata of array types is only looked up if the type has the size of an array.
    if MemoryLayout<Value>.size == MemoryLayout<[Int]>.size, let element = arrayElement(of: type) {
      return arrayPlan(of: element)
    }
    if mayHavePlan(type), let type = type as? any PlannedDecodable.Type {
      return type.makeDecodingPlan()
    }
    if let type = type as? any VersionedCodable.Type { return versionedPlan(for: type) }
    if MemoryLayout<Value>.size <= 1, _isPOD(type) { return CasePlan<Value>(filling: type) }
    return OrdinaryPlan<Value>(filling: type)
  }

  private static func versionedPlan<Value: VersionedCodable>(
    for type: Value.Type
  ) -> AnyObject {
    unretainedDecodingPlan(forVersioned: type).object
  }

  @inline(never)
  private static func makeVersionedPlan<Value: VersionedCodable>(
    for type: Value.Type
  ) -> AnyObject {
    type._makeDecodingPlan()
  }

  // MARK: - Scalars

  // A list, because it takes the runtime long to look up a conformance.
  private static let scalars: [any DecodableScalar.Type] = [
    String.self, Int.self, Bool.self, Double.self, Float.self, Int8.self, Int16.self, Int32.self,
    Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    UInt128.self,
  ]

  /// The element of the array types that nearly every document has.
  private static func arrayElement(of type: any Any.Type) -> (any DecodableScalar.Type)? {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier([String].self): String.self
    case ObjectIdentifier([Int].self): Int.self
    case ObjectIdentifier([Bool].self): Bool.self
    case ObjectIdentifier([Double].self): Double.self
    default: nil
    }
  }

  private static func arrayPlan<Element: DecodableScalar>(of element: Element.Type) -> AnyObject {
    ArrayPlan<Element>()
  }

  private static func scalarPlan<Value: DecodableScalar>(_ type: Value.Type) -> AnyObject {
    ScalarPlan<Value>()
  }
}
