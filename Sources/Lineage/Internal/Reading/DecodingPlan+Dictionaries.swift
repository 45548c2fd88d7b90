/// Dictionaries with `String` keys, which are data, so key strategies don't convert them.
final class DictionaryPlan<Element: Decodable>: DecodingPlan<[String: Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> [String: Element] {
    try field.attempt { try field.mapMembers { try element.decode($0) } }
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> [String: Element]? { [:] }
}

/// Dictionaries with other keys that are those of an object: integers, and types that are coding keys.
///
/// The standard library decodes what is out of the ordinary: keys that a strategy converts, that don't spell a `Key`, or
/// that spell the same one.
final class KeyedDictionaryPlan<
  Key: CodingKeyRepresentable & Hashable & Decodable, Element: Decodable
>: DecodingPlan<[Key: Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override func decode(_ field: Field) throws -> [Key: Element] {
    if field.hasPlainMembers, !element.isLenient {
      do {
        return try field.attempt {
          try field.mapPlainMembers {
            Key(codingKey: AnyCodingKey(ofMember: $0))
          } decode: {
            try element.decode($0)
          }
        }
      } catch is UnusualKey {}
    }
    return try decodeBody(field)
  }
}

/// The error for keys that the standard library decodes.
private struct UnusualKey: Error {}

extension Dictionary: PlannedDecodable where Key: Decodable, Value: Decodable {
  static func makeDecodingPlan() -> AnyObject {
    if Key.self == String.self { return DictionaryPlan<Value>() }
    if let key = Key.self as? any (CodingKeyRepresentable & Hashable & Decodable).Type {
      return keyedPlan(key)
    }
    return OrdinaryPlan<Self>()
  }

  private static func keyedPlan<ObjectKey: CodingKeyRepresentable & Hashable & Decodable>(
    _ key: ObjectKey.Type
  ) -> AnyObject {
    KeyedDictionaryPlan<ObjectKey, Value>()
  }
}

extension Field {
  /// Whether this is an object of the document whose members are only what it says.
  fileprivate var hasPlainMembers: Bool {
    foreign < 0 && kind == .object && !state.pointee.convertsKeys && !state.pointee.carriesValues
      && allLibraryKeys == nil
  }

  /// Decodes the members of an object. Throws `UnusualKey` if they don't have a key each.
  fileprivate func mapPlainMembers<Key: Hashable, Value>(
    key: (String) -> Key?, decode: (Field) throws -> Value
  ) throws -> [Key: Value] {
    let frame = decoder(filling: .error).frameIndex
    let count = tree[slot].count
    var batch = FrameBatch(of: count, in: state)
    defer { batch.end() }
    let values = try [Key: Value](capacity: Int(count)) { values in
      for child in tree.children(of: slot) {
        guard tree[child].flags.isDisjoint(with: .notInDictionaries),
          let key = key(tree.key(of: child))
        else { throw UnusualKey() }
        if state.pointee.marksReads { state.markRead(child, in: tree) }
        let member = Field(
          state: state, tree: tree, slot: child, parent: Int32(frame), pathKey: .member)
        values.add(key, try decode(member))
        batch.endElement()
      }
    }
    if values.count != Int(count) { throw UnusualKey() }
    return values
  }
}
