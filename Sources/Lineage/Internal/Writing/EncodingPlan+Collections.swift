/// Dictionaries with `String` keys, which are data, so key strategies don't convert them.
final class DictionaryEncodingPlan<Element: Encodable>: EncodingPlan<[String: Element]> {
  private let element = PlanCache.encodingPlan(for: Element.self)

  override func encode(_ value: [String: Element], to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    if writer.exceedsLimit(with: value.count) { return }
    let dictionary = writer.openDictionary(in: encoder)
    if writer.state.pointee.mode == .propertyList {
      try encode(value.sorted { $0.key < $1.key }, into: dictionary, of: writer)
    } else {
      try encode(value, into: dictionary, of: writer)
    }
  }

  @inline(__always)
  private func encode(
    _ members: some Sequence<(key: String, value: Element)>,
    into dictionary: OpenDictionary, of writer: DocumentWriter
  ) throws {
    let mark = writer.mark
    for (key, item) in members {
      let slot = writer.addMember(named: key, to: dictionary)
      try element.encode(
        item, to: ValueEncoder(writer: writer, slot: slot, container: dictionary.index))
      writer.end(slot, since: mark)
    }
  }
}

/// Dictionaries whose keys are open enums of text. Such keys are data, like the text itself.
final class OpenDictionaryEncodingPlan<Key: TextKey, Element: Encodable>:
  EncodingPlan<[Key: Element]>
{
  private let texts = DictionaryEncodingPlan<Element>()

  override func encode(_ value: [Key: Element], to encoder: ValueEncoder) throws {
    let texts = Dictionary(uniqueKeysWithValues: value.map { ($0.rawValue, $1) })
    try self.texts.encode(texts, to: encoder)
  }
}

/// Dictionaries with other keys that are those of an object: `Int`, and types that are `CodingKeyRepresentable`. They are
/// written in the way of the standard library, without its containers.
final class KeyedDictionaryEncodingPlan<
  Key: CodingKeyRepresentable & Hashable & Encodable, Element: Encodable
>: EncodingPlan<[Key: Element]> {
  private let element = PlanCache.encodingPlan(for: Element.self)
  /// Whether two keys are never written the same.
  private let areKeysDistinct = Key.self == Int.self

  override func encode(_ value: [Key: Element], to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    if writer.isInMemory || writer.state.pointee.convertsKeys {
      return try encodeBody(value, to: encoder)
    }
    if writer.exceedsLimit(with: value.count) { return }
    let container = encoder.open(.object)
    writer.recordKeys(haveAnyName: true, in: container)
    let mark = writer.mark
    for (key, item) in value {
      let name = key.codingKey.stringValue
      let slot =
        areKeysDistinct
        ? writer.addNewMember(name, to: container) : writer.addMember(written: name, to: container)
      try element.encode(item, to: ValueEncoder(writer: writer, slot: slot, container: container))
      writer.end(slot, since: mark)
    }
  }
}

/// Sets, and dictionaries whose keys aren't written as those of an object. In a tree, the order of such an array means
/// nothing.
final class UnorderedEncodingPlan<Value: Encodable>: EncodingPlan<Value> {
  override func encode(_ value: Value, to encoder: ValueEncoder) throws {
    try encodeBody(value, to: encoder)
    let writer = encoder.writer
    guard !writer.isText, writer.kind(at: encoder.slot) == .array else { return }
    writer.tree.slots[encoder.slot].flags.insert(order)
  }

  private let order: TreeNode.Flags

  init(_ order: TreeNode.Flags) { self.order = order }
}

extension Dictionary: PlannedEncodable where Key: Encodable, Value: Encodable {
  static func makeEncodingPlan() -> AnyObject {
    if Key.self == String.self { return DictionaryEncodingPlan<Value>() }
    if let key = Key.self as? any TextKey.Type { return openPlan(key) }
    if let key = Key.self as? any (CodingKeyRepresentable & Hashable & Encodable).Type {
      return keyedPlan(key)
    }
    return UnorderedEncodingPlan<Self>(.hasUnorderedPairs)
  }

  private static func openPlan<Text: TextKey>(_ key: Text.Type) -> AnyObject {
    OpenDictionaryEncodingPlan<Text, Value>()
  }

  private static func keyedPlan<ObjectKey: CodingKeyRepresentable & Hashable & Encodable>(
    _ key: ObjectKey.Type
  ) -> AnyObject {
    KeyedDictionaryEncodingPlan<ObjectKey, Value>()
  }
}

extension Set: PlannedEncodable where Element: Encodable {
  static func makeEncodingPlan() -> AnyObject { UnorderedEncodingPlan<Self>(.isUnordered) }
}
