/// Dictionaries with `String` keys, which are data, so key strategies don't convert them.
final class DictionaryPlan<Element: Decodable>: DecodingPlan<[String: Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> [String: Element] {
    try field.attempt { try field.mapMembers { try element.decode($0) } }
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> [String: Element]? { [:] }
}

/// Dictionaries with other keys that are those of an object: `Int`, and types that are `CodingKeyRepresentable`.
///
/// The standard library decodes what is out of the ordinary: keys that a strategy converts, that don't spell a `Key`, or
/// that spell the same one.
final class KeyedDictionaryPlan<
  Key: CodingKeyRepresentable & Hashable & Decodable, Element: Decodable
>: DecodingPlan<[Key: Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override func decode(_ field: Field) throws -> [Key: Element] {
    if !element.isLenient, let keys = field.plainKeys(as: Key.self) {
      return try field.attempt { try field.mapMembers(for: keys) { try element.decode($0) } }
    }
    do {
      let values = try decodeBody(field)
      field.forgetReadsOfRepeatedKeys(as: Key.self, count: values.count)
      return values
    } catch let error as DecodingError {
      throw isAboutKey(error, in: field)
        ? error.explained(by: .wrongKey(TypeName.of(Key.self))) : error
    }
  }

  /// Whether the standard library couldn't convert a key.
  private func isAboutKey(_ error: DecodingError, in field: Field) -> Bool {
    guard let path = error.codingPath, path.count == field.codingPath.count + 1, let key = path.last
    else { return false }
    // The key of an error of a subclass of Foundation's coder doesn't say that it is a number.
    return Key(codingKey: AnyCodingKey(ofMember: key.stringValue)) == nil
  }
}

/// Dictionaries whose keys are open enums of text. Such keys are data, like the text itself.
final class OpenDictionaryPlan<Key: TextKey, Element: Decodable>: DecodingPlan<[Key: Element]> {
  private let texts = DictionaryPlan<Element>()

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> [Key: Element] {
    let texts = try texts.decode(field)
    let values = Dictionary(texts.map { (Key(rawValue: $0), $1) }) { first, _ in first }
    return values.count == texts.count ? values : latestValues(of: texts, in: field)
  }

  /// The values by their keys, of which several texts spell the same: the enum takes them for one case. The last wins.
  @inline(never)
  private func latestValues(of texts: [String: Element], in field: Field) -> [Key: Element] {
    var values: [Key: Element] = [:]
    for text in field.namesOfMembers {
      if let value = texts[text] { values[Key(rawValue: text)] = value }
    }
    field.forgetReadsOfRepeatedKeys(as: Key.self, count: values.count)
    return values
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> [Key: Element]? { [:] }
}

/// Dictionaries whose keys aren't those of an object: arrays of keys, each followed by its value. Of equal keys, the last
/// wins.
final class PairsPlan<Key: Decodable & Hashable, Element: Decodable>: DecodingPlan<[Key: Element]> {
  override func decode(_ field: Field) throws -> [Key: Element] {
    let values = try decodeBody(field)
    try field.discardRepeatedKeys(count: values.count)
    return values
  }
}

extension Dictionary: PlannedDecodable where Key: Decodable, Value: Decodable {
  static func makeDecodingPlan() -> AnyObject {
    if Key.self == String.self { return DictionaryPlan<Value>() }
    if let key = Key.self as? any TextKey.Type { return openPlan(key) }
    if let key = Key.self as? any (CodingKeyRepresentable & Hashable & Decodable).Type {
      return keyedPlan(key)
    }
    return PairsPlan<Key, Value>()
  }

  private static func openPlan<Text: TextKey>(_ key: Text.Type) -> AnyObject {
    OpenDictionaryPlan<Text, Value>()
  }

  private static func keyedPlan<ObjectKey: CodingKeyRepresentable & Hashable & Decodable>(
    _ key: ObjectKey.Type
  ) -> AnyObject {
    KeyedDictionaryPlan<ObjectKey, Value>()
  }
}

/// Sets, which are arrays in a document. Of equal elements, the first wins.
final class SetPlan<Element: Decodable & Hashable>: DecodingPlan<Set<Element>> {
  private let array = PlanCache.decodingPlan(for: [Element].self)

  override var readsNull: Bool { array.readsNull }
  override var mayKeepFrames: Bool { array.mayKeepFrames }

  override func decode(_ field: Field) throws -> Set<Element> {
    let kept = field.elementsKept
    let elements = try array.decode(field)
    let values = Set(elements)
    if values.count < elements.count { try field.discardRepeated(elements, besides: kept) }
    return values
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Set<Element>? { [] }
}

extension Set: PlannedDecodable where Element: Decodable {
  static func makeDecodingPlan() -> AnyObject { SetPlan<Element>() }
}

extension Field {
  /// The keys of an object's members, if each spells another one and is only what the document says; otherwise nil.
  ///
  /// They are checked before a value is decoded: values that are decoded once more at each level would take time that
  /// doubles with it.
  fileprivate func plainKeys<Key: CodingKeyRepresentable & Hashable>(as type: Key.Type) -> [Key]? {
    guard !isForeign, kind == .object, !state.pointee.settings.convertsKeys,
      !state.pointee.carryOver.isActive, allLibraryKeys == nil
    else { return nil }
    var keys: [Key] = []
    keys.reserveCapacity(Int(tree[slot].count))
    for child in tree.children(of: slot) {
      guard tree[child].flags.isDisjoint(with: .notInDictionaries),
        let key = Key(codingKey: AnyCodingKey(ofMember: tree.key(of: child)))
      else { return nil }
      keys.append(key)
    }
    return Set(keys).count == keys.count ? keys : nil
  }

  /// The keys of an object's members as the document has them.
  fileprivate var namesOfMembers: [String] {
    isForeign
      ? namedMembers.map(\.name) : tree.children(of: slot).map { tree.key(of: $0) }
  }

  /// Forgets that members were read whose values were replaced with that of a later one, with another spelling of the
  /// same key.
  ///
  /// - Parameter count: The number of values that the object was decoded to.
  fileprivate func forgetReadsOfRepeatedKeys<Key: CodingKeyRepresentable & Hashable>(
    as type: Key.Type, count: Int
  ) {
    guard state.pointee.marksReads else { return }
    let members = namedMembers
    if members.count == count { return }
    var latest: [Key: (name: String, field: Field)] = [:]
    for member in members {
      guard let key = Key(codingKey: AnyCodingKey(ofMember: member.name)) else { continue }
      if let replaced = latest.updateValue(member, forKey: key) {
        forgetMemberRead(replaced.field, named: replaced.name)
      }
    }
  }

  /// The indices of the elements that types have which have read the array before.
  fileprivate var elementsKept: Set<Int> {
    state.pointee.marksReads ? state.elementsKept(in: self) : []
  }

  /// Records that a set discards the elements of its array that equal an earlier one, but had another value in the
  /// document.
  ///
  /// - Parameter kept: The indices of elements that another type has.
  @inline(never)
  fileprivate func discardRepeated<Element: Hashable>(
    _ elements: [Element], besides kept: Set<Int>
  ) throws {
    guard state.pointee.marksReads, isForeign || kind == .array else { return }
    let values = try elementsAsValues()
    let slots = isForeign ? [] : Array(tree.children(of: slot))
    var first: [Element: Int] = [:]
    for (index, element) in elements.enumerated() {
      guard let equal = first[element] else {
        first[element] = index
        continue
      }
      if kept.contains(index) { continue }
      if let values, values[index].isSameInOrder(as: values[equal]) { continue }
      discardElement(index, at: slots)
    }
  }

  /// Records that a dictionary discards the values for keys that occur again in its array of keys and values, unless the
  /// later value is the same.
  ///
  /// - Parameter count: The number of values that the array was decoded to.
  @inline(never)
  fileprivate func discardRepeatedKeys(count: Int) throws {
    guard state.pointee.marksReads,
      isForeign || kind == .array && Int(tree[slot].count) / 2 > count,
      let values = try elementsAsValues(), values.count / 2 > count
    else { return }
    let slots = isForeign ? [] : Array(tree.children(of: slot))
    var latest: [DocumentValue: Int] = [:]
    for index in stride(from: 1, to: values.count, by: 2) {
      var key = values[index - 1]
      // A number may be written in several ways.
      if let int = key.number?.int {
        key = .number(DocumentNumber(int))
      } else if let number = key.number, let double = number.double,
        !number.literal.allSatisfy({ $0.isWholeNumber || $0 == "-" })
      {
        key = .number(DocumentNumber(double))
      }
      guard let replaced = latest.updateValue(index, forKey: key) else { continue }
      if !values[replaced].isSameInOrder(as: values[index]) { discardElement(replaced, at: slots) }
    }
  }

  private func discardElement(_ index: Int, at slots: [UInt32]) {
    if let foreignValue {
      state.discardElement(index, of: foreignValue)
    } else {
      state.discardElement(slots[index], in: tree)
    }
  }

  /// The elements of an array as values of any shape; nil if another library's decoder has scalars of its own.
  private func elementsAsValues() throws -> [DocumentValue]? {
    guard let foreignValue else { return try DocumentValue(slot, of: tree).array }
    do {
      return try foreignValue.documentValue(checking: nil).array
    } catch  where !error.isAboutStack {
      return nil
    }
  }

  /// Decodes the members of an object, whose keys are known.
  fileprivate func mapMembers<Key: Hashable, Value>(
    for keys: [Key], decode: (Field) throws -> Value
  ) throws -> [Key: Value] {
    if keys.isEmpty { return [:] }
    let frame = decoder(filling: .error).frameIndex
    state.pointee.frames[frame].flags.insert(.keysAreData)
    var batch = FrameBatch(of: tree[slot].count, in: state)
    defer { batch.end() }
    return try Dictionary(capacity: keys.count) { values in
      for (key, child) in zip(keys, tree.children(of: slot)) {
        if state.pointee.marksReads { state.markMemberRead(child, in: tree, isRequest: true) }
        let member = Field(
          state: state, tree: tree, slot: child, parent: Int32(frame), pathKey: .member)
        values.add(key, try decode(member))
        batch.endElement()
      }
    }
  }
}
