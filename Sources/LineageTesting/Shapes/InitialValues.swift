import Foundation
import Lineage

/// What a type's `init()` gives its fields.
struct InitialValues {
  let values: FieldValue
  private let again: FieldValue

  /// Learns the initial values of a fillable type; nil for others.
  ///
  /// - Throws: What its `encode(to:)` throws.
  init?(of type: any Any.Type) throws {
    guard let type = type as? any DefaultFillable.Type else { return nil }
    values = try StoredValue.written(type.init())
    // Within one tick of the clock, `Date()` would look like a constant.
    let start = Date()
    while Date() == start {}
    again = try StoredValue.written(type.init())
  }

  /// What a field is where it is missing; nil where that is nothing.
  func fallback(of name: String, isOptional: Bool) -> TypeShape.Default? {
    guard let value = values[name], let second = again[name] else {
      return values[name] == nil && again[name] == nil ? nil : .differsEachTime
    }
    if value != second { return .differsEachTime }
    return value.isNull && isOptional ? nil : .value(value)
  }
}
