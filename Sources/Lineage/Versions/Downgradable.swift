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
  /// Makes a value of the version before.
  func downgraded() throws -> PreviousVersion
}
