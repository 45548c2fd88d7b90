/// A versioned value, or an optional, an array or a dictionary of such.
///
/// Every ``VersionedCodable`` type is one. Don't conform other types: make them `VersionedCodable`.
public protocol VersionedContent: Codable {
  /// The type that has the versions.
  static var _versionedType: any VersionedCodable.Type { get }
}

extension VersionedCodable {
  /// The type itself.
  public static var _versionedType: any VersionedCodable.Type { Self.self }
}

extension Optional: VersionedContent where Wrapped: VersionedContent {
  /// The type of the wrapped value.
  public static var _versionedType: any VersionedCodable.Type { Wrapped._versionedType }
}

extension Array: VersionedContent where Element: VersionedContent {
  /// The type of the elements.
  public static var _versionedType: any VersionedCodable.Type { Element._versionedType }
}

extension Dictionary: VersionedContent where Key == String, Value: VersionedContent {
  /// The type of the values.
  public static var _versionedType: any VersionedCodable.Type { Value._versionedType }
}
