/// A versioned value, or an optional, array or dictionary of versioned values.
///
/// Every ``VersionedCodable`` type conforms to it. Don't add conformances for other types: make
/// them `VersionedCodable`.
public protocol VersionedContent: Codable {
  /// The versioned type.
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
