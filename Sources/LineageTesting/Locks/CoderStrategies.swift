import Foundation
import Lineage
import LineageSchemas

/// How a format's coders write one date, some data and an infinite number, for which coders have strategies.
///
/// With another strategy, a fixture may still decode and be written back unchanged, but its values mean something else:
/// seconds that are read as milliseconds are a date in January 1970. So the lock has what each of these values looks like.
struct CoderStrategies: Hashable, Sendable {
  /// The written values, by kind.
  private(set) var forms: [String: DocumentValue] = [:]

  private struct Kind {
    let name: String
    /// The value in messages.
    let description: String
    /// The names of the types in shapes.
    let types: Set<String>
    /// Writes an array with the value.
    let write: @Sendable (FixtureFormat) throws -> Data
  }

  private static let kinds = [
    Kind(name: "date", description: "the date 2023-11-15T12:00:00.25Z", types: ["Date"]) {
      try $0.data(of: [Date(timeIntervalSince1970: 1_700_049_600.25)])
    },
    Kind(name: "data", description: "the data with the bytes 1, 2, 3", types: ["Data"]) {
      try $0.data(of: [Data([1, 2, 3])])
    },
    Kind(name: "infinity", description: "infinity", types: ["Double", "Float", "CGFloat"]) {
      try $0.data(of: [Double.infinity])
    },
  ]

  /// The forms of the values that some shapes contain, unless the format has values of these kinds itself.
  init(of format: FixtureFormat, in schemas: [Schema]) {
    let names = Set(
      schemas.flatMap { schema in
        (schema.types.values.flatMap(\.shapes) + [schema.root]).flatMap(\.names)
      })
    for kind in Self.kinds where !kind.types.isDisjoint(with: names) {
      forms[kind.name] = Self.form(of: kind, in: format)
    }
  }

  /// Descriptions of the values that a format writes differently now.
  func changes(in format: FixtureFormat) -> [String] {
    Self.kinds.compactMap { kind in
      guard let form = forms[kind.name] else { return nil }
      let now = Self.form(of: kind, in: format)
      if now == form { return nil }
      let found = now.map { "is now `\($0)`" } ?? "can't be written now"
      return "\(kind.description) was `\(form)`, and \(found)"
    }
  }

  /// These forms, and those of other kinds.
  func completed(by other: CoderStrategies) -> CoderStrategies {
    var all = self
    all.forms.merge(other.forms) { own, _ in own }
    return all
  }

  private static func form(of kind: Kind, in format: FixtureFormat) -> DocumentValue? {
    guard let data = try? kind.write(format), let form = try? format.value(from: data)[0] else {
      return nil
    }
    switch form {
    case .date, .data: return nil
    case .number(let number) where number.double == .infinity: return nil
    default: return form
    }
  }
}

extension CoderStrategies: Codable {
  init(from decoder: any Decoder) throws {
    forms = try [String: DocumentValue](from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try forms.encode(to: encoder)
  }
}
