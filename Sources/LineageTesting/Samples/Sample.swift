import Lineage

/// A document that was made up, to be written by any coder with `encode(unversioned:)`.
///
/// Its leaves are values such as dates and URLs, so that each format writes them by its own rules.
enum Sample: Encodable {
  case null
  case value(any Encodable)
  case array([Sample])
  /// The fields of a type, whose names a strategy for keys may change.
  case object([String: Sample])
  /// Values by keys that are data.
  case dictionary([String: Sample])

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .value(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let fields):
      var container = encoder.container(keyedBy: ProbeKey.self)
      for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
        try container.encode(field, forKey: ProbeKey(stringValue: name))
      }
    case .dictionary(let values):
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }
}

/// Why no sample could be made.
struct NoSample: Error, CustomStringConvertible {
  /// The type of the document.
  let document: String
  /// Where in it.
  let path: String
  /// What is missing there, as a sentence.
  let reason: String

  var description: String {
    let place = path.isEmpty ? "" : " At `\(path)`:"
    return """
      No sample of \(document) could be made.\(place) \(reason) A document as an example would help: \
      add a fixture of this version.
      """
  }
}
