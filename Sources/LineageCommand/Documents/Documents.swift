public import Lineage
// Exported, because the options of documents are types of the store.
@_exported public import LineageStore

/// Documents of a type: which files have them, and how they are stored.
///
/// ```swift
/// MigrationCommand(name: "poetry-migrate", version: "1.4") {
///   Documents(of: Anthology.self, named: "*.anthology.json")
///   Documents(of: ReaderSettings.self, named: "settings.json")
/// }
/// ```
public struct Documents: Sendable {
  let kind: any DocumentKind

  /// Creates a description of documents.
  ///
  /// - Parameters:
  ///   - type: The newest version of the type.
  ///   - pattern: What the names of their files look like; `*` is any text, and `?` any character. If a name matches
  ///     several patterns, the first one in the list counts. Hidden files are found in folders only if their pattern
  ///     begins with a period.
  ///   - options: The options for the documents, the same as in the program that uses them: their format, what encrypts
  ///     them, and which backups are kept.
  public init<Value: VersionedCodable>(
    of type: Value.Type, named pattern: String, options: DocumentOptions = DocumentOptions()
  ) {
    kind = TypedKind<Value>(pattern: pattern, options: options)
  }
}

/// Builds the list of a program's documents.
@resultBuilder
public enum DocumentsBuilder {
  /// Adds documents of one type.
  public static func buildExpression(_ documents: Documents) -> [Documents] { [documents] }

  /// Adds a list of documents.
  public static func buildExpression(_ documents: [Documents]) -> [Documents] { documents }

  /// Joins lists.
  public static func buildBlock(_ parts: [Documents]...) -> [Documents] { parts.flatMap(\.self) }

  /// Adds a list if there is one.
  public static func buildOptional(_ part: [Documents]?) -> [Documents] { part ?? [] }

  /// Adds the first of two lists.
  public static func buildEither(first part: [Documents]) -> [Documents] { part }

  /// Adds the second of two lists.
  public static func buildEither(second part: [Documents]) -> [Documents] { part }

  /// Joins the lists of a loop.
  public static func buildArray(_ parts: [[Documents]]) -> [Documents] { parts.flatMap(\.self) }
}
