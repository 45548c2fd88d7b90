import Lineage
import LineageSchemas

// The descriptions of differences: clauses that give the path, the old and the new state.

extension SchemaDifference: CustomStringConvertible {
  /// The difference as a clause.
  var description: String {
    switch kind {
    case .added(let field): "\(place) was added, as `\(field.shape)`\(with(field.fallback))"
    case .removed(let field): "\(place) was removed; it was `\(field.shape)`\(with(field.fallback))"
    case .retyped(let old, let new): "\(place) was \(old), and is now \(new)"
    case .fallback(let old, nil): "the default of \(place) was \(old.phrase), and there is none now"
    case .fallback(nil, let new): "\(place) had no default, and has \(new.phrase) now"
    case .fallback(let old, let new):
      "the default of \(place) was \(old.phrase), and is now \(new.phrase)"
    case .casesAdded(let cases): "\(place) has the new \(Self.list(cases))"
    case .casesRemoved(let cases): "\(place) no longer has the \(Self.list(cases))"
    case .openness(true): "\(place) refused unknown cases, and now keeps them"
    case .openness(false): "\(place) kept unknown cases, and now refuses them"
    case .tagKey(let old, let new):
      "the tag of \(place) was under `\(old)`, and is now under `\(new)`"
    case .requirement(true): "\(place) could be missing, and is now required"
    case .requirement(false): "\(place) was required, and may be missing now"
    case .leniency(let old, let new): "\(place) \(Self.past(old)), and \(Self.present(new)) now"
    case .filling(let old, let new): "\(place) \(Self.past(old)), and \(Self.present(new)) now"
    case .writingOfDefaults(true):
      "\(place) left out fields that equal their default, and writes them now"
    case .writingOfDefaults(false):
      "\(place) wrote fields that equal their default, and leaves them out now"
    case .unknownFields(true): "\(place) dropped unknown fields, and keeps them now"
    case .unknownFields(false): "\(place) kept unknown fields, and drops them now"
    case .versions(let old, let new):
      "the versions of \(place) were \(Self.list(old)), and are now \(Self.list(new))"
    case .sometimes(nil, let new):
      "with some values, \(place) is asked for now\(Self.alternatives(new))"
    case .sometimes(let old, nil):
      "with some values, \(place) was asked for\(Self.alternatives(old)), and isn't any more"
    case .sometimes(let old, let new):
      "with some values, \(place) was asked for\(Self.alternatives(old)), and is now\(Self.alternatives(new))"
    case .writing(true): "\(place) was not written, and is now"
    case .writing(false): "\(place) was written, and isn't any more"
    case .lost(let notes):
      "everything about \(place) was known, and now something isn't: \(notes.joined(separator: " "))"
    }
  }

  private var place: String { path.isEmpty ? "the document" : "`\(path)`" }

  private func with(_ fallback: TypeShape.Default?) -> String {
    fallback.map { " with the default \($0.phrase)" } ?? ""
  }

  private static func list(_ cases: [DocumentValue]) -> String {
    let names = cases.map { "`\($0)`" }
    return "\(names.count == 1 ? "case" : "cases") \(names.joined(separator: ", "))"
  }

  private static func alternatives(_ shapes: [String]?) -> String {
    guard let shapes, !shapes.isEmpty else { return "" }
    return " as \(shapes.joined(separator: " or "))"
  }

  private static func list(_ versions: [AnyVersion]) -> String {
    versions.isEmpty ? "none" : versions.map(\.description).joined(separator: ", ")
  }

  private static func past(_ leniency: TypeShape.Leniency?) -> String {
    switch leniency {
    case nil: "refused values that don't decode"
    case .field: "took its default for a value that doesn't decode"
    case .elements: "left out elements that don't decode"
    }
  }

  private static func present(_ leniency: TypeShape.Leniency?) -> String {
    switch leniency {
    case nil: "refuses them"
    case .field: "takes its default"
    case .elements: "leaves out elements"
    }
  }

  private static func past(_ filling: TypeShape.Filling?) -> String {
    switch filling {
    case nil: "refused to do without a field"
    case .defaults: "filled missing fields with defaults"
    case .zero: "filled missing fields with zeros"
    }
  }

  private static func present(_ filling: TypeShape.Filling?) -> String {
    switch filling {
    case nil: "fills none"
    case .defaults: "fills missing ones with defaults"
    case .zero: "fills missing ones with zeros"
    }
  }
}

extension TypeShape.Default {
  /// The default as part of a sentence.
  var phrase: String {
    switch self {
    case .value(let value): "`\(value)`"
    case .differsEachTime: "another one each time"
    }
  }
}

extension TypeShape.Default? {
  fileprivate var phrase: String { self?.phrase ?? "none" }
}
