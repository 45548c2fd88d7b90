/// Values that types have accepted, and the types that are being learned.
final class LearnedValues {
  private var values: [ObjectIdentifier: Any] = [:]
  private var depth = 0

  /// Deeper than types of documents are nested; a generic type can go on forever.
  private static let maximumDepth = 48

  /// Whether there is room to learn a type inside the others.
  var hasRoom: Bool { depth < Self.maximumDepth }

  /// The values of a type; none while it is being learned.
  subscript<Value>(type: Value.Type) -> [Value] {
    values[ObjectIdentifier(type)] as? [Value] ?? []
  }

  /// Whether a type was learned, or is about to be.
  func isKnown(_ type: any Any.Type) -> Bool { values[ObjectIdentifier(type)] != nil }

  func begin<Value>(_ type: Value.Type) { values[ObjectIdentifier(type)] = [Value]() }

  func end<Value>(_ type: Value.Type, with accepted: [Value]) {
    values[ObjectIdentifier(type)] = accepted
  }

  /// Learns a type inside another one.
  func deeper<Result>(_ learn: () -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return learn()
  }
}
