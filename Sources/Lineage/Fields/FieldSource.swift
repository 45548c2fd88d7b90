/// Fields that aren't in a tree.
protocol FieldSource: AnyObject {
  /// Whether a field is known to be there and not to be null, so that it doesn't need its initial value.
  func isPresent<Key: CodingKey>(_ key: Key) -> Bool
  func value<Value: Decodable, Key: CodingKey>(_ type: Value.Type, _ key: Key) throws -> Value
  func valueIfPresent<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value?
  func fill<Value: Decodable, Key: CodingKey>(_ value: inout Value, _ key: Key) throws
  func fillIfPresent<Value: Decodable, Key: CodingKey>(_ value: inout Value?, _ key: Key) throws
  func unknownFields<Key: CodingKey>(
    collectedBy key: Key, isDeclared: (String) -> Bool
  ) throws -> UnknownFields
}

extension FieldSource {
  func isPresent<Key: CodingKey>(_ key: Key) -> Bool { false }
}

extension ForeignReader: FieldSource {
  func unknownFields<Key: CodingKey>(
    collectedBy key: Key, isDeclared: (String) -> Bool
  ) throws -> UnknownFields {
    // `isDeclared` already leaves the key out.
    try unknownFields(isDeclared: isDeclared)
  }
}

// MARK: - Learning types

/// A decoder that has no document, and answers what a type asks for to learn its fields. It is asked
/// as by synthesized code.
package protocol LearningDecoder: Decoder {
  func fields<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key>

  /// Answers what is asked for a field that has an initial value.
  func fill<Value: Decodable, Key: CodingKey>(_ value: inout Value, _ key: Key) throws
}

/// An encoder that writes nothing, and learns the keys that a type writes.
package protocol LearningEncoder: Encoder {}

/// The fields of a type that is being learned.
final class LearnedFields: FieldSource {
  /// A session that nothing is read from.
  let unused = DecodingSession.begin()
  private let decoder: any LearningDecoder

  init(_ decoder: any LearningDecoder) {
    self.decoder = decoder
  }

  func value<Value: Decodable, Key: CodingKey>(_ type: Value.Type, _ key: Key) throws -> Value {
    try decoder.fields(keyedBy: Key.self).decode(type, forKey: key)
  }

  func valueIfPresent<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    try decoder.fields(keyedBy: Key.self).decodeIfPresent(type, forKey: key)
  }

  func fill<Value: Decodable, Key: CodingKey>(_ value: inout Value, _ key: Key) throws {
    try decoder.fill(&value, key)
  }

  func fillIfPresent<Value: Decodable, Key: CodingKey>(_ value: inout Value?, _ key: Key) throws {
    try decoder.fill(&value, key)
  }

  func unknownFields<Key: CodingKey>(
    collectedBy key: Key, isDeclared: (String) -> Bool
  ) throws -> UnknownFields {
    try value(UnknownFields.self, key)
  }
}

/// The keys of a type that is being learned.
final class LearnedKeys {
  /// A writer that nothing is written to.
  let unused = DocumentWriter()
  private let encoder: any LearningEncoder

  init(_ encoder: any LearningEncoder) {
    self.encoder = encoder
  }

  func write<Key: CodingKey>(_ key: Key) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeNil(forKey: key)
  }
}
