import Lineage

// What a lock's entries look like in the file. Everything that goes without saying is left out.

extension SchemaLock.Entry: Codable {
  private enum CodingKeys: CodingKey {
    case version, location, shipped, shape, types, unknownFields
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let stored = try container.decode(DocumentValue.self, forKey: .version)
    guard let version = AnyVersion(stored) else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "Expected a whole number, a string, or null for no version.")
    }
    self.init(
      version: version,
      location: try container.decode(String.self, forKey: .location),
      shipped: try container.decode(Bool.self, forKey: .shipped),
      schema: Schema(
        root: try container.decode(Shape.self, forKey: .shape),
        types: try container.decode([String: TypeShape].self, forKey: .types)))
    unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version.stored, forKey: .version)
    try container.encode(location, forKey: .location)
    try container.encode(shipped, forKey: .shipped)
    try container.encode(schema.root, forKey: .shape)
    try container.encode(schema.types, forKey: .types)
    try container.encode(unknownFields, forKey: .unknownFields)
  }
}
