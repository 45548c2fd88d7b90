/// The names of the fields that a type declares for an object, according to its coding keys.
///
/// Sessions and writers collect the types of the keys that are used for the fields of their root.
struct DeclaredKeyTypes {
  private var keys: [any CodingKey.Type] = []
  /// The keys of properties that collect unknown fields, which aren't fields.
  private var collectors: [String] = []

  mutating func add(_ type: any CodingKey.Type) {
    if !keys.contains(where: { $0 == type }) { keys.append(type) }
  }

  mutating func removeAll() {
    if !keys.isEmpty { keys.removeAll(keepingCapacity: true) }
    if !collectors.isEmpty { collectors.removeAll() }
  }

  mutating func addCollector(_ name: String) {
    if !collectors.contains(name) { collectors.append(name) }
  }

  /// Whether a name is the key of a property that collects unknown fields.
  func hasCollector(_ name: String) -> Bool { collectors.contains(name) }

  /// Whether a name is one of them. If the type uses no keys, any name may be.
  func contains(_ name: String) -> Bool {
    keys.isEmpty || keys.contains { $0.init(stringValue: name) != nil }
  }
}

extension CodingKey {
  /// Whether a name is that of a field. The key of the property that collects the unknown fields isn't
  /// a field, so a document's field with that name is an unknown one.
  static func declares(_ name: String, besides property: Self) -> Bool {
    Self(stringValue: name) != nil && name != property.stringValue
  }

  /// Whether the strategy for snake_case reads the name that it writes for a key as another key of the type: `user_name` as
  /// `userName`, if the type declares both.
  static func readsAsAnother(_ name: String) -> Bool {
    guard SnakeCase.mayChange(name), !isAnyName else { return false }
    let read = SnakeCase.camel(SnakeCase.snake(name))
    return read != name && Self(stringValue: read) != nil
  }

  /// Whether keys of this type can have any name, so that the names in an object are data.
  @inline(__always)
  static var isAnyName: Bool {
    // An enum without payloads isn't larger than a byte, and can't store a name.
    MemoryLayout<Self>.size > 1 && Self(stringValue: "\u{1}any name\u{1}") != nil
  }
}
