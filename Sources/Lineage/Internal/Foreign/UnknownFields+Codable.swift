extension UnknownFields: Codable {
  /// Creates an empty collection: unknown fields are next to this property, where only Lineage's
  /// decoders look.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Throws an error rather than losing the fields: only Lineage's encoders write them next to this
  /// property.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingProblem.unknownFieldsWouldBeLost
      .error(for: UnknownFields.self, at: encoder.codingPath)
  }
}

extension KeyedDecodingContainer {
  /// Collects the unknown fields. The property has no field of its own: one with its name is an unknown field like the
  /// others.
  public func decode(_ type: UnknownFields.Type, forKey key: Key) throws -> UnknownFields {
    try decodeIfPresent(type, forKey: key) ?? UnknownFields()
  }
}

extension KeyedEncodingContainer {
  /// Writes the unknown fields next to the others. Only Lineage's encoders can do so.
  ///
  /// - Throws: An `EncodingError` if another library's encoder would lose the fields.
  public mutating func encode(_ value: UnknownFields, forKey key: Key) throws {
    if value.isEmpty && value.nulls.isEmpty && value.preservedVersion == nil { return }
    try encodeIfPresent(value, forKey: key)
  }
}
