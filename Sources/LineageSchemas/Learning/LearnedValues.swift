import Lineage

/// Values that types have accepted.
final class LearnedValues {
  private var values: [ObjectIdentifier: Any] = [:]
  private var depth = 0

  /// Deeper than real types are nested. A generic type can nest without end.
  private static let maximumDepth = 48

  /// Whether another nested type can be learned.
  var hasRoom: Bool { depth < Self.maximumDepth }

  /// The values of a type; empty while it is being learned.
  subscript<Value>(type: Value.Type) -> [Value] {
    values[ObjectIdentifier(type)] as? [Value] ?? []
  }

  /// Whether a type has been learned, or is being learned.
  func isKnown(_ type: any Any.Type) -> Bool { values[ObjectIdentifier(type)] != nil }

  /// Registers a type that is going to be learned. It may already have been learned for another document.
  func register<Value>(_ type: Value.Type) {
    if !isKnown(type) { values[ObjectIdentifier(type)] = [Value]() }
  }

  /// Stores the values that a type has accepted. If there are none, the earlier ones remain.
  func store<Value>(_ accepted: [Value], of type: Value.Type) {
    if accepted.isEmpty, isKnown(type) { return }
    values[ObjectIdentifier(type)] = accepted
  }

  // MARK: - Stored values

  private struct Reading: Hashable {
    let type: ObjectIdentifier
    let stored: DocumentValue
  }

  private var readings: [Reading: Any] = [:]

  /// The value decoded from a stored value, cached for all runs.
  func read<Value: Decodable>(_ type: Value.Type, from stored: DocumentValue) -> Value? {
    let reading = Reading(type: ObjectIdentifier(type), stored: stored)
    if let known = readings[reading] { return (known as? [Value])?.first }
    let value = StoredValue.read(type, from: stored)
    readings[reading] = value.map { [$0] } ?? []
    return value
  }

  /// Learns a nested type.
  func deeper<Result>(_ learn: () -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return learn()
  }
}
