import Foundation
import Lineage
import LineageSchemas

/// A fixture decoded as its own version and encoded again, and migrated to the newest version.
struct FixtureReading {
  private let fixture: FixtureCase
  private let ownSchema: Schema
  private let newestSchema: Schema
  private let allowsUnknownFields: Bool
  /// The report of decoding it as its own version.
  private(set) var report = MigrationReport()
  /// The fixture as its version's type encodes it.
  private(set) var rewritten = Data()
  /// Whether the file has the formatting that recording uses.
  private(set) var isOurs = true
  /// The differences between the fixture and what its type encodes.
  private(set) var ownDifferences: [FieldDifference] = []
  /// The migrated fixture, with a placeholder for values that differ each time.
  private(set) var newestForm = DocumentValue.null
  private(set) var newestData = Data()
  /// What the report of the migration says that the result doesn't show.
  private(set) var remarks: [String] = []
  /// The differences of the newest form after it is decoded and encoded again.
  private(set) var instability: [FieldDifference] = []
  /// Whether the fixture is its own newest form.
  private(set) var isNewestForm = false

  init(of fixture: FixtureCase, own: Schema, newest: Schema, allowsUnknownFields: Bool) {
    self.fixture = fixture
    ownSchema = own
    newestSchema = newest
    self.allowsUnknownFields = allowsUnknownFields
  }

  private var format: FixtureFormat { fixture.format }

  /// Decodes the fixture as its own version and encodes it again.
  mutating func rewrite() throws {
    rewritten = try fixture.version.rewritten(
      fixture.data, of: fixture.version, in: format, report: &report)
    if rewritten == fixture.data { return }
    let original = try format.value(from: fixture.data)
    // A recorded file is compared character by character. Files from other sources may format
    // numbers differently.
    isOurs = try format.data(of: original) == fixture.data
    ownDifferences = ownSchema.differences(
      from: original, to: try format.value(from: rewritten),
      numbers: isOurs ? .byCharacters : .byValue, notes: fixture.notes)
  }

  /// Migrates the fixture to the newest version.
  mutating func migrate(to newest: DocumentVersion) throws {
    let first = try newestForm(newest)
    InitialValues.waitForClock()
    let volatile = try newestSchema.volatilePlaces(in: first.written, newestForm(newest).written)
    // Compare the exact forms too: the format may truncate what differs, such as fractions of
    // seconds.
    let exact = newestSchema.volatilePlaces(in: first.exact, try newestForm(newest).exact)
      .map { first.written.path(spelledLike: $0) }
    newestForm = (volatile + exact).reduce(into: newestSchema.canonical(first.written)) {
      form, path in
      form.replace(at: path.components[...], by: .volatile)
    }
    newestData = try format.data(of: newestForm)
    remarks = first.report.remarks
    isNewestForm =
      newestSchema.differences(
        from: try format.value(from: fixture.data), to: newestForm, numbers: .byValue,
        notes: fixture.notes
      )
      .isEmpty
    try readAgain(first.written, as: newest)
  }

  /// Decodes the newest form and encodes it again.
  private mutating func readAgain(_ form: DocumentValue, as newest: DocumentVersion) throws {
    do {
      let again = try newest.rewritten(try format.data(of: form), of: newest, in: format)
      instability = newestSchema.differences(
        from: form, to: try format.value(from: again), notes: fixture.notes)
    } catch {
      throw UnreadableNewestForm(underlyingError: error)
    }
  }

  /// The newest form in the fixture's format and in exact form, and the report of the migration.
  private func newestForm(
    _ newest: DocumentVersion
  ) throws -> (written: DocumentValue, exact: DocumentValue, report: MigrationReport) {
    let forms = try newest.forms(of: fixture.data, fixture.version, in: format)
    return (try format.value(from: forms.written), forms.exact, forms.report)
  }

  /// The type can't decode what it encodes.
  struct UnreadableNewestForm: Error {
    let underlyingError: any Error
  }

  /// The differences between the newest form and the expectation.
  ///
  /// The placeholder in an expectation matches any value: values that differ each time may be equal by chance, and a time
  /// in seconds is the same for a second.
  func differences(from expectation: DocumentValue) -> [FieldDifference] {
    let expected = newestSchema.canonical(expectation)
    return newestSchema.differences(
      from: expected, to: newestForm.masked(like: expected), notes: fixture.notes)
  }

