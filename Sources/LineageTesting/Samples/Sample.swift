import Lineage
import LineageSchemas

/// A made-up document, which any coder can encode with `encode(unversioned:)`.
///
/// Its leaves are values such as dates and URLs, so each format encodes them by its own rules.
enum Sample: Encodable {
  case null
  case value(any Encodable)
  case array([Sample])
  /// The fields of a type. A key strategy may change their names.
  case object([String: Sample])
  /// A dictionary, whose keys are data.
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

/// The reason why no sample could be made.
struct NoSample: Error, CustomStringConvertible {
  /// The type of the document.
  let document: String
  /// The path in the document.
  let path: String
  /// A sentence that says what is missing there.
  let reason: String

  var description: String {
    let place = path.isEmpty ? "" : " At `\(path)`:"
    return """
      A sample of \(document) couldn't be generated.\(place) \(reason) Add a fixture of this version as an \
      example.
      """
  }
}
