package import Lineage

extension AnyVersion {
  /// Creates a version from its stored value; nil if the value can't be a version.
  package init?(_ stored: DocumentValue) {
    switch stored {
    case .null: self = .unversioned
    case .string(let text): self = .string(text)
    case .number(let number):
      guard let int = number.int else { return nil }
      self = .integer(int)
    default: return nil
    }
  }

  /// The version as it is stored.
  package var stored: DocumentValue {
    switch self {
    case .unversioned: .null
    case .string(let text): .string(text)
    case .integer(let number): .number(DocumentNumber(number))
    }
  }
}

extension Shape: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let shape = Shape(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: """
          Expected a type in the manner of Swift, such as `String`, `[Line]?` or `[String: Int]`.
          """)
    }
    self = shape
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
