import Foundation
import Lineage

/// What becomes of a fixture: read as its own version and written again, and migrated to the newest.
struct FixtureReading {
  private let fixture: FixtureCase
  private let ownSchema: Schema
  private let newestSchema: Schema
  private let allowsUnknownFields: Bool
  /// The report of reading it as its own version.
  private(set) var report = MigrationReport()
  /// The fixture as its version's type writes it.
  private(set) var rewritten = Data()
  /// Whether the file is written as the kit writes files.
  private(set) var isOurs = true
  /// Where the fixture and what the type writes differ.
  private(set) var ownDifferences: [FieldDifference] = []
  /// The newest form that it migrates to. What differs each time is replaced by words that say so.
  private(set) var newestForm = DocumentValue.null
  private(set) var newestData = Data()
  /// Where the newest form differs after it is decoded and encoded once more.
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

  /// Reads the fixture as its own version and writes it again.
  mutating func rewrite() throws {
    rewritten = try fixture.version.rewritten(
      fixture.data, of: fixture.version, in: format, report: &report)
    if rewritten == fixture.data { return }
    let original = try format.value(from: fixture.data)
    // A file that the kit has written is compared to the last character; one that comes from elsewhere
    // may write its numbers in its own way.
    isOurs = try format.data(of: original) == fixture.data
    ownDifferences = ownSchema.differences(
      from: original, to: try format.value(from: rewritten),
      numbers: isOurs ? .byCharacters : .byValue, notes: fixture.notes)
  }

  /// Takes the fixture to the newest version.
  mutating func migrate(to newest: DocumentVersion) throws {
    let first = try newestForm(newest)
    InitialValues.waitForClock()
    let volatile = try newestSchema.volatilePlaces(in: first.written, newestForm(newest).written)
    // What a format cuts off, such as the fraction of a second, is seen without it.
    let exact = newestSchema.volatilePlaces(in: first.exact, try newestForm(newest).exact)
      .map { first.written.path(spelledLike: $0) }
    newestForm = (volatile + exact).reduce(into: newestSchema.canonical(first.written)) {
      form, path in
      form.replace(at: path.components[...], by: .volatile)
    }
    newestData = try format.data(of: newestForm)
    isNewestForm =
      newestSchema.differences(
        from: try format.value(from: fixture.data), to: newestForm, numbers: .byValue,
        notes: fixture.notes
      )
      .isEmpty
    try readAgain(first.written, as: newest)
  }

  /// Reads the newest form and writes it once more.
  private mutating func readAgain(_ form: DocumentValue, as newest: DocumentVersion) throws {
    do {
      let again = try newest.rewritten(try format.data(of: form), of: newest, in: format)
      instability = newestSchema.differences(
        from: form, to: try format.value(from: again), notes: fixture.notes)
    } catch {
      throw UnreadableNewestForm(underlyingError: error)
    }
  }

  /// The newest form, as the fixture's format writes it and as exactly as it can be told.
  private func newestForm(
    _ newest: DocumentVersion
  ) throws -> (written: DocumentValue, exact: DocumentValue) {
    let forms = try newest.forms(of: fixture.data, fixture.version, in: format)
    return (try format.value(from: forms.written), forms.exact)
  }

  /// The type writes what it can't read.
  struct UnreadableNewestForm: Error {
    let underlyingError: any Error
  }

  /// How the newest form differs from what was expected.
  func differences(from expectation: DocumentValue) -> [FieldDifference] {
    newestSchema.differences(from: expectation, to: newestForm, notes: fixture.notes)
  }

  // MARK: - Sorting differences

  /// The differences between a fixture and what its type writes, by the rule that each of them breaks.
  struct Sorted {
    var unknown: [FieldPath] = []
    var filled: [FieldDifference] = []
    var rejected: [FieldPath] = []
    var changed: [FieldDifference] = []
    /// What the notes say that isn't so.
    var staleNotes: [String] = []

    /// Whether the type writes other fields, or other values, than those in the file.
    var isOutdated: Bool { !changed.isEmpty || !filled.isEmpty }

    /// Whether the type writes the fixture again as it is.
    var isInOrder: Bool {
      unknown.isEmpty && filled.isEmpty && rejected.isEmpty && changed.isEmpty
    }
  }

  /// Whether the file is one that the kit has written and that has no notes, so that nothing is lost when
  /// it is rewritten.
  var mayBeRewritten: Bool {
    isOurs && fixture.notes == FixtureNotes() && report.nestedMigrations.isEmpty
  }

  /// Sorts the differences, without those that the notes beside the fixture explain, and without values
  /// inside that are versioned for themselves: they have fixtures of their own.
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
  /// Replaces the value at a path; nothing happens where there is none.
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
  /// A path as the keys of this value spell it.
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
