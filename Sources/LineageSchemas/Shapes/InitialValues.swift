import Lineage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The values that a type's `init()` gives its fields.
package struct InitialValues {
  let values: DocumentValue
  private let again: DocumentValue

  /// Learns the initial values of a `DefaultFillable` type; nil for other types.
  ///
  /// - Throws: The error that its `encode(to:)` throws.
  init?(of type: any Any.Type) throws {
    guard let type = type as? any DefaultFillable.Type else { return nil }
    values = try StoredValue.written(type.init())
    Self.waitForClock()
    again = try StoredValue.written(type.init())
  }

  /// Waits for the next tick of the clock. Within one tick, `Date()` would look like a constant.
  package static func waitForClock() {
    let start = Date()
    while Date() == start {}
  }

  /// The default of a field; nil if it has none.
  func fallback(
    of name: String, as shape: Shape, canonical: (DocumentValue, Shape) -> DocumentValue
  ) -> TypeShape.Default? {
    guard let value = values[name], let second = again[name] else {
      return values[name] == nil && again[name] == nil ? nil : .differsEachTime
    }
    return TypeShape.Default(value, again: second, as: shape, canonical: canonical)
  }
}

extension TypeShape.Default {
  /// Creates a default from two samples of it; nil for an optional that is null.
  ///
  /// Unordered values are sorted, and the parts that differ get the placeholder.
  init?(
    _ value: DocumentValue, again: DocumentValue, as shape: Shape,
    canonical: (DocumentValue, Shape) -> DocumentValue
  ) {
    let first = canonical(value, shape)
    let second = canonical(again, shape)
    if first.isNull, second.isNull, shape.isOptional { return nil }
    let masked = canonical(first.masked(unlike: second), shape)
    self = masked == .volatile ? .differsEachTime : .value(masked)
  }
}
