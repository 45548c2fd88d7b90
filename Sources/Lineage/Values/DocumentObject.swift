/// The members of an object in their order, each key once.
///
/// Two objects are equal if they have the same members, in whatever order.
public struct DocumentObject: Sendable {
  private var order: [String] = []
  private var values: [String: DocumentValue] = [:]

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
      if values[key] != nil, newValue == nil { order.removeAll { $0 == key } }
      values[key] = newValue
    }
  }

  /// The keys in their order.
  public var keys: [String] { order }
  /// How many members there are.
  public var count: Int { order.count }
  /// Whether there are no members.
  public var isEmpty: Bool { order.isEmpty }
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
    first.values == second.values
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
