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
    case .casesAdded(let cases, _): "\(place) has the new \(Self.list(cases))"
    case .casesRemoved(let cases, _): "\(place) no longer has the \(Self.list(cases))"
    case .renumbered(let name, let old, let new):
      "the case `\(name)` of \(place) was `\(old)`, and is now `\(new)`"
    case .replacement(let old, nil):
      "\(place) replaced unknown cases by \(old.phrase), and now rejects them"
    case .replacement(nil, let new):
      "\(place) rejected unknown cases, and now replaces them by \(new.phrase)"
    case .replacement(let old, let new):
      "\(place) replaced unknown cases by \(old.phrase), and now replaces them by \(new.phrase)"
    case .openness(true): "\(place) rejected unknown cases, and now preserves them"
    case .openness(false): "\(place) preserved unknown cases, and now rejects them"
    case .tagKey(let old, let new):
      "the tag of \(place) was under `\(old)`, and is now under `\(new)`"
    case .requirement(true): "\(place) could be missing, and is now required"
    case .requirement(false): "\(place) was required, and may be missing now"
    case .leniency(let old, let new): "\(place) \(Self.past(old)), and now \(Self.present(new))"
    case .filling(let old, let new):
      "missing fields of \(place) were \(Self.handling(old)), and are now \(Self.handling(new))"
    case .writingOfDefaults(true):
      "\(place) left out fields that equal their default, and writes them now"
    case .writingOfDefaults(false):
      "\(place) wrote fields that equal their default, and leaves them out now"
    case .unknownFields(true): "\(place) dropped unknown fields, and now preserves them"
    case .unknownFields(false): "\(place) preserved unknown fields, and now drops them"
    case .nulls(true): "\(place) left out nulls, and now preserves them"
    case .nulls(false): "\(place) preserved nulls, and now leaves them out"
    case .versions(let old, let new):
      "the versions of \(place) were \(Self.list(old)), and are now \(Self.list(new))"
    case .sometimes(nil, let new):
      "\(place) is now decoded\(Self.alternatives(new)) for some values"
    case .sometimes(let old, nil):
      "\(place) was decoded\(Self.alternatives(old)) for some values, and isn't any more"
    case .sometimes(let old, let new):
      """
      for some values, \(place) was decoded\(Self.alternatives(old)), and is now decoded\(Self.alternatives(new))
      """
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
    case nil: "rejected values that don't decode"
    case .field: "replaced values that don't decode with its default"
    case .elements: "left out elements that don't decode"
    }
  }

  private static func present(_ leniency: TypeShape.Leniency?) -> String {
    switch leniency {
    case nil: "rejects them"
    case .field: "replaces them with its default"
    case .elements: "leaves out such elements"
    }
  }

  private static func handling(_ filling: TypeShape.Filling?) -> String {
    switch filling {
    case nil: "errors"
    case .defaults: "filled with defaults"
    case .zero: "filled with zeros"
    }
  }
}

extension TypeShape.Default {
  /// The default as part of a sentence.
  var phrase: String {
    switch self {
    case .value(let value): "`\(value.sortedByKeys)`"
    case .differsEachTime: "a different one each time"
    }
  }
}

extension DocumentValue {
  /// The value with sorted keys at all levels. Those of a default are learned in any order.
  fileprivate var sortedByKeys: DocumentValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sortedByKeys))
    case .object(let object):
      .object(
        DocumentObject(object.map { ($0.key, $0.value.sortedByKeys) }.sorted { $0.0 < $1.0 }))
    default: self
    }
  }
}

extension TypeShape.Default? {
  fileprivate var phrase: String { self?.phrase ?? "none" }
}
