/// A value of a document that couldn't be decoded, with its path.
///
/// It is a class, so that a report can identify the value after steps have moved it, even among
/// equal values.
final class Rejection: Sendable {
  let value: DocumentValue
  /// The path of the value in the document.
  let path: FieldPath

  init(of value: DocumentValue, at path: FieldPath) {
    self.value = value
    self.path = path
  }
}

/// A property wrapper's additional storage, which doesn't affect equality.
struct Uncompared<Value: Sendable>: Hashable, Sendable {
  var value: Value

  init(_ value: Value) { self.value = value }

  static func == (first: Uncompared, second: Uncompared) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
