import Foundation
import Lineage

/// What becomes of a fixture: read as its own version and written again, and migrated to the newest.
struct FixtureReading {
  private let fixture: FixtureCase
  private let ownSchema: Schema
  private let newestSchema: Schema
  /// The report of reading it as its own version.
  private(set) var report = MigrationReport()
  /// The fixture as its version's type writes it.
  private(set) var rewritten = Data()
  /// Where the fixture and what the type writes differ.
  private(set) var ownDifferences: [FieldDifference] = []
  /// The newest form that it migrates to. What differs each time is replaced by words that say so.
  private(set) var newestForm = FieldValue.null
  private(set) var newestData = Data()
  /// Where the newest form differs after it is decoded and encoded once more.
  private(set) var instability: [FieldDifference] = []
  /// Whether the fixture is its own newest form.
  private(set) var isNewestForm = false

  /// What stands in an expectation in place of a value that differs each time: a new identifier, the
  /// time.
  static let differsEachTime: FieldValue = "<differs each time>"

  init(of fixture: FixtureCase, own: Schema, newest: Schema) {
    self.fixture = fixture
    ownSchema = own
    newestSchema = newest
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
    let isOurs = try format.data(of: original) == fixture.data
    ownDifferences = differences(
      from: original, to: try format.value(from: rewritten), by: ownSchema,
      numbers: isOurs ? .byCharacters : .byValue)
  }

  /// Takes the fixture to the newest version.
  mutating func migrate(to newest: DocumentVersion) throws {
    let first = try newestForm(newest)
    let start = Date()
    while Date() == start {}
    let volatile = FieldDifference.between(first, try newestForm(newest))
      .filter { $0.kind != .reordered }.map(\.path)
    newestForm = volatile.reduce(into: first) { form, path in
      form.replace(at: path.components[...], by: Self.differsEachTime)
    }
    newestData = try format.data(of: newestForm)
    let again = try newest.rewritten(
      try format.data(of: first), of: newest, in: format)
    instability = differences(
      from: first, to: try format.value(from: again), by: newestSchema, numbers: .byCharacters)
    isNewestForm =
      differences(
        from: try format.value(from: fixture.data), to: newestForm, by: newestSchema,
        numbers: .byValue
      )
      .isEmpty
  }

  /// How the newest form differs from what was expected.
  func differences(from expectation: FieldValue) -> [FieldDifference] {
    differences(from: expectation, to: newestForm, by: newestSchema, numbers: .byCharacters)
  }

  /// The differences between two documents, without those in an order that means nothing: because the
  /// type says so, or the notes beside the fixture.
  private func differences(
    from expected: FieldValue, to found: FieldValue, by schema: Schema,
    numbers: FieldDifference.Numbers
  ) -> [FieldDifference] {
    var noted = NotedPaths(fixture.notes.unordered)
    return FieldDifference.between(expected, found, numbers: numbers).filter {
      $0.kind != .reordered || !(noted.contain($0.path) || schema.isUnordered(at: $0.path))
    }
  }

  private func newestForm(_ newest: DocumentVersion) throws -> FieldValue {
    try format.value(
      from: newest.rewritten(fixture.data, of: fixture.version, in: format))
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

    /// Whether the type writes the fixture again as it is.
    var isInOrder: Bool {
      unknown.isEmpty && filled.isEmpty && rejected.isEmpty && changed.isEmpty
    }
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
    let strangers = (report.unknownFieldsKept + report.unknownFieldsDropped).filter(isOwn)
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

extension FieldPath {
  /// Whether the path is one of the others or leads into it.
  func isInside(oneOf others: [FieldPath]) -> Bool {
    others.contains { components.starts(with: $0.components) }
  }
}

extension FieldValue {
  /// Replaces the value at a path; nothing happens where there is none.
  fileprivate mutating func replace(
    at path: ArraySlice<FieldPath.Component>, by value: FieldValue
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
