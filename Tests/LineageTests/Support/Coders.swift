import Foundation

extension JSONDecoder {
  /// A decoder that reads keys in snake_case.
  static var inSnakeCase: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

extension JSONEncoder {
  /// An encoder that writes keys in snake_case.
  static func inSnakeCase(_ formatting: OutputFormatting = []) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = formatting
    return encoder
  }
}

extension PropertyListEncoder {
  /// An encoder that writes a format.
  convenience init(_ format: PropertyListSerialization.PropertyListFormat) {
    self.init()
    outputFormat = format
  }
}
