/// A type that gives its missing fields their values itself, as ``FieldCodable`` types do.
///
/// Don't conform to it: conform to `FieldCodable`. It is public only because that is, and here because what fills missing
/// fields is below `FieldCodable`.
public protocol _SelfFilling: Codable {}
