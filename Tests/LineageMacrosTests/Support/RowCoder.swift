import Foundation

/// The row of a table. As in libraries for databases, its coders store UUIDs as bytes and dates as numbers, and they
/// have no decoders for single fields.
final class Row {
  enum Field: Equatable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes(Data)
  }

  var fields: [String: Field] = [:]

  static func encode(_ value: some Encodable) throws -> [String: Field] {
    let row = Row()
    try value.encode(to: RowEncoder(row: row))
    return row.fields
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ fields: [String: Field]) throws
    -> Value
  {
    try Value(from: RowDecoder(fields: fields))
  }

  struct Unsupported: Error {}
}

private struct RowEncoder: Encoder {
  let row: Row
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RowWriter(row: row))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { preconditionFailure("A row is flat.") }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    preconditionFailure("A row has fields.")
  }
}

private struct RowWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let row: Row
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) { row.fields[key.stringValue] = .null }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let field: Row.Field? =
      switch value {
      case let value as Int64: .integer(value)
      case let value as String: .text(value)
      case let value as Date: .number(value.timeIntervalSince1970)
      case let value as Data: .bytes(value)
      case let value as UUID: .bytes(withUnsafeBytes(of: value.uuid) { Data($0) })
      default: nil
      }
    guard let field else { throw Row.Unsupported() }
    row.fields[key.stringValue] = field
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { preconditionFailure("A row is flat.") }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    preconditionFailure("A row is flat.")
  }
  mutating func superEncoder() -> any Encoder { preconditionFailure("A row is flat.") }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    preconditionFailure("A row is flat.")
  }
}

private struct RowDecoder: Decoder {
  let fields: [String: Row.Field]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowReader(fields: fields))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Row.Unsupported() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw Row.Unsupported()
  }
}

private struct RowReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: Row.Field]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { fields[key.stringValue] == .null }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value: Any? =
      switch fields[key.stringValue] {
      case .integer(let integer): Int(integer)
      case .number(let number): Date(timeIntervalSince1970: number)
      case .text(let text): text
      case .bytes(let bytes) where type == UUID.self: bytes.uuid
      case .bytes(let bytes): bytes
      case .null, nil: nil
      }
    guard let value = value as? Value else { throw Row.Unsupported() }
    return value
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> { throw Row.Unsupported() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw Row.Unsupported()
  }
  func superDecoder() throws -> any Decoder { throw Row.Unsupported() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw Row.Unsupported() }
}

extension Data {
  fileprivate var uuid: UUID? {
    guard count == MemoryLayout<uuid_t>.size else { return nil }
    return withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
