/// The destination of a value that is being encoded.
final class ForeignPlace {
  private enum Content {
    case nothing
    case value(ForeignValue)
    case list([ForeignPlace])
    case object([(key: String, place: ForeignPlace)])
  }

  private var content = Content.nothing

  var value: ForeignValue {
    get {
      switch content {
      case .nothing: .object([])
      case .value(let value): value
      case .list(let places): .list(places.map(\.value))
      case .object(let members): .object(members.map { ($0.key, $0.place.value) })
      }
    }
    set { content = .value(newValue) }
  }

  var count: Int {
    if case .list(let places) = content { return places.count }
    return 0
  }

  func openList() { if case .nothing = content { content = .list([]) } }
  func openObject() { if case .nothing = content { content = .object([]) } }

  func append() -> ForeignPlace {
    let place = ForeignPlace()
    if case .list(let places) = content { content = .list(places + [place]) }
    return place
  }

  func member(_ key: String) -> ForeignPlace {
    let place = ForeignPlace()
    guard case .object(var members) = content else { return place }
    if let existing = members.first(where: { $0.key == key }) { return existing.place }
    members.append((key, place))
    content = .object(members)
    return place
  }
}

/// The encoder of the format, with all kinds of containers.
struct ForeignValueEncoder: Encoder {
  let place: ForeignPlace
  let codingPath: [any CodingKey]
  let info: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { info }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.openObject()
    return KeyedEncodingContainer(ForeignKeyedEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.openList()
    return ForeignUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  fileprivate func member(_ key: some CodingKey) -> ForeignValueEncoder {
    ForeignValueEncoder(
      place: place.member(key.stringValue), codingPath: codingPath + [key], info: info)
  }

  fileprivate func next() -> ForeignValueEncoder {
    let key = ForeignIndex(place.count)
    return ForeignValueEncoder(place: place.append(), codingPath: codingPath + [key], info: info)
  }
}

extension ForeignValueEncoder: SingleValueEncodingContainer {
  mutating func encodeNil() throws { place.value = .null }
  mutating func encode(_ value: Bool) throws { place.value = .bool(value) }
  mutating func encode(_ value: String) throws { place.value = .text(value) }
  mutating func encode(_ value: Double) throws { place.value = .double(value) }
  mutating func encode(_ value: Float) throws { place.value = .double(Double(value)) }
  mutating func encode(_ value: Int) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: Int8) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: Int16) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: Int32) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: Int64) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: Int128) throws { place.value = .integer(value) }
  mutating func encode(_ value: UInt128) throws {
    guard let integer = Int128(exactly: value) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "Too large."))
    }
    place.value = .integer(integer)
  }
  mutating func encode(_ value: UInt) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: UInt8) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: UInt16) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: UInt32) throws { place.value = .integer(Int128(value)) }
  mutating func encode(_ value: UInt64) throws { place.value = .integer(Int128(value)) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }
}

private struct ForeignKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ForeignValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws { encoder.member(key).place.value = .null }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try value.encode(to: encoder.member(key))
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    var member = encoder.member(key)
    try member.encode(value)
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    var member = encoder.member(key)
    try member.encode(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.member(key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.member(AnyKey("super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

private struct ForeignUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: ForeignValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.place.count }

  mutating func encodeNil() throws { encoder.next().place.value = .null }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try value.encode(to: encoder.next())
  }
  mutating func encode(_ value: Int128) throws {
    var next = encoder.next()
    try next.encode(value)
  }
  mutating func encode(_ value: UInt128) throws {
    var next = encoder.next()
    try next.encode(value)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.next().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.next().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.next() }
}
