import Lineage

/// One way in which the shape of a document is not what it was.
struct SchemaDifference: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A field that wasn't there.
    case added(TypeShape.Field)
    /// A field that isn't there any more.
    case removed(TypeShape.Field)
    /// Another type of value; the texts name both.
    case retyped(from: String, to: String)
    /// Another default; nil where there is none.
    case fallback(from: TypeShape.Default?, to: TypeShape.Default?)
    case casesAdded([DocumentValue])
    case casesRemoved([DocumentValue])
    /// Whether cases are allowed that this program does not know.
    case openness(isOpen: Bool)
    case tagKey(from: String, to: String)
    case requirement(isRequired: Bool)
    case leniency(from: TypeShape.Leniency?, to: TypeShape.Leniency?)
    case filling(from: TypeShape.Filling?, to: TypeShape.Filling?)
    case writingOfDefaults(writes: Bool)
    case unknownFields(areKept: Bool)
    /// A versioned type inside whose chain does not begin as it did.
    case versions(from: [AnyVersion], to: [AnyVersion])
    /// What is asked for only with some values, or in more than one way; nil where nothing is.
    case sometimes(from: [String]?, to: [String]?)
    /// Whether a key is written that is read in any case, or in none.
    case writing(isWritten: Bool)
    /// A type of which everything was known, and isn't any more.
    case lost(notes: [String])
  }

  /// Where it is: `stanzas[].lines`, `translations.*.title`; empty for the whole document.
  let path: String
  let kind: Kind
}

extension Schema {
  /// What is different in a schema that should be the same.
  ///
  /// What types are called in Swift makes no difference, and neither do notes. Where learning stopped
  /// early for the old schema, what the new one knows besides is no difference: `isCompleted(by:)`
  /// tells whether there is something.
  static func differences(from old: Schema, to new: Schema) -> [SchemaDifference] {
    var comparison = SchemaComparison(old: old, new: new)
    comparison.compare(old.root, new.root, at: "")
    return comparison.differences
  }
}
