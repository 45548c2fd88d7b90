import Foundation
import Lineage
import LineageSchemas

/// A fixture decoded as its own version and encoded again.
struct OwnReading {
  let fixture: FixtureCase
  /// The report of decoding it.
  let report: MigrationReport
  /// The fixture as its version's type encodes it.
  let rewritten: Data
  /// Whether the type writes the fixture back unchanged, apart from formatting.
  let isUnchanged: Bool
  let differencesByRule: DifferencesByRule
  /// Whether the file has the formatting that recording uses.
  private let isOurs: Bool

  /// Reads a fixture.
  ///
  /// - Parameters:
  ///   - schema: The shape of the fixture's version.
  ///   - allowsUnknownFields: Whether the fixture may have unknown fields that its type preserves.
  /// - Throws: If the type can't decode it.
  init(of fixture: FixtureCase, _ schema: Schema, allowsUnknownFields: Bool) throws {
    self.fixture = fixture
    let format = fixture.format
    var report = MigrationReport()
    rewritten = try fixture.version.rewritten(
      fixture.data, of: fixture.version, in: format, report: &report)
    self.report = report
    var differences: [FieldDifference] = []
    var isOurs = true
    if rewritten != fixture.data {
      let original = try format.value(from: fixture.data)
      // A recorded file is compared character by character. Files from other sources may format
      // numbers differently.
      isOurs = try format.data(of: original) == fixture.data
      differences = schema.differences(
        from: original, to: try format.value(from: rewritten),
        numbers: isOurs ? .byCharacters : .byValue, notes: fixture.notes)
    }
    self.isOurs = isOurs
    isUnchanged = differences.isEmpty
    differencesByRule = DifferencesByRule(
      differences, report, notes: fixture.notes, allowsUnknownFields: allowsUnknownFields)
  }

  /// Whether the file can be rewritten without losing anything: it has the formatting that
  /// recording uses, and no notes, except about its downgrade.
  var mayBeRewritten: Bool {
    isOurs && fixture.notes.areOfTypicalDocument && report.nestedMigrations.isEmpty
  }
}

// MARK: - Differences

/// The differences between a fixture and what its type encodes, grouped by the rule that they break.
///
/// Those that the notes explain are left out, and so are those in migrated nested documents, which have fixtures of their
/// own.
struct DifferencesByRule {
  private(set) var unknown: [FieldPath] = []
  private(set) var filled: [FieldDifference] = []
  private(set) var rejected: [FieldPath] = []
  private(set) var changed: [FieldDifference] = []
  /// Entries of the notes that aren't true.
  let staleNotes: [String]
  /// Whether the type drops unknown fields.
  private let dropsUnknown: Bool

  fileprivate init(
    _ differences: [FieldDifference], _ report: MigrationReport, notes: FixtureNotes,
    allowsUnknownFields: Bool
  ) {
    var notedUnknown = NotedPaths(notes.unknown)
    var notedFilled = NotedPaths(notes.filled)
    var notedRejected = NotedPaths(notes.rejected)
    let migrated = report.nestedMigrations.map(\.path)
    func isOwn(_ path: FieldPath) -> Bool { !path.isInside(oneOf: migrated) }

    let kept = allowsUnknownFields ? [] : report.unknownFieldsKept
    let strangers = (kept + report.unknownFieldsDropped).filter(isOwn)
    for path in strangers where !notedUnknown.contain(path) { unknown.append(path) }
    dropsUnknown = unknown.contains(where: report.unknownFieldsDropped.contains)
    for path in report.rejected.filter(isOwn) where !notedRejected.contain(path) {
      rejected.append(path)
    }
    let filledPaths = report.filled.map(\.path)
    for difference in differences where isOwn(difference.path) {
      if difference.path.isInside(oneOf: strangers) { continue }
      if difference.path.isInside(oneOf: filledPaths) {
        if !notedFilled.contain(difference.path) { filled.append(difference) }
      } else {
        changed.append(difference)
      }
    }
    staleNotes =
      notedUnknown.unused.map { "unknown  \($0)" } + notedFilled.unused.map { "filled   \($0)" }
      + notedRejected.unused.map { "rejected \($0)" }
  }

  /// Whether no rule is broken.
  var isEmpty: Bool {
    unknown.isEmpty && filled.isEmpty && rejected.isEmpty && changed.isEmpty
  }

  /// Whether the type encodes other fields or values than those in the file.
  var isOutdated: Bool { !changed.isEmpty || !filled.isEmpty || dropsUnknown }
}
