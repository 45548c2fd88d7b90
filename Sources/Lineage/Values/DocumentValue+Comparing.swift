extension DocumentValue {
  /// Whether two values have the same content, with arrays in the same order. The text of numbers may differ.
  package func isSameInOrder(as other: DocumentValue) -> Bool {
    switch (self, other) {
    case (.array(let elements), .array(let others)):
      elements.count == others.count
        && zip(elements, others).allSatisfy { $0.isSameInOrder(as: $1) }
    case (.object(let members), .object(let others)):
      members.count == others.count
        && members.allSatisfy { others[$0]?.isSameInOrder(as: $1) ?? false }
    case (.number(let number), .number(let other)):
      number == other
        || DecimalDigits(number.literal).map { $0 == DecimalDigits(other.literal) } ?? false
    default: self == other
    }
  }
}
