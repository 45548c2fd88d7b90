import Foundation
import Lineage

/// A rule of fixtures that is broken: which one, by which file, and how.
///
/// Its `description` says what to do about it.
public struct FixtureFailure: Sendable {
  /// What fixtures have to keep to.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The types are linked into a chain that works.
    case chainIsInOrder
    /// Every version that there are fixtures of, or that is in the lock, is in the chain.
    case chainIsComplete
    /// Every version has a fixture.
    case versionHasFixture
    /// The folder holds the fixtures of this document, and of no other.
    case folderIsOfDocument
    /// Every file belongs to a fixture of a version.
    case fileBelongsToVersion
    /// The files that the kit keeps, and what it is told, can be understood.
    case kitIsReadable
    /// A fixture decodes as its own version.
    case fixtureDecodes
    /// A fixture has the version whose folder it is in.
    case fixtureIsOfItsVersion
    /// A fixture has no fields that its version doesn't know.
    case fixtureHasNoUnknownFields
    /// A fixture has all fields that its version always writes.
    case fixtureHasAllFields
    /// A fixture has no values that its version puts a default in place of.
    case fixtureHasNoRejectedValues
    /// The type of a fixture's version writes it again byte for byte.
    case typeWritesFixtureAgain
    /// A fixture migrates to the newest version.
    case fixtureMigrates
    /// What a fixture becomes has been reviewed.
    case fixtureHasExpectation
    /// A fixture becomes what its expectation says.
    case fixtureMeetsExpectation
    /// The newest form of a fixture, encoded and decoded again, is the same.
    case newestFormIsStable
    /// What the notes beside a fixture say is so.
    case notesAreTrue
    /// Every version is in the lock, with everything that is known of it.
    case shapeIsLocked
    /// A version's shape is the one in the lock.
    case shapeIsUnchanged
    /// The fixtures of a version that has shipped are there, and are the documents that they were.
    case fixturesAreKept
    /// A versioned type inside the document has fixtures of its own.
    case nestedDocumentIsChecked
    /// A version that says which older programs can read it can be read by them.
    case promiseIsKept
    /// A recorded document is the one that its file holds.
    case recordedDocumentIsUnchanged
    /// A recorded document comes back from its file as it was.
    case recordedDocumentComesBack
    /// A run that writes files is no success.
    case nothingIsRecorded
    /// Made-up documents migrate, or are refused with a clear error.
    case fuzzedDocumentsAreHandled
  }

  /// The rule that is broken.
  public let rule: Rule
  /// The file that breaks it, with its path from the folder of all fixtures.
  public let file: String?
  /// Where the two documents differ that should be the same.
  public let differences: [FieldDifference]
  /// What happened, in sentences.
  let happened: String
  /// What the sentences are about, line by line, besides the differences.
  let lines: [String]
  /// What to do about it.
  let remedy: String
  /// Documents to look at, by their names.
  let attachments: [Attached]

  /// A document that is kept with a failure.
  struct Attached: Sendable {
    let name: String
    let content: Data
  }

  init(
    _ rule: Rule, file: String? = nil, _ happened: String, lines: [String] = [],
    differences: [FieldDifference] = [], remedy: String, attachments: [Attached] = []
  ) {
    self.rule = rule
    self.file = file
    self.happened = happened
    self.lines = lines
    self.differences = differences
    self.remedy = remedy
    self.attachments = attachments
  }
}

extension FixtureFailure: CustomStringConvertible {
  /// What happened, the differences line by line, and what to do.
  public var description: String {
    let lines = lines + differences.map(\.description)
    return ([happened] + lines.map { "  \($0)" } + [remedy]).joined(separator: "\n")
  }
}