  /// Notes about unordered arrays that match no array, neither in the document nor in its newest form.
  ///
  /// Whether a note is still needed can't be told: an array without order may have the expected one by chance.
  func staleOrders() throws -> [String] {
    var unordered = NotedPaths(fixture.notes.unordered)
    if unordered.unused.isEmpty { return [] }
    unordered.findArrays(in: try format.value(from: fixture.data))
    unordered.findArrays(in: newestForm)
    return unordered.unused.map { "unordered \($0)" }
  }

  // MARK: - Sorting differences

  /// The differences between a fixture and what its type encodes, grouped by the rule that they
  /// break.
  struct Sorted {
    var unknown: [FieldPath] = []
    var filled: [FieldDifference] = []
    var rejected: [FieldPath] = []
    var changed: [FieldDifference] = []
    /// Notes that aren't true.
    var staleNotes: [String] = []
    /// Whether the type drops unknown fields.
    fileprivate(set) var dropsUnknown = false

    /// Whether the type encodes other fields or values than those in the file.
    var isOutdated: Bool { !changed.isEmpty || !filled.isEmpty || dropsUnknown }

    /// Whether the type writes the fixture back unchanged.
    var isInOrder: Bool {
      unknown.isEmpty && filled.isEmpty && rejected.isEmpty && changed.isEmpty
    }
  }

  /// Whether the file can be rewritten without losing anything: it has the formatting that
  /// recording uses, and no notes, except about its downgrade.
  var mayBeRewritten: Bool {
    isOurs && fixture.notes.areOfTypicalDocument && report.nestedMigrations.isEmpty
  }

  /// Sorts the differences, except for those that the notes explain, and those in migrated nested
  /// documents, which have fixtures of their own.
  func sorted() -> Sorted {
    var unknown = NotedPaths(fixture.notes.unknown)
    var filled = NotedPaths(fixture.notes.filled)
    var rejected = NotedPaths(fixture.notes.rejected)
    let migrated = report.nestedMigrations.map(\.path)
    func isOwn(_ path: FieldPath) -> Bool { !path.isInside(oneOf: migrated) }

    var sorted = Sorted()
    let filledPaths = report.filled.map(\.path)
    let kept = allowsUnknownFields ? [] : report.unknownFieldsKept
    let strangers = (kept + report.unknownFieldsDropped).filter(isOwn)
    for path in strangers where !unknown.contain(path) { sorted.unknown.append(path) }
    sorted.dropsUnknown = sorted.unknown.contains(where: report.unknownFieldsDropped.contains)
    for path in report.rejected.filter(isOwn) where !rejected.contain(path) {
      sorted.rejected.append(path)
    }
    for difference in ownDifferences where isOwn(difference.path) {
      if difference.path.isInside(oneOf: strangers) { continue }
      if difference.path.isInside(oneOf: filledPaths) {
        if !filled.contain(difference.path) { sorted.filled.append(difference) }
      } else {
        sorted.changed.append(difference)
      }
    }
    sorted.staleNotes =
      unknown.unused.map { "unknown  \($0)" } + filled.unused.map { "filled   \($0)" }
      + rejected.unused.map { "rejected \($0)" }
    return sorted
  }
}

extension DocumentValue {
  /// Replaces the value at a path, if there is one.
  fileprivate mutating func replace(
    at path: ArraySlice<FieldPath.Component>, by value: DocumentValue
  ) {
    switch path.first {
    case nil: self = value
    case .key(let key):
      guard var member = self[key] else { return }
      member.replace(at: path.dropFirst(), by: value)
      self[key] = member
    case .index(let index):
      guard var element = self[index] else { return }
      element.replace(at: path.dropFirst(), by: value)
      self[index] = element
    }
  }
}

extension DocumentValue {
  /// The path with the spelling of this value's keys.
  fileprivate func path(spelledLike path: FieldPath) -> FieldPath {
    var value: DocumentValue? = self
    return FieldPath(
      path.components.map { step in
        switch step {
        case .index(let index):
          value = value?[index]
          return step
        case .key(let key):
          let own = value?.object?.keys.first { $0.isSpelledLike(key) } ?? key
          value = value?[own]
          return .key(own)
        }
      })
  }
}

extension MigrationReport {
  /// What those who review a migrated document should know: the fields that steps have dropped without saying so, and
  /// their notes.
  fileprivate var remarks: [String] {
    let dropped = carryOverDropped.map { path in
      "dropped: \(path) (the newer type has no such field)"
    }
    return dropped
      + notes.map { note in
        note.path.components.isEmpty ? "note: \(note.text)" : "note: \(note.path): \(note.text)"
      }
  }
}
