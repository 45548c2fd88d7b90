/// A version that can be turned back into the one before it, for programs that have not caught up.
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
/// Unknown fields, rejected values and nulls that were kept go along if `downgraded()` passes them on, as
/// `init(carryingOver:)` does. `encode(versioned:as:report:)` tells which of them are lost.
public protocol Downgradable: VersionedCodable {
  /// The older types that versioned values inside are written as, along with the version before.
  ///
  /// A `PoemV1` may hold current `Stanza`s. If programs that read a `PoemV1` know only `StanzaV1`, return
  /// `[StanzaV1.self]`: `encode(versioned: poem, as: PoemV1.self)` then downgrades the stanzas, too.
  static var nestedVersions: [any VersionedCodable.Type] { get }

  /// Makes a value of the version before.
  func downgraded() throws -> PreviousVersion
}

extension Downgradable {
  /// Writes values inside as their own types.
  public static var nestedVersions: [any VersionedCodable.Type] { [] }
}
