/// A type that gives its missing fields their values itself, as ``FieldCodable`` types do.
///
/// It is public only because `FieldCodable` is. Don't conform to it: conform to `FieldCodable`.
public protocol _SelfFilling: Codable {}
