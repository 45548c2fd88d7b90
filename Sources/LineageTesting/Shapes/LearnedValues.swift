import Lineage

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

  /// Begins to learn a type, which may have been learned for another document before.
  func begin<Value>(_ type: Value.Type) {
    if !isKnown(type) { values[ObjectIdentifier(type)] = [Value]() }
  }

  /// Ends it; what was accepted before stays where nothing new was.
  func end<Value>(_ type: Value.Type, with accepted: [Value]) {
    if accepted.isEmpty, isKnown(type) { return }
    values[ObjectIdentifier(type)] = accepted
  }

  // MARK: - Stored values

  private struct Reading: Hashable {
    let type: ObjectIdentifier
    let stored: DocumentValue
  }

  private var readings: [Reading: Any] = [:]

  /// The value of a type that is written as something, read once for all the runs that want it.
  func read<Value: Decodable>(_ type: Value.Type, from stored: DocumentValue) -> Value? {
    let reading = Reading(type: ObjectIdentifier(type), stored: stored)
    if let known = readings[reading] { return (known as? [Value])?.first }
    let value = StoredValue.read(type, from: stored)
    readings[reading] = value.map { [$0] } ?? []
    return value
  }

  /// Learns a type inside another one.
  func deeper<Result>(_ learn: () -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return learn()
  }
}
