/// An encoder that makes `PlainValue`s.
struct PlainEncoder: Encoder {
  fileprivate final class Place {
    enum Content {
      case nothing
      case value(PlainValue)
      case list([Place])
      case object([String: Place])
    }
    var content = Content.nothing

    var value: PlainValue {
      switch content {
      case .nothing: .object([:])
      case .value(let value): value
      case .list(let places): .list(places.map(\.value))
      case .object(let places): .object(places.mapValues(\.value))
      }
    }
  }

  fileprivate var place = Place()
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func encode(_ value: some Encodable) throws -> PlainValue {
    let encoder = PlainEncoder()
    try value.encode(to: encoder)
    return encoder.place.value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = place.content {} else { place.content = .object([:]) }
    return KeyedEncodingContainer(PlainObjectWriter(place: place, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = place.content {} else { place.content = .list([]) }
    return PlainListWriter(place: place, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension PlainEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { place.content = .value(.null) }
  func encode(_ value: Bool) throws { place.content = .value(.bool(value)) }
  func encode(_ value: String) throws { place.content = .value(.text(value)) }
  func encode(_ value: Double) throws { place.content = .value(.number(value)) }
  func encode(_ value: Float) throws { try encode(Double(value)) }
  func encode(_ value: Int) throws { place.content = .value(.integer(value)) }
  func encode(_ value: Int8) throws { try encode(Int(value)) }
  func encode(_ value: Int16) throws { try encode(Int(value)) }
  func encode(_ value: Int32) throws { try encode(Int(value)) }
  func encode(_ value: Int64) throws { try encode(Int(value)) }
  func encode(_ value: UInt) throws { try encode(Int(value)) }
  func encode(_ value: UInt8) throws { try encode(Int(value)) }
  func encode(_ value: UInt16) throws { try encode(Int(value)) }
  func encode(_ value: UInt32) throws { try encode(Int(value)) }
  func encode(_ value: UInt64) throws { try encode(Int(value)) }
  func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

private struct PlainObjectWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: PlainEncoder.Place
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) throws { try member(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try member(key).encode(value) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { member(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { member(PlainKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  private func member(_ key: some CodingKey) -> PlainEncoder {
    let member = PlainEncoder(codingPath: codingPath + [key])
    guard case .object(var members) = place.content else { return member }
    members[key.stringValue] = member.place
    place.content = .object(members)
    return member
  }
}

private struct PlainListWriter: UnkeyedEncodingContainer {
  let place: PlainEncoder.Place
  let codingPath: [any CodingKey]

  var count: Int { if case .list(let places) = place.content { places.count } else { 0 } }

  func encodeNil() throws { try element().encodeNil() }
  func encode(_ value: some Encodable) throws { try element().encode(value) }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { element().container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  func superEncoder() -> any Encoder { element() }

  private func element() -> PlainEncoder {
    let element = PlainEncoder(codingPath: codingPath + [PlainKey(count)])
    guard case .list(let places) = place.content else { return element }
    place.content = .list(places + [element.place])
    return element
  }
}
