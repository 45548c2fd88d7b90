/// An object of any shape, whose members have an order.
///
/// Use it for properties that are always objects: decoding a value of another kind throws an error.
/// `decode(versioned:)`, `encode(versioned:)` and the related methods preserve the order of keys.
/// Plain coders don't.
///
/// Two objects are equal if they have the same members, in any order.
public struct DocumentObject: Sendable {
  /// The keys in order. It may still contain those of removed members, because removing each at once would take
  /// quadratic time. A key belongs to a member if that has the key's place.
  private var order: [String] = []
  private var members: [String: Member] = [:]
  /// The keys that aren't valid strings, by the strings that represent them here.
  private var illFormedKeys: [String: IllFormedString] = [:]

  private struct Member: Hashable {
    var value: DocumentValue
    /// The index of its key in `order`, which doesn't count when members are compared.
    var place: Int

    /// Takes the value out, so that changes inside it don't copy it.
    mutating func takeValue() -> DocumentValue {
      defer { value = .null }
      return value
    }

    static func == (first: Member, second: Member) -> Bool { first.value == second.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// Creates an empty object.
  public init() {}

  /// Creates an object from members. The first of equal keys wins.
  public init(_ members: some Sequence<(String, DocumentValue)>) {
    for (key, value) in members where self.members[key] == nil { append(value, forKey: key) }
  }

  /// The value of a member. Setting it to nil removes the member.
  ///
  /// - Complexity: O(1), averaged over many changes.
  public subscript(key: String) -> DocumentValue? {
    get { members[key]?.value }
    set {
      guard let newValue else { return remove(key) }
      guard let index = members.index(forKey: key) else { return append(newValue, forKey: key) }
      members.values[index].value = newValue
    }
    _modify {
      guard let index = members.index(forKey: key) else {
        var value: DocumentValue?
        defer { if let value { append(value, forKey: key) } }
        yield &value
        return
      }
      var value: DocumentValue? = members.values[index].takeValue()
      defer {
        if let value { members.values[index].value = value } else { remove(key) }
      }
      yield &value
    }
  }

  private mutating func append(_ value: DocumentValue, forKey key: String) {
    members[key] = Member(value: value, place: order.count)
    order.append(key)
  }

  private mutating func remove(_ key: String) {
    guard members.removeValue(forKey: key) != nil else { return }
    illFormedKeys[key] = nil
    if members.count < order.count / 2 { forgetRemovedKeys() }
  }

  /// Whether a place in `order` is that of a member.
  private func isPlace(_ place: Int) -> Bool { members[order[place]]?.place == place }

  private mutating func forgetRemovedKeys() {
    order = keys
    for (place, key) in order.enumerated() { members[key]?.place = place }
  }

  /// Renames the key of a member, without moving it.
  mutating func rename(_ key: String, to newKey: String) {
    guard let member = members.removeValue(forKey: key) else { return }
    order[member.place] = newKey
    members[newKey] = member
  }

  /// The keys in order.
  public var keys: [String] {
    order.count == members.count ? order : order.indices.filter(isPlace).map { order[$0] }
  }
  /// The number of members.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
}

extension DocumentObject {
  /// The original key of a member, if it isn't a valid string.
  func illFormedKey(_ key: String) -> IllFormedString? {
    illFormedKeys.isEmpty ? nil : illFormedKeys[key]
  }

  /// Adds a member of a document. The first of equal keys wins.
  mutating func add(_ value: DocumentValue, forKey key: String) {
    makeRoom(for: key)
    if members[key] == nil { append(value, forKey: key) }
  }

  /// If `key` represents a key that isn't a valid string, gives that member another representation,
  /// so that `key` is free.
  mutating func makeRoom(for key: String) {
    guard let illFormed = illFormedKeys.removeValue(forKey: key) else { return }
    var name = key
    while members[name] != nil { name += "\u{FFFD}" }
    rename(key, to: name)
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
      return illFormedKeys.first { $0.value == illFormed }.flatMap { self[$0.key] }
    }
    return illFormedKey(key) == nil ? self[key] : nil
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
    while members[name] != nil, illFormedKeys[name] != key { name += "\u{FFFD}" }
    return name
  }
}

// MARK: - Conformances

extension DocumentObject: Sequence {
  /// Returns an iterator over the members in order.
  public func makeIterator() -> some IteratorProtocol<(key: String, value: DocumentValue)> {
    order.indices.lazy.compactMap { place in
      let key = order[place]
      guard let member = members[key], member.place == place else { return nil }
      return (key: key, value: member.value)
    }.makeIterator()
  }
}

extension DocumentObject: Hashable {
  /// Compares the members, not their order.
  public static func == (first: DocumentObject, second: DocumentObject) -> Bool {
    first.members == second.members && first.illFormedKeys == second.illFormedKeys
  }

  /// Hashes the members, not their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
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
