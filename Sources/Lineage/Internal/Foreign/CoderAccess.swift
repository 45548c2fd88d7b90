/// Access to Lineage's coders for the types that need them, even if another library's coder calls
/// the types.
enum CoderAccess {
  /// Decodes a value with its plan.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    try read(decoder) { try PlanCache.decodingPlan(for: type).decode($0) }
  }

  /// Calls a closure with the value of a decoder as a field, for a decoder of Lineage's or of
  /// another library.
  static func read<Value>(
    _ decoder: any Decoder, _ body: (Field) throws -> Value
  ) throws -> Value {
    if let own = decoder as? ValueDecoder { return try own.decodeDirectly(body) }
    do {
      return try ForeignDocument.read(decoder, mayConvertKeys: true, reportBuilder: nil, body)
    } catch let error as UnusableDefaults {
      throw error.explained(in: Value.self)
    } catch let error as DecodingError {
      throw error.plain
    }
  }

  /// Encodes a value with its plan.
  static func encode<Value: Encodable>(_ value: Value, to encoder: any Encoder) throws {
    try write(Value.self, to: encoder) { try $0.writer.encode(value, to: $0) }
  }

  /// Calls a closure with a `ValueEncoder`: the encoder itself, or a new one whose tree is then
  /// written to another library's encoder.
  static func write(
    _ type: any Any.Type, to encoder: any Encoder, _ build: (ValueEncoder) throws -> Void
  ) throws {
    if let own = encoder as? ValueEncoder { return try build(own) }
    do {
      try ForeignDocument.write(to: encoder, build)
    } catch let error as ShadowedFieldError {
      throw error.encodingError
    } catch let error as UnusableDefaults {
      throw error.explained(in: type)
    }
  }
}
