import Foundation
import Lineage
import LineageSchemas

/// How a format's coders write one date, some data and an infinite number, for which coders have strategies.
///
/// With another strategy, a fixture may still decode and be written back unchanged, but its values mean something else:
/// seconds that are read as milliseconds are a date in January 1970. So the lock has what each of these values looks like.
struct CoderStrategies: Hashable, Sendable {
  /// A kind of values for which coders have strategies.
  enum Kind: String, CaseIterable {
    case date, data, infinity

    /// The value in messages.
    var description: String {
      switch self {
      case .date: "the date 2023-11-15T12:00:00.25Z"
      case .data: "the data with the bytes 1, 2, 3"
      case .infinity: "infinity"
      }
    }

    /// The names of the types in shapes.
    fileprivate var types: Set<String> {
      switch self {
      case .date: ["Date"]
      case .data: ["Data"]
      case .infinity: ["Double", "Float", "CGFloat"]
      }
    }

    /// What a format writes; nil if it has values of this kind itself, or can't write the value.
    fileprivate func form(in format: FixtureFormat) -> DocumentValue? {
      let data =
        switch self {
        case .date: try? format.data(of: ["value": Date(timeIntervalSince1970: 1_700_049_600.25)])
        case .data: try? format.data(of: ["value": Data([1, 2, 3])])
        case .infinity: try? format.data(of: ["value": Double.infinity])
        }
      // A key strategy may have changed the key.
      guard let data, let object = try? format.value(from: data).object,
        let form = object.keys.first.flatMap({ object[$0] })
      else { return nil }
      switch form {
      case .date, .data: return nil
      case .number(let number) where number.double == .infinity: return nil
      default: return form
      }
    }
  }

  /// The written values, by kind.
  private(set) var forms: [String: DocumentValue] = [:]

  /// The mark of a value that is written differently on each machine or each time.
  private static let mark: DocumentValue = ["differsEachTime": true]

  /// The forms of the values that some shapes contain.
  init(of format: FixtureFormat, in schemas: [Schema]) {
    let names = Set(
      schemas.flatMap { schema in
        (schema.types.values.flatMap(\.shapes) + [schema.root]).flatMap(\.names)
      })
    for kind in Kind.allCases where !kind.types.isDisjoint(with: names) {
      forms[kind.rawValue] = kind.form(in: format)
    }
  }

  /// Descriptions of the values that a format writes differently now.
  func changes(in format: FixtureFormat) -> [String] {
    Kind.allCases.compactMap { kind in
      guard let form = forms[kind.rawValue], form != Self.mark else { return nil }
      let now = kind.form(in: format)
      if now == form { return nil }
      let found = now.map { "is now `\($0)`" } ?? "can't be written now"
      return "\(kind.description) was `\(form)`, and \(found)"
    }
  }

  /// These forms, and those of other kinds. The marks that a person has added stay.
  func completed(by other: CoderStrategies, replacing: Bool) -> CoderStrategies {
    var all = self
    if replacing {
      all.forms = other.forms.merging(forms.filter { $0.value == Self.mark }) { _, mark in mark }
    } else {
      all.forms.merge(other.forms) { own, _ in own }
    }
    return all
  }

  /// Descriptions of the values that other strategies have and these don't.
  func missing(from other: CoderStrategies?) -> [String] {
    Kind.allCases.filter { forms[$0.rawValue] != nil && other?.forms[$0.rawValue] == nil }
      .map(\.description)
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
