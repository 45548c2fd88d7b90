import Foundation
import Lineage

/// Minimizes a document that shows a failure.
enum Shrinking {
  /// The maximum number of attempts per failure.
  private static let attempts = 2_000

  /// Removes or simplifies parts of a value, as long as it still fails.
  static func smallest(
    _ document: DocumentValue, thatFails fails: (DocumentValue) -> Bool
  ) -> DocumentValue {
    var smallest = document
    var left = attempts
    var hasShrunk = true
    while hasShrunk, left > 0 {
      hasShrunk = false
      // Outer places first: removing a branch gains more than removing its leaves.
      for place in smallest.places().sorted(by: { $0.count < $1.count }) {
        for candidate in smallest.simplified(at: place) {
          guard left > 0 else { return smallest }
          left -= 1
          guard fails(candidate) else { continue }
          smallest = candidate
          hasShrunk = true
          break
        }
        if hasShrunk { break }
      }
    }
    return smallest
  }

  /// Removes ranges of bytes, large ones first, as long as the rest still fails.
  static func smallest(_ bytes: Data, thatFail fails: (Data) -> Bool) -> Data {
    var smallest = Data(bytes)
    var left = attempts
    var length = max(1, smallest.count / 2)
    while length >= 1 {
      var start = 0
      while start < smallest.count, left > 0 {
        left -= 1
        var candidate = smallest
        candidate.removeSubrange(start..<min(start + length, candidate.count))
        if fails(candidate) { smallest = candidate } else { start += length }
      }
      length /= 2
    }
    return smallest
  }
}

extension DocumentValue {
  /// Copies of the value without the part at a path, or with a simpler one.
  fileprivate func simplified(at place: [FieldPath.Component]) -> [DocumentValue] {
    guard let current = value(at: place[...]) else { return [] }
    let replacements: [DocumentValue?] =
      switch current {
      case .null, .bool(false): [nil]
      case .bool: [nil, false]
      case .number(let number): number.int == 0 ? [nil] : [nil, 0, 1]
      case .string(let text):
        text.isEmpty
          ? [nil]
          : [nil, "", "a", .string(String(text.prefix(text.count / 2)))]
      case .illFormedString: [nil, ""]
      case .date, .data: [nil]
      case .array(let elements): elements.isEmpty ? [nil] : [nil, []]
      case .object(let object): object.isEmpty ? [nil] : [nil, [:]]
      }
    return replacements.compactMap { replacement in
      if place.isEmpty, replacement == nil { return nil }
      if replacement == current { return nil }
      var simplified = self
      simplified.edit(at: place[...]) { $0 = replacement }
      return simplified
    }
  }
}
