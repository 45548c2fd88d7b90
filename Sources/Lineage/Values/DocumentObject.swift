/// The members of an object in their order, each key once.
///
/// It is also the type for a property that holds an object of any shape: read and written by
/// `decode(versioned:)`, `encode(versioned:)` and their like, it keeps the order, and a value of another kind
/// is an error. Plain coders have no order to keep.
///
/// Two objects are equal if they have the same members, in whatever order.
public struct DocumentObject: Sendable {
  private var order: [String] = []
  private var values: [String: DocumentValue] = [:]
  /// The keys that are no strings, by those that represent them here.
  private var illFormedKeys: [String: IllFormedString] = [:]

  /// Makes an empty object.
  public init() {}

  /// Makes an object of members; of equal keys the first counts.
  public init(_ members: some Sequence<(String, DocumentValue)>) {
    for (key, value) in members where values[key] == nil { self[key] = value }
  }

  /// The value of a member; setting it to nil removes the member.
  ///
  /// - Complexity: O(1); removing a member is O(*n*).
  public subscript(key: String) -> DocumentValue? {
    get { values[key] }
    set {
      if values[key] == nil, newValue != nil { order.append(key) }
      if values[key] != nil, newValue == nil {
        order.removeAll { $0 == key }
        illFormedKeys[key] = nil
      }
      values[key] = newValue
    }
  }

  /// Gives a member another key, in its place.
  mutating func rename(_ key: String, to newKey: String) {
    guard let index = order.firstIndex(of: key), let value = values.removeValue(forKey: key) else {
      return
    }
    order[index] = newKey
    values[newKey] = value
  }

  /// The keys in their order.
  public var keys: [String] { order }
  /// How many members there are.
  public var count: Int { order.count }
  /// Whether there are no members.
  public var isEmpty: Bool { order.isEmpty }
}

extension DocumentObject {
  /// The key of a member as it is written, where that is no string.
  func illFormedKey(_ key: String) -> IllFormedString? {
    illFormedKeys.isEmpty ? nil : illFormedKeys[key]
  }

  /// Adds a member of a document; of equal keys the first counts.
  mutating func add(_ value: DocumentValue, forKey key: String) {
    makeRoom(for: key)
    if values[key] == nil { self[key] = value }
  }

  /// Gives a member whose key is no string another string to represent it, where the one that it has is the
  /// key of another member of the document.
  mutating func makeRoom(for key: String) {
    guard let illFormed = illFormedKeys[key], let index = order.firstIndex(of: key) else { return }
    var name = key
    while values[name] != nil { name += "\u{FFFD}" }
    order[index] = name
    values[name] = values.removeValue(forKey: key)
    illFormedKeys[key] = nil
    illFormedKeys[name] = illFormed
  }

  /// Adds a member of a document whose key is no string: what represents it here is its literal, or where
  /// that is the key of another member, the literal and U+FFFD.
  mutating func add(_ value: DocumentValue, forKey key: IllFormedString) {
    let name = freeName(for: key)
    if illFormedKeys[name] == key { return }
    self[name] = value
    illFormedKeys[name] = key
  }

  private func freeName(for key: IllFormedString) -> String {
    var name = key.literal
    while values[name] != nil, illFormedKeys[name] != key { name += "\u{FFFD}" }
    return name
  }
}

// MARK: - Conformances

extension DocumentObject: Sequence {
  /// Goes through the members in their order.
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
  /// Makes an object; of equal keys the first counts.
  public init(dictionaryLiteral members: (String, DocumentValue)...) { self.init(members) }
}

extension DocumentObject: CustomStringConvertible {
  /// The members in the manner of JSON.
  public var description: String {
    "{\(map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", "))}"
  }
}
