import Foundation
import Lineage

/// A broken rule for fixtures, with the file that breaks it and how.
///
/// Its `description` says what to do about it.
public struct FixtureFailure: Sendable {
  /// A rule for fixtures.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Rule: String, Hashable, Sendable, CaseIterable {
    /// The types are linked into a valid chain.
    case chainIsValid
    /// Every version that has fixtures or is in the lock is in the chain.
    case chainIsComplete
    /// Every version has a fixture.
    case versionHasFixture
    /// The folder contains the fixtures of this document only.
    case folderIsOfDocument
    /// Every file belongs to a fixture of a version.
    case fileBelongsToVersion
    /// The lock, the notes and the settings can be read.
    case filesAreReadable
    /// A fixture decodes as its own version.
    case fixtureDecodes
    /// A fixture has the version whose folder it is in.
    case fixtureIsOfItsVersion
    /// A fixture has no fields that its version doesn't know.
    case fixtureHasNoUnknownFields
    /// A fixture has all fields that its version always writes.
    case fixtureHasAllFields
    /// A fixture has no values that its version rejects and replaces with a default.
    case fixtureHasNoRejectedValues
    /// The type of a fixture's version writes it back byte for byte.
    case typeWritesFixtureAgain
    /// A fixture migrates to the newest version.
    case fixtureMigrates
    /// Steps don't lose unknown fields of the document that the types of all versions preserve.
    case stepsKeepUnknownFields
    /// A fixture has a reviewed expectation, the migrated document.
    case fixtureHasExpectation
    /// The migrated fixture equals its expectation.
    case fixtureMeetsExpectation
    /// The newest form of a fixture doesn't change when it is encoded and decoded again.
    case newestFormIsStable
    /// The notes beside a fixture are true.
    case notesAreTrue
    /// Every version is in the lock, with everything that is known about it.
    case shapeIsLocked
    /// A version's shape is the one in the lock.
    case shapeIsUnchanged
    /// The strategies of the coders are those with which versions were recorded.
    case strategiesAreUnchanged
    /// The fixtures of a shipped version exist and are unchanged.
    case fixturesAreKept
    /// A versioned type nested in the document has fixtures of its own.
    case nestedDocumentIsChecked
    /// If a version declares which older programs can read it, they can.
    case readableSinceIsTrue
    /// A fixture of a `Downgradable` version can be downgraded, and the previous version reads the result.
    case fixtureDowngrades
    /// A fixture that is downgraded and migrated again loses only what its notes list.
    case downgradeLosesNothing
    /// A recorded document equals the one in its file.
    case recordedDocumentIsUnchanged
    /// A recorded document doesn't change when it is encoded and decoded.
    case recordedDocumentRoundTrips
    /// A run doesn't write files: if it does, it fails.
    case nothingIsRecorded
    /// Fuzzed documents migrate, or are rejected with a clear error.
    case fuzzedDocumentsAreHandled
  }

  /// The broken rule.
  public let rule: Rule
  /// The path of the file that breaks it, which begins with the folder of all fixtures.
  public let file: String?
  /// The differences between two documents that should be equal.
  public let differences: [FieldDifference]
  /// What happened, in sentences.
  let happened: String
  /// Details, line by line, besides the differences.
  let lines: [String]
  /// What to do about it.
  let remedy: String
  /// Documents to attach to the issue.
  let attachments: [Attached]

  /// A document that is attached to a failure.
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
