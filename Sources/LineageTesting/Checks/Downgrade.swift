import Foundation
import Lineage
import LineageSchemas

/// A document of a `Downgradable` version, written as the previous version.
struct Downgrade {
  let newer: DocumentVersion
  let older: DocumentVersion
  /// The document of the previous version.
  let result: Data
  private let format: FixtureFormat

  /// Downgrades a document; nil if its version isn't `Downgradable`.
  init?(
    of document: Data, _ version: DocumentVersion, in format: FixtureFormat,
    chain: [DocumentVersion]
  ) throws {
    guard version.index > 0, version.promise.isDowngradable else { return nil }
    newer = version
    older = chain[version.index - 1]
    self.format = format
    result = try newer.downgraded(document, of: newer, to: older, in: format)
  }

  /// How the result differs from what programs of the previous version make of it.
  ///
  /// - Parameter schema: The shape of the previous version.
  /// - Throws: If they can't read it.
  func instability(_ schema: Schema) throws -> [FieldDifference] {
    var report = MigrationReport()
    let again = try older.rewritten(result, of: older, in: format, report: &report)
    // Nested documents are downgraded as well, and this program writes them in their newest version.
    let migrated = report.nestedMigrations.map(\.path)
    return schema.differences(
      from: try format.value(from: result), to: try format.value(from: again)
    )
    .filter { !$0.path.isInside(oneOf: migrated) }
  }

  /// How the document differs after the result was migrated to its version again.
  ///
  /// - Parameters:
  ///   - document: The document as its version writes it.
  ///   - schema: The shape of its version.
  func losses(of document: Data, _ schema: Schema) throws -> [FieldDifference] {
    let again = try newer.rewritten(result, of: older, in: format)
    return schema.differences(
      from: try format.value(from: document), to: try format.value(from: again))
  }
}
