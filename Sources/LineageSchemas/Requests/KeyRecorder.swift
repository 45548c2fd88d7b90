import Lineage

/// An encoder that writes nothing, and records the keys that a value encodes.
///
/// It doesn't encode nested values, so its cost doesn't depend on them.
final class KeyRecorder: LearningEncoder {
  private(set) var keys: Set<String> = []
  private(set) var isObject = false
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// The keys that a value encodes; nil if it isn't encoded as an object.
  static func keys(of value: any Encodable) throws -> Set<String>? {
    let recorder = KeyRecorder()
    try value.encode(to: recorder)
    return recorder.isObject ? recorder.keys : nil
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    isObject = true
    return KeyedEncodingContainer(RecordingObject<Key> { self.keys.insert($0) })
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Ignoring() }
  func singleValueContainer() -> any SingleValueEncodingContainer { Ignoring() }
}

private struct RecordingObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let note: (String) -> Void
  let codingPath: [any CodingKey] = []

  func encodeNil(forKey key: Key) { note(key.stringValue) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) { note(key.stringValue) }
  func encode(_ value: Int128, forKey key: Key) { note(key.stringValue) }
  func encode(_ value: UInt128, forKey key: Key) { note(key.stringValue) }

  // The default implementations wouldn't record a key whose value is nil.

  func encodeIfPresent(_ value: Bool?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) { note(key.stringValue) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) { note(key.stringValue) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    note(key.stringValue)
    return KeyedEncodingContainer(RecordingObject<NestedKey> { _ in })
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    note(key.stringValue)
    return Ignoring()
  }

  func superEncoder() -> any Encoder {
    note(ProbeKey.super.stringValue)
    return KeyRecorder()
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    note(key.stringValue)
    return KeyRecorder()
  }
}

/// Containers without keys.
private struct Ignoring: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let codingPath: [any CodingKey] = []
  let count = 0

  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) {}
  func encode(_ value: Int128) {}
  func encode(_ value: UInt128) {}

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RecordingObject<NestedKey> { _ in })
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { KeyRecorder() }
}
