#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plans of all types that were ever decoded or encoded in this process.
///
/// Plans are made once and live forever, which lets sessions refer to them without counting.
///
/// To ask whether a type conforms to a protocol takes the runtime a walk through all conformances of the
/// program, 250,000 instructions for each type and protocol. So nothing is asked that is known already.
enum PlanRegistry {
  private static let decoding = TypeTable<AnyObject>()
  private static let encoding = TypeTable<AnyObject>()

  static func decodingPlan<Value: Decodable>(for type: Value.Type) -> DecodingPlan<Value> {
    let plan = decoding.object(of: type) ?? decoding.keep(makeDecodingPlan(for: type), of: type)
    return unsafeDowncast(plan.takeUnretainedValue(), to: DecodingPlan<Value>.self)
  }

  /// The plan of a type that is known to be versioned.
  static func decodingPlan<Value: VersionedCodable>(
    forVersioned type: Value.Type
  ) -> DecodingPlan<Value> {
    let plan =
      decoding.object(of: type)
      ?? decoding.keep(VersionedDecodingPlan<Value>(filling: type), of: type)
    return unsafeDowncast(plan.takeUnretainedValue(), to: DecodingPlan<Value>.self)
  }

  static func encodingPlan<Value: Encodable>(for type: Value.Type) -> EncodingPlan<Value> {
    let plan = encoding.object(of: type) ?? encoding.keep(makeEncodingPlan(for: type), of: type)
    return unsafeDowncast(plan.takeUnretainedValue(), to: EncodingPlan<Value>.self)
  }

  private static func makeDecodingPlan<Value: Decodable>(for type: Value.Type) -> AnyObject {
    if let scalar = scalarType(type) { return scalarPlan(scalar) }
    if let plan = scalarArrayPlan(for: type) { return plan }
    if mayHavePlan(type), let type = type as? any PlannedDecodable.Type {
      return type.makeDecodingPlan()
    }
    return switch type {
    case let type as any OpenUnion.Type: unionPlan(type)
    case let type as any VersionedCodable.Type: versionedPlan(type)
    default: OrdinaryPlan<Value>(filling: type)
    }
  }

  private static func versionedPlan<Value: VersionedCodable>(_ type: Value.Type) -> AnyObject {
    VersionedDecodingPlan<Value>(filling: type)
  }

  private static func unionPlan<Value: OpenUnion>(_ type: Value.Type) -> AnyObject {
    requireNoVersions(of: type)
    return UnionDecodingPlan<Value>()
  }

  private static func unionEncodingPlan<Value: OpenUnion>(_ type: Value.Type) -> AnyObject {
    requireNoVersions(of: type)
    return UnionEncodingPlan<Value>()
  }

  static func requireNoVersions(of type: any OpenUnion.Type) {
    precondition(
      !(type is any VersionedCodable.Type),
      """
      \(TypeName.of(type)) is a union and versioned, but a union has no shape of its own to have \
      versions: make its payloads versioned.
      """)
  }

  private static func makeEncodingPlan<Value: Encodable>(for type: Value.Type) -> AnyObject {
    if let scalar = scalarType(type) { return scalarEncodingPlan(scalar) }
    if mayHavePlan(type), let type = type as? any PlannedEncodable.Type {
      return type.makeEncodingPlan()
    }
    return switch type {
    case let type as any OpenUnion.Type: unionEncodingPlan(type)
    case let type as any VersionedCodable.Type: versionedEncodingPlan(type)
    default: EncodingPlan<Value>()
    }
  }

  private static func versionedEncodingPlan<Value: VersionedCodable>(
    _ type: Value.Type
  ) -> AnyObject {
    VersionedEncodingPlan<Value>()
  }

  /// Whether a type may have a plan of its own, going by the module that it was declared in.
  ///
  /// To tell the name of a type takes the runtime a small part of what a question for a conformance does.
  private static func mayHavePlan(_ type: any Any.Type) -> Bool {
    if nativeTypes.contains(ObjectIdentifier(type)) { return true }
    let module = module(of: type)
    return module == standardLibrary || module == ownModule
  }

  private static let nativeTypes = [
    ObjectIdentifier(Date.self), ObjectIdentifier(Data.self), ObjectIdentifier(Decimal.self),
    ObjectIdentifier(URL.self),
  ]
  private static let standardLibrary = module(of: Int.self)
  private static let ownModule = module(of: FieldValue.self)

  private static func module(of type: any Any.Type) -> String {
    String(
      decoding: _typeName(type, qualified: true).utf8.prefix { $0 != ASCII.point }, as: UTF8.self)
  }

  // MARK: - Scalars

  private static let scalarTypes: [any FieldScalar.Type] = [
    String.self, Int.self, Bool.self, Double.self, Float.self, Int8.self, Int16.self, Int32.self,
    Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    UInt128.self,
  ]

  private static func scalarType(_ type: any Any.Type) -> (any FieldScalar.Type)? {
    scalarTypes.first { $0 == type }
  }

  /// Arrays of the scalars that nearly every document has some of.
  private static func scalarArrayPlan<Value>(for type: Value.Type) -> AnyObject? {
    guard MemoryLayout<Value>.size == MemoryLayout<[Int]>.size else { return nil }
    for scalar in scalarTypes.prefix(4) {
      if let plan = arrayPlan(of: scalar, for: type) { return plan }
    }
    return nil
  }

  private static func arrayPlan<Element: FieldScalar>(
    of element: Element.Type, for type: any Any.Type
  ) -> AnyObject? {
    type == [Element].self ? ArrayPlan<Element>() : nil
  }

  private static func scalarPlan<Value: FieldScalar>(_ type: Value.Type) -> AnyObject {
    ScalarPlan<Value>()
  }

  private static func scalarEncodingPlan<Value: FieldScalar>(_ type: Value.Type) -> AnyObject {
    ScalarEncodingPlan<Value>()
  }
}
