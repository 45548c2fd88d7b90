package import Lineage

/// What is known about one version of a document, learned by running its type.
package struct LearnedSchema {
  /// A digest of the schema, as 16 hexadecimal digits.
  ///
  /// It is the same for the same declarations in every process and on every host, and differs if a
  /// field, a type, a default or a case is changed. Renaming a type doesn't change it. Defaults
  /// that depend on the host do, such as the current locale, and so do those that the type's own
  /// code encodes in the order of a set.
  package var digest: String { schema.digest }

  private let schema: Schema

  /// The versioned types in the document, at any depth. What is inside them isn't included: they
  /// are documents with schemas of their own.
  package let nestedVersionedTypes: [any VersionedCodable.Type]

  /// Whether everything that the types decode was learned.
  ///
  /// Code that decodes a type only for certain strings or numbers, and also accepts all others,
  /// can't be told from code that never does. Use an `OpenUnion`, or an enum.
  package let isComplete: Bool

  /// Learns the schema of a version.
  package init(of type: any VersionedCodable.Type) {
    let learner = SchemaLearner(of: type)
    schema = learner.schema
    nestedVersionedTypes = learner.nestedDocuments
    isComplete = learner.isComplete
    containsVersionedValues =
      !isComplete || !nestedVersionedTypes.isEmpty || learner.hasUnaskedProperties
  }

  /// Whether documents may contain values of versioned types.
  ///
  /// If not, they contain none, but for one case: an `init(from:)` that decodes them for some tags only, and stores them
  /// neither in a property of their type nor in a case of an enum. A property `any Item` has the type of the value that
  /// was learned, so it is such a case, too. An array or an optional of them isn't.
  package let containsVersionedValues: Bool
}
