/// The key of an element.
struct ForeignIndex: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(intValue) }
}

/// The decoder of the format, with all kinds of containers.
struct ForeignValueDecoder: Decoder {
  let value: ForeignValue
  let codingPath: [any CodingKey]
  let info: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { info }

  init(
    _ value: ForeignValue, _ codingPath: [any CodingKey],
    _ info: [CodingUserInfoKey: any Sendable]
  ) {
    self.value = value
    self.codingPath = codingPath
    self.info = info
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(ForeignKeyedContainer(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = value else { throw mismatch([Any].self) }
    return ForeignUnkeyedContainer(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// The error quotes the value, as in some decoders.
  func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "Not \(type): \(value.written)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  fileprivate func nested(_ value: ForeignValue, _ key: any CodingKey) -> ForeignValueDecoder {
    ForeignValueDecoder(value, codingPath + [key], info)
  }
}

extension ForeignValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  /// The text, for decoders that read scalars of other types from it.
  private var textOfScalar: String? {
    guard info[.readsTextAsNumbers] != nil, case .text(let text) = value else { return nil }
    return text
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch textOfScalar {
    case "yes", "true": return true
    case "no", "false": return false
    default: break
    }
    guard case .bool(let bool) = value else { throw mismatch(type) }
    return bool
  }
  func decode(_ type: String.Type) throws -> String {
    guard case .text(let text) = value else { throw mismatch(type) }
    return text
  }
  func decode(_ type: Double.Type) throws -> Double {
    // Whatever follows the number is ignored, as by some parsers.
    if let text = textOfScalar,
      let double = Double(text.prefix { $0.isNumber || "+-.e".contains($0) })
    {
      return double
    }
    if case .integer(let integer) = value { return Double(integer) }
    guard case .double(let double) = value else { throw mismatch(type) }
    return double
  }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    if let text = textOfScalar, let integer = Integer(text) { return integer }
    guard case .integer(let integer) = value, let exact = Integer(exactly: integer) else {
      throw mismatch(Integer.self)
    }
    return exact
  }
}

private struct ForeignKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ForeignValueDecoder
  let members: [(key: String, value: ForeignValue)]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { members.contains { $0.key == key.stringValue } }

  private func member(_ key: some CodingKey) throws -> ForeignValueDecoder {
    guard let member = members.first(where: { $0.key == key.stringValue }) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "No \(key.stringValue)."))
    }
    return decoder.nested(member.value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try member(key).decode(type)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(AnyKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct ForeignUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ForeignValueDecoder
  let elements: [ForeignValue]
  var currentIndex = 0

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.info[.hidesCount] == nil ? elements.count : nil }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Advances only if the element could be decoded.
  private mutating func next<Value>(
    _ use: (ForeignValueDecoder) throws -> Value
  ) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Value.self, .init(codingPath: codingPath, debugDescription: "The list is at its end."))
    }
    let value = try use(decoder.nested(elements[currentIndex], ForeignIndex(currentIndex)))
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next { try $0.decode(type) }
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.decode(type) } }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

extension CodingUserInfoKey {
  /// Makes decoders read numbers and booleans from texts, too, as those of formats without types do.
  static let readsTextAsNumbers = named("readsTextAsNumbers")
  /// Makes the containers of arrays not know how many elements there are.
  static let hidesCount = named("hidesCount")

  static func named(_ name: String) -> CodingUserInfoKey {
    CodingUserInfoKey(rawValue: name) ?? { preconditionFailure("No key.") }()
  }
}
