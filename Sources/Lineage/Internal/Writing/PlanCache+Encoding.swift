extension PlanCache {
  private static let encoding = TypeTable<AnyObject>()

  @inline(__always)
  static func encodingPlan<Value: Encodable>(for type: Value.Type) -> EncodingPlan<Value> {
    unretainedEncodingPlan(for: type).object
  }

  /// Like `encodingPlan(for:)`, without a retain and release.
  @inline(__always)
  static func unretainedEncodingPlan<Value: Encodable>(
    for type: Value.Type
  ) -> Unretained<EncodingPlan<Value>> {
    let plan = encoding.object(of: type, orStoring: makeEncodingPlan(for: type))
    return plan.uncheckedCast()
  }

  @inline(never)
  private static func makeEncodingPlan<Value: Encodable>(for type: Value.Type) -> AnyObject {
    if let scalar = scalars.first(where: { $0 == type }) { return scalarEncodingPlan(scalar) }
    if mayHavePlan(type), let type = type as? any PlannedEncodable.Type {
      return type.makeEncodingPlan()
    }
    if let type = type as? any VersionedCodable.Type { return type._makeEncodingPlan() }
    if let type = type as? any ZeroFillable.Type { return type._makeZeroFillingPlan() }
    return SystemType.isOne(type) ? IndivisibleEncodingPlan<Value>() : EncodingPlan<Value>()
  }

  // MARK: - Scalars

  // A list, because it takes the runtime long to look up a conformance.
  private static let scalars: [any EncodableScalar.Type] = [
    String.self, Int.self, Bool.self, Double.self, Float.self, Int8.self, Int16.self, Int32.self,
    Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    UInt128.self,
  ]

  private static func scalarEncodingPlan<Value: EncodableScalar>(_ type: Value.Type) -> AnyObject {
    ScalarEncodingPlan<Value>()
  }
}
