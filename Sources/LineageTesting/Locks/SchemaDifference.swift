import Lineage
import LineageSchemas

/// A difference between two shapes of a document.
struct SchemaDifference: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A new field.
    case added(TypeShape.Field)
    /// A removed field.
    case removed(TypeShape.Field)
    /// A value of another type, with descriptions of both types.
    case retyped(from: String, to: String)
    /// Another default; nil if there is none.
    case fallback(from: TypeShape.Default?, to: TypeShape.Default?)
    /// New cases. If the enum was open, programs that don't have them preserve them.
    case casesAdded([DocumentValue], arePreserved: Bool)
    /// Removed cases, and what becomes of them, as of other unknown ones.
    case casesRemoved([DocumentValue], UnknownCase)
    /// A case that is written as another number.
    case renumbered(name: String, from: DocumentValue, to: DocumentValue)
    /// What an enum uses for unknown cases; nil if it rejects them.
    case replacement(from: TypeShape.Default?, to: TypeShape.Default?)
    /// Whether unknown cases are preserved.
    case openness(isOpen: Bool)
    case tagKey(from: String, to: String)
    case requirement(isRequired: Bool)
    case leniency(from: TypeShape.Leniency?, to: TypeShape.Leniency?)
    case filling(from: TypeShape.Filling?, to: TypeShape.Filling?)
    case writingOfDefaults(writes: Bool)
    case unknownFields(areKept: Bool)
    /// Whether a null is written back, as `Nullable` does, instead of left out.
    case nulls(areKept: Bool)
    /// A nested versioned type whose new chain doesn't begin with the old one.
    case versions(from: [AnyVersion], to: [AnyVersion])
    /// What is requested only with some values, or as more than one shape; nil if nothing is.
    case sometimes(from: [String]?, to: [String]?)
    /// Whether a key is encoded, while it is decoded in both schemas or in neither.
    case writing(isWritten: Bool)
    /// A type that is no longer known completely.
    case lost(notes: [String])
  }

  /// What an enum does with an unknown case.
  enum UnknownCase: Hashable, Sendable {
    case preserves, rejects
    case replaces(TypeShape.Default)
  }

  /// The path, such as `stanzas[].lines` or `translations.*.title`; empty for the whole document.
  let path: String
  let kind: Kind
  /// The name of the type that has changed, in the new schema; nil if the old schema has another name for it.
  var type: String?
  /// Whether a document of the new schema may lack the field whose default differs.
  var mayBeMissing = false
  /// Whether it is about the keys of a dictionary.
  var isOfKeys = false
}

extension SchemaDifference {
  /// Whether a version that has shipped may change this way: its programs preserve the new cases, or preserve from now on
  /// what they have dropped or rejected. Its documents stay as they are.
  var isAddition: Bool {
    switch kind {
    case .casesAdded(_, arePreserved: true), .unknownFields(areKept: true),
      .leniency(from: nil, to: _):
      true
    // A key strategy doesn't convert keys that may be unknown.
    case .openness(isOpen: true): !isOfKeys
    default: false
    }
  }
}

extension SchemaDifference {
  /// Whether a field has another default, or had none or has none now.
  var isOfDefault: Bool {
    if case .fallback = kind { true } else { false }
  }

  /// Whether a field has another default than the one in the old schema, or has none now.
  var isOfLockedDefault: Bool {
    if case .fallback(from: .some, to: _) = kind { true } else { false }
  }
}

extension SchemaDifference {
  /// What the difference means for older documents, if it is one between two versions and an expectation doesn't show it;
  /// otherwise nil.
  var meaning: String? {
    switch kind {
    case .renumbered: "older documents get another case, unless the step converts them"
    case .casesRemoved(_, .preserves):
      "older documents have unknown cases there, unless the step converts them"
    case .casesRemoved(_, .replaces(let other)):
      "older documents with such a case get \(other.phrase) instead, unless the step converts it"
    case .casesRemoved(_, .rejects), .openness(isOpen: false):
      "older documents with such a case may not open, or lose it, unless the step converts it"
    case .unknownFields(areKept: false):
      "older documents lose the fields that other programs have added to them"
    default: nil
    }
  }
}

extension Schema {
  /// The differences between two schemas that should be equal.
  ///
  /// The names of types and the notes are ignored. If learning stopped early for the old schema,
  /// additional information in the new one is not a difference. `isCompleted(by:)` tells whether
  /// there is any.
  static func differences(from old: Schema, to new: Schema) -> [SchemaDifference] {
    var comparison = SchemaComparison(old: old, new: new)
    comparison.compareShapes(old.root, new.root, at: "")
    return comparison.differences
  }
}
