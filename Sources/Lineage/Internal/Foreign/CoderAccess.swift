/// The way into our coders for the types that need them, whoever's coder is in charge.
enum CoderAccess {
  /// Decodes a value by its plan.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    try read(decoder) { try PlanCache.decodingPlan(for: type).decode($0) }
  }

  /// Gives a decoder's value as a field: our own, or one made of somebody else's decoder.
  static func read<Value>(
    _ decoder: any Decoder, _ body: (Field) throws -> Value
  ) throws -> Value {
    if let own = decoder as? ValueDecoder { return try body(own.field) }
    do {
      return try ForeignDocument.read(decoder, mayConvertKeys: true, reportBuilder: nil, body)
    } catch let error as DecodingError {
      throw error.plain
    }
  }

  /// Encodes a value by its plan.
  static func encode<Value: Encodable>(_ value: Value, to encoder: any Encoder) throws {
    try write(to: encoder) { try $0.writer.encode(value, to: $0) }
  }

  /// Gives our encoder for the place of a value: the one in charge, or one before somebody else's.
  static func write(
    to encoder: any Encoder, _ build: (ValueEncoder) throws -> Void
  ) throws {
    if let own = encoder as? ValueEncoder { return try build(own) }
    do {
      try ForeignDocument.write(to: encoder, build)
    } catch let error as ShadowedFieldError {
      throw error.explained(at: encoder.codingPath)
    }
  }
}
