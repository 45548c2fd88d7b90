import Foundation
import Lineage
import LineageSchemas

/// A document of a `Downgradable` version, written as the previous version.
struct TriedDowngrade {
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
    result = try newer.downgraded(document, to: older, in: format)
  }

  /// The differences after the previous version has read the result and written it back.
  ///
  /// - Parameters:
  ///   - schema: The shape of the previous version.
  ///   - notes: The notes of the document.
  /// - Throws: If the previous version can't read it.
  func instability(
    _ schema: Schema, notes: FixtureNotes = FixtureNotes()
  ) throws -> [FieldDifference] {
    var report = MigrationReport()
    let again = try older.rewritten(result, of: older, in: format, report: &report)
    // Nested documents are downgraded as well, and this program writes them in their newest version.
    let migrated = report.nestedMigrations.map(\.path)
    return schema.differences(
      from: try format.value(from: result), to: try format.value(from: again), notes: notes
    )
    .filter { !$0.path.isInside(oneOf: migrated) }
  }

  /// How the document differs after the result was migrated to its version again.
  ///
  /// - Parameters:
  ///   - document: The document as its version writes it.
  ///   - schema: The shape of its version.
  ///   - notes: The notes of the document.
  func losses(
    of document: Data, _ schema: Schema, notes: FixtureNotes
  ) throws -> [FieldDifference] {
    let again = try newer.rewritten(result, of: older, in: format)
    return schema.differences(
      from: try format.value(from: document), to: try format.value(from: again), notes: notes)
  }
}
