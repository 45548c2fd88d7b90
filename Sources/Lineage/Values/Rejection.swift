/// That a value of a document didn't decode, and where.
///
/// Each is an object of its own, by which a report knows the value again after steps have moved it, also
/// among equal ones.
final class Rejection: Sendable {
  let value: DocumentValue
  /// Where the document has it.
  let path: FieldPath

  init(of value: DocumentValue, at path: FieldPath) {
    self.value = value
    self.path = path
  }
}

/// What a value is accompanied by, without a difference to which values are equal.
struct Uncompared<Value: Sendable>: Hashable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }

  static func == (first: Uncompared, second: Uncompared) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
