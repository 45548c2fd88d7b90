import Foundation
import Lineage

/// Making a document that shows a failure as small as it gets.
enum Shrinking {
  /// No failure is worth more attempts than these.
  private static let attempts = 2_000

  /// Takes parts of a value away, and puts simpler ones in their place, as long as it still fails.
  static func smallest(
    _ document: DocumentValue, thatFails fails: (DocumentValue) -> Bool
  ) -> DocumentValue {
    var smallest = document
    var left = attempts
    var hasShrunk = true
    while hasShrunk, left > 0 {
      hasShrunk = false
      // The outermost places first: to lose a branch is worth more than to lose its leaves.
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

  /// Takes pieces of bytes away, large ones first, as long as they still fail.
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
  /// The value without what is at a place, or with something simpler there.
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
