extension DocumentValue: Codable {
  /// Decodes a value of any shape.
  public init(from decoder: any Decoder) throws {
    self = try CoderAccess.decode(Self.self, from: decoder)
  }

  /// Encodes the value as it is.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.encode(self, to: encoder)
  }
}

extension DocumentObject: Codable {
  /// Decodes the members of an object.
  public init(from decoder: any Decoder) throws {
    self = try CoderAccess.decode(Self.self, from: decoder)
  }

  /// Encodes the members in their order.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.encode(self, to: encoder)
  }
}
