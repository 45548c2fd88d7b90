/// An object of any shape, whose members have an order.
///
/// Use it for properties that are always objects: decoding a value of another kind throws an error.
/// `decode(versioned:)`, `encode(versioned:)` and the related methods preserve the order of keys.
/// Plain coders don't.
///
/// Two objects are equal if they have the same members, in any order.
public struct DocumentObject: Sendable {
  /// The keys in order. It may still contain those of removed members, because removing each at once would take
  /// quadratic time.
  private var order: [String] = []
  private var values: [String: DocumentValue] = [:]
  /// The keys that aren't valid strings, by the strings that represent them here.
  private var illFormedKeys: [String: IllFormedString] = [:]

  /// Creates an empty object.
  public init() {}

  /// Creates an object from members. The first of equal keys wins.
  public init(_ members: some Sequence<(String, DocumentValue)>) {
    for (key, value) in members where values[key] == nil { self[key] = value }
  }

  /// The value of a member. Setting it to nil removes the member.
  ///
  /// - Complexity: O(1), but O(*n*) to add the first member after others were removed.
  public subscript(key: String) -> DocumentValue? {
    get { values[key] }
    set {
      guard let newValue else { return remove(key) }
      if values[key] == nil {
        forgetRemovedKeys()
        order.append(key)
      }
      values[key] = newValue
    }
    // Changes inside the value don't copy it.
    _modify {
      guard values[key] != nil else {
        var member: DocumentValue?
        defer { if let member { self[key] = member } }
        yield &member
        return
      }
      defer { if values[key] == nil { forget(key) } }
      yield &values[key]
    }
  }

  private mutating func remove(_ key: String) {
    if values.removeValue(forKey: key) != nil { forget(key) }
  }

  /// Forgets the key of a member that was removed.
  private mutating func forget(_ key: String) {
    illFormedKeys[key] = nil
    if values.count < order.count / 2 { forgetRemovedKeys() }
  }

  /// Whether `order` has keys of members that were removed.
  private var hasRemovedKeys: Bool { order.count > values.count }

  private mutating func forgetRemovedKeys() {
    if hasRemovedKeys { order.removeAll { values[$0] == nil } }
  }

  /// Renames the key of a member, without moving it.
  mutating func rename(_ key: String, to newKey: String) {
    forgetRemovedKeys()
    guard let index = order.firstIndex(of: key), let value = values.removeValue(forKey: key) else {
      return
    }
    order[index] = newKey
    values[newKey] = value
  }

  /// The keys in order.
  public var keys: [String] { hasRemovedKeys ? order.filter { values[$0] != nil } : order }
  /// The number of members.
  public var count: Int { values.count }
  /// Whether there are no members.
  public var isEmpty: Bool { values.isEmpty }
}

extension DocumentObject {
  /// The original key of a member, if it isn't a valid string.
  func illFormedKey(_ key: String) -> IllFormedString? {
    illFormedKeys.isEmpty ? nil : illFormedKeys[key]
  }

  /// Adds a member of a document. The first of equal keys wins.
  mutating func add(_ value: DocumentValue, forKey key: String) {
    makeRoom(for: key)
    if values[key] == nil { self[key] = value }
  }

  /// If `key` represents a key that isn't a valid string, gives that member another representation,
  /// so that `key` is free.
  mutating func makeRoom(for key: String) {
    guard let illFormed = illFormedKeys[key] else { return }
    forgetRemovedKeys()
    guard let index = order.firstIndex(of: key) else { return }
    var name = key
    while values[name] != nil { name += "\u{FFFD}" }
    order[index] = name
    values[name] = values.removeValue(forKey: key)
    illFormedKeys[key] = nil
    illFormedKeys[name] = illFormed
  }

  /// Adds a member of a document whose key isn't a valid string. Its literal represents it, with
  /// U+FFFD appended if that is the key of another member.
  mutating func add(_ value: DocumentValue, forKey key: IllFormedString) {
    let name = freeName(for: key)
    if illFormedKeys[name] == key { return }
    self[name] = value
    illFormedKeys[name] = key
  }

  // A key that isn't a valid string may be represented by another string in each object.

  /// The value of the member that another object has with a key.
  package func value(forKey key: String, of other: DocumentObject) -> DocumentValue? {
    if let illFormed = other.illFormedKey(key) {
      return illFormedKeys.first { $0.value == illFormed }.flatMap { values[$0.key] }
    }
    return illFormedKey(key) == nil ? values[key] : nil
  }

  /// Adds a member with the key that another object has. The first of equal keys wins.
  package mutating func add(_ value: DocumentValue, forKey key: String, of other: DocumentObject) {
    if let illFormed = other.illFormedKey(key) {
      add(value, forKey: illFormed)
    } else {
      add(value, forKey: key)
    }
  }

  private func freeName(for key: IllFormedString) -> String {
    var name = key.literal
    while values[name] != nil, illFormedKeys[name] != key { name += "\u{FFFD}" }
    return name
  }
}

// MARK: - Conformances

extension DocumentObject: Sequence {
  /// Returns an iterator over the members in order.
  public func makeIterator() -> some IteratorProtocol<(key: String, value: DocumentValue)> {
    order.lazy.compactMap { key in values[key].map { (key: key, value: $0) } }.makeIterator()
  }
}

extension DocumentObject: Hashable {
  /// Compares the members, not their order.
  public static func == (first: DocumentObject, second: DocumentObject) -> Bool {
    first.values == second.values && first.illFormedKeys == second.illFormedKeys
  }

  /// Hashes the members, not their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension DocumentObject: ExpressibleByDictionaryLiteral {
  /// Creates an object. The first of equal keys wins.
  public init(dictionaryLiteral members: (String, DocumentValue)...) { self.init(members) }
}

extension DocumentObject: CustomStringConvertible {
  /// The members in a format like JSON.
  public var description: String {
    "{\(map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", "))}"
  }
}
