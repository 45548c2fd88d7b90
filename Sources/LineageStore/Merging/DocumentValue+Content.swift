import Foundation
import Lineage

extension DocumentValue {
  /// Whether two values have the same content, with the elements of arrays in any order.
  ///
  /// - Parameter ignoringText: Whether numbers are the same if their values are, such as `1.0e2` and `100`.
  func isSame(as other: DocumentValue, ignoringTextOfNumbers ignoringText: Bool = false) -> Bool {
    content(ignoringText) == other.content(ignoringText)
  }

  /// A value whose arrays have no order.
  indirect enum Content: Hashable {
    case value(DocumentValue)
    case number(DecimalDigits)
    case elements([Content: Int])
    case members([String: Content])
  }

  /// The content of a value.
  ///
  /// - Parameter ignoringText: Whether numbers are the same if their values are.
  func content(_ ignoringText: Bool = false) -> Content {
    switch self {
    case .number(let number) where ignoringText:
      DecimalDigits(number.literal).map(Content.number) ?? .value(self)
    case .array(let elements):
      .elements(elements.reduce(into: [:]) { $0[$1.content(ignoringText), default: 0] += 1 })
    case .object(let object):
      .members(object.reduce(into: [:]) { $0[$1.key] = $1.value.content(ignoringText) })
    default: .value(self)
    }
  }
}
