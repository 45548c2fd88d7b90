extension UnknownFields: Codable {
  /// Finds nothing: unknown fields stand beside the property, where only our decoder looks.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Refuses to lose them: unknown fields stand beside the property, where only our encoder puts them.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      UnknownFields.self,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: """
          A plain encoder would lose the unknown fields of this value, or the nulls that it was read \
          with. Use encode(versioned:) or encode(unversioned:), or a VersionedJSONEncoder.
          """))
  }
}

extension KeyedDecodingContainer {
  /// Collects the unknown fields, without a field of the property's own name.
  public func decode(_ type: UnknownFields.Type, forKey key: Key) throws -> UnknownFields {
    try decodeIfPresent(type, forKey: key) ?? UnknownFields()
  }
}

extension KeyedEncodingContainer {
  /// Writes the unknown fields beside the others; other coders than ours can't.
  public mutating func encode(_ value: UnknownFields, forKey key: Key) throws {
    if value.isEmpty && value.nulls.isEmpty && value.newer == nil { return }
    try encodeIfPresent(value, forKey: key)
  }
}
