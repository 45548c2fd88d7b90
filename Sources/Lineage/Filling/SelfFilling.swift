/// A type that gives its missing fields their values itself, as ``FieldCodable`` types do.
///
/// Don't conform to it: conform to `FieldCodable`. It is public because `FieldCodable` refines it. It is
/// declared here because the code that fills missing fields can't use what later layers declare.
public protocol _SelfFilling: Codable {}
