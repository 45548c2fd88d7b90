#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plans of all types that were ever decoded or encoded in this process.
///
/// Plans are made once and live forever, so whoever uses one need not count the references to it.
///
/// To ask whether a type conforms to a protocol takes the runtime a walk through all conformances of the
/// program, 250,000 instructions for each type and protocol. So nothing is asked that is known already.
enum PlanCache {
  private static let decoding = TypeTable<AnyObject>()
  /// Those of types that were known to be versioned when they were asked for.
  private static let versioned = TypeTable<AnyObject>()
  private static let encoding = TypeTable<AnyObject>()

  @inline(__always)
  static func decodingPlan<Value: Decodable>(for type: Value.Type) -> DecodingPlan<Value> {
    unretainedDecodingPlan(for: type).takeUnretainedValue()
  }

  /// The plan for decoding a type, for use without counting.
  @inline(__always)
  static func unretainedDecodingPlan<Value: Decodable>(
    for type: Value.Type
  ) -> Unmanaged<DecodingPlan<Value>> {
    if type != Value.self { return SubclassPlans.plan(for: type) }
    let plan = decoding.object(of: type) ?? decoding.store(makeDecodingPlan(for: type), of: type)
    return .fromOpaque(plan.toOpaque())
  }

  /// The plan for decoding a type by its versions, for use without counting.
  @inline(__always)
  static func unretainedDecodingPlan<Value: VersionedCodable>(
    forVersioned type: Value.Type
  ) -> Unmanaged<DecodingPlan<Value>> {
    if type != Value.self { return SubclassPlans.plan(forVersioned: type) }
    let plan = versioned.object(of: type) ?? versioned.store(makeVersionedPlan(for: type), of: type)
    return .fromOpaque(plan.toOpaque())
  }

  @inline(__always)
  static func encodingPlan<Value: Encodable>(for type: Value.Type) -> EncodingPlan<Value> {
    unretainedEncodingPlan(for: type).takeUnretainedValue()
  }

  /// The plan for encoding a type, for use without counting.
  @inline(__always)
  static func unretainedEncodingPlan<Value: Encodable>(
    for type: Value.Type
  ) -> Unmanaged<EncodingPlan<Value>> {
    let plan = encoding.object(of: type) ?? encoding.store(makeEncodingPlan(for: type), of: type)
    return .fromOpaque(plan.toOpaque())
  }

  @inline(never)
  private static func makeDecodingPlan<Value: Decodable>(for type: Value.Type) -> AnyObject {
    if let scalar = scalarType(type) { return scalarPlan(scalar) }
    // Metadata of array types is only asked for where the type can be an array by its size.
    if MemoryLayout<Value>.size == MemoryLayout<[Int]>.size, let element = arrayElement(of: type) {
      return arrayPlan(of: element)
    }
    if mayHavePlan(type), let type = type as? any PlannedDecodable.Type {
      return type.makeDecodingPlan()
    }
    if let type = type as? any VersionedCodable.Type { return keptVersionedPlan(for: type) }
    return OrdinaryPlan<Value>(filling: type)
  }

  private static func keptVersionedPlan<Value: VersionedCodable>(
    for type: Value.Type
  ) -> AnyObject {
    unretainedDecodingPlan(forVersioned: type).takeUnretainedValue()
  }

  @inline(never)
  private static func makeVersionedPlan<Value: VersionedCodable>(
    for type: Value.Type
  ) -> AnyObject {
    type._makeDecodingPlan()
  }

  @inline(never)
  private static func makeEncodingPlan<Value: Encodable>(for type: Value.Type) -> AnyObject {
    if let scalar = scalarType(type) { return scalarEncodingPlan(scalar) }
    if mayHavePlan(type), let type = type as? any PlannedEncodable.Type {
      return type.makeEncodingPlan()
    }
    if let type = type as? any VersionedCodable.Type { return type._makeEncodingPlan() }
    return EncodingPlan<Value>()
  }

  /// The beginning of the names of this module's types. Whoever depends on the package may have given the
  /// module another name.
  private static let ownPrefix: String = {
    let name = _typeName(PlanCache.self, qualified: true)
    return String(name.prefix { $0 != "." }) + "."
  }()

  /// Whether a type may have a plan of its own, going by the module that it was declared in.
  ///
  /// To tell the name of a type takes the runtime a small part of what a question for a conformance does.
  private static func mayHavePlan(_ type: any Any.Type) -> Bool {
    if type == Date.self || type == Data.self || type == Decimal.self || type == URL.self {
      return true
    }
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Swift.") || name.hasPrefix(ownPrefix)
  }

  // MARK: - Scalars

  private static func scalarType(_ type: any Any.Type) -> (any ScalarValue.Type)? {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(String.self): String.self
    case ObjectIdentifier(Int.self): Int.self
    case ObjectIdentifier(Bool.self): Bool.self
    case ObjectIdentifier(Double.self): Double.self
    case ObjectIdentifier(Float.self): Float.self
    case ObjectIdentifier(Int8.self): Int8.self
    case ObjectIdentifier(Int16.self): Int16.self
    case ObjectIdentifier(Int32.self): Int32.self
    case ObjectIdentifier(Int64.self): Int64.self
    case ObjectIdentifier(Int128.self): Int128.self
    case ObjectIdentifier(UInt.self): UInt.self
    case ObjectIdentifier(UInt8.self): UInt8.self
    case ObjectIdentifier(UInt16.self): UInt16.self
    case ObjectIdentifier(UInt32.self): UInt32.self
    case ObjectIdentifier(UInt64.self): UInt64.self
    case ObjectIdentifier(UInt128.self): UInt128.self
    default: nil
    }
  }

  /// The element of arrays that nearly every document has some of.
  private static func arrayElement(of type: any Any.Type) -> (any ScalarValue.Type)? {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier([String].self): String.self
    case ObjectIdentifier([Int].self): Int.self
    case ObjectIdentifier([Bool].self): Bool.self
    case ObjectIdentifier([Double].self): Double.self
    default: nil
    }
  }

  private static func arrayPlan<Element: ScalarValue>(of element: Element.Type) -> AnyObject {
    ArrayPlan<Element>()
  }

  private static func scalarPlan<Value: ScalarValue>(_ type: Value.Type) -> AnyObject {
    ScalarPlan<Value>()
  }

  private static func scalarEncodingPlan<Value: ScalarValue>(_ type: Value.Type) -> AnyObject {
    ScalarEncodingPlan<Value>()
  }
}
