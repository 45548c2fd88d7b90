/// The number of equal values, by value.
typealias ValueCounts = [DocumentValue: Int]

extension ValueCounts {
  mutating func add(_ value: DocumentValue) { self[value, default: 0] += 1 }

  /// Removes one of the values that are equal to a value. Returns whether there was one.
  mutating func remove(_ value: DocumentValue) -> Bool { removeOne(value) }
}

extension [String: ValueCounts] {
  /// Removes one of the values with a name that are equal to a value. Returns whether there was
  /// one.
  mutating func remove(_ value: DocumentValue, named name: String) -> Bool {
    self[name]?.remove(value) ?? false
  }
}

extension Dictionary where Value == Int {
  /// Decrements a count. Returns false if it is zero.
  mutating func removeOne(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}
