/// A version that can be converted to the previous one, for programs that haven't been updated.
///
/// ```swift
/// extension Poem: Downgradable {
///   func downgraded() throws -> PoemV1 {
///     PoemV1(author: author, poem: lines.joined(separator: "\n"))
///   }
/// }
///
/// let bytes = try JSONEncoder().encode(versioned: poem, as: PoemV1.self)
/// ```
///
/// Unknown fields, rejected values and preserved nulls are kept only if `downgraded()` copies them,
/// as `init(carryingOver:)` does. `encode(versioned:as:report:)` reports which of them were lost. To find
/// them, and unknown fields with the keys of declared ones, Lineage encodes each value one more time.
public protocol Downgradable: VersionedCodable {
  /// The older types that nested versioned values are written as when the value is downgraded.
  ///
  /// A `PoemV1` may hold current `Stanza`s. If programs that read a `PoemV1` know only `StanzaV1`, return
  /// `[StanzaV1.self]`: `encode(versioned: poem, as: PoemV1.self)` then downgrades the stanzas, too.
  static var nestedVersions: [any VersionedCodable.Type] { get }

  /// Returns the value as the previous version.
  ///
  /// - Throws: Any error, if the previous version can't represent the value. Encoding then throws a
  ///   `MigrationError` with the reason `downgradeFailed`.
  func downgraded() throws -> PreviousVersion
}

extension Downgradable {
  /// Nested values keep their versions.
  public static var nestedVersions: [any VersionedCodable.Type] { [] }
}
