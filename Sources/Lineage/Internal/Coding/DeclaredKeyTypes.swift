/// The names that a type has for the fields of an object, told by its coding keys.
///
/// A session and a writer collect the types of the keys with which their root is asked for fields.
struct DeclaredKeyTypes {
  private var keys: [any CodingKey.Type] = []

  mutating func add(_ type: any CodingKey.Type) {
    if !keys.contains(where: { $0 == type }) { keys.append(type) }
  }

  /// Whether a name is among them. Of a type that uses no keys, every name may be.
  func contain(_ name: String) -> Bool {
    keys.isEmpty || keys.contains { $0.init(stringValue: name) != nil }
  }
}

extension CodingKey {
  /// Whether a key can have any name at all, so that the names in an object are data.
  @inline(__always)
  static var isAnyName: Bool {
    // The cases of an enum take no more than a byte, and have no room for a name.
    MemoryLayout<Self>.size > 1 && Self(stringValue: "\u{1}any name\u{1}") != nil
  }
}
