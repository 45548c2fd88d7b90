public import Foundation
public import Lineage
import LineageStore

/// Why a document can't be read or migrated. It quotes no content of the document.
public struct DocumentFailure: Error, Hashable, Sendable {
  /// What is wrong, in a word that scripts can compare.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Code: String, Sendable {
    /// It isn't a document of its format: damaged, cut off, or empty.
    case unreadable
    /// It has a known version, but not the shape of that version.
    case undecodable
    /// It has no version, although one is expected.
    case missingVersion = "missing-version"
    /// It has something else in place of the version.
    case malformedVersion = "malformed-version"
    /// It is older than the oldest version that the program knows.
    case olderVersion = "older-version"
    /// It has a version that isn't among those that the program knows, although it isn't newer.
    case unknownVersion = "unknown-version"
    /// A step to a newer version failed.
    case stepFailed = "step-failed"
    /// The migrated document can't be encoded, or not read again.
    case notVerified = "not-verified"
    /// It would lose fields, which was forbidden.
    case lostField = "lost-field"
    /// The types have a mistake.
    case programMistake = "program-mistake"
    /// The file can't be reached.
    case unavailable
    /// The file can't be written.
    case notWritten = "not-written"
    /// The disk is full or read-only, or fails, so that no other file can be written either.
    case diskFailed = "disk-failed"
    /// Another program has changed or locked the file.
    case inUse = "in-use"
    /// A line has no separator after its key.
    case missingKey = "missing-key"
    /// A line has no document in the field where it is expected.
    case missingColumn = "missing-column"
    /// The file isn't one of the program's documents.
    case unknownType = "unknown-type"
  }

  /// What is wrong.
  public let code: Code
  /// The version of the document, if it is known.
  public let version: AnyVersion?
  /// The path of the field that is wrong; empty if it is the document itself.
  public let path: FieldPath
  /// What is wrong and where, in a sentence.
  public let message: String

  /// Creates a failure, to compare with others in tests.
  public init(
    _ code: Code, version: AnyVersion? = nil, path: FieldPath = FieldPath(), message: String
  ) {
    self.code = code
    self.version = version
    self.path = path
    self.message = message
  }
}

extension DocumentFailure: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { message }
  /// The message.
  public var errorDescription: String? { message }
}

extension DocumentFailure {
  /// The failure of a file whose name is like that of no documents.
  static var unknownName: DocumentFailure {
    DocumentFailure(
      .unknownType, message: "Can't infer the type of the document from its name. Add --type.")
  }

  /// The failure of a file that was there a moment ago.
  static var removed: DocumentFailure {
    DocumentFailure(.unavailable, message: "It was removed in the meantime.")
  }

  /// The failure of a document that has no backup in the folder for them.
  ///
  /// - Parameter sentence: Which backup there isn't.
  static func noBackup(_ sentence: String) -> DocumentFailure {
    DocumentFailure(
      .unavailable,
      message:
        "\(sentence) If you migrated with '--backups' or '--type', use the same options here.")
  }

  /// The failure of a file that can't be reached by its name.
  static var oddName: DocumentFailure {
    DocumentFailure(
      .unavailable, message: "Its name isn't valid UTF-8. Rename it to migrate what it contains.")
  }

  /// The failure of a document that would lose fields, if there are any.
  static func loss(_ report: MigrationReport, version: AnyVersion?) -> DocumentFailure? {
    guard let path = report.fieldsLost.first else { return nil }
    let remedy =
      report.lostFields.isEmpty
      ? """
      The next version has no such field, and no step says what becomes of it: rename or drop it in the step.
      """
      : """
      If the type of its version doesn't declare the field, give that type and all newer ones UnknownFields; if a step \
      drops it or the lenient property that rejected it, fix the step; if its key occurs twice, remove one of the two.
      """
    return DocumentFailure(
      .lostField, version: version, path: path,
      message: "At \(path): Migrating the document would lose the value. \(remedy)")
  }

  /// The failure of a folder where a document is expected.
  static func folder(_ verb: Verb) -> DocumentFailure {
    let undoing = " To undo a migration of all of them, add its '--journal'."
    return DocumentFailure(
      .unknownType,
      message: "It is a folder. Name its documents.\(verb == .restore ? undoing : "")")
  }

  /// The failure of a backup that was named like a document.
  static var backup: DocumentFailure {
    DocumentFailure(
      .unknownType,
      message:
        "It is a backup, which is never migrated. Leave it out, or use 'restore' to replace its document with it."
    )
  }
}

// MARK: - From other errors

extension DocumentFailure {
  init(_ error: MigrationError, version: AnyVersion?) {
    self.init(
      Code(error), version: version, path: error.path,
      message: error.briefDescription.withoutProperty)
  }

  init(_ error: StoreError, version: AnyVersion?) {
    let cause = error.migrationError
    let code: Code =
      switch error {
      case .damaged, .newer: cause.map(Code.init) ?? .unreadable
      case .unavailable, .absent: cause == nil ? .unavailable : .programMistake
      case .locked, .changed: .inUse
      case .notVerified: .notVerified
      default: error.isAboutDisk ? .diskFailed : .notWritten
      }
    self.init(
      code, version: version, path: error.underlyingError?.fieldPath ?? FieldPath(),
      message: error.briefDescription.withoutProperty)
  }

  /// The failure of a document that was decoded or encoded without a store.
  init(_ error: any Error, version: AnyVersion?) {
    switch error {
    case let error as DocumentFailure: self = error
    case let error as MigrationError: self.init(error, version: version)
    case let error as StoreError: self.init(error, version: version)
    default:
      self.init(
        .undecodable, version: version, path: error.fieldPath, message: error.occurrence)
    }
  }
}

extension String {
  /// The text of an error without the property that has its cause, which failures and commands don't have. The cause
  /// may quote the document.
  var withoutProperty: String { replacing(" (see underlyingError)", with: "") }
}

extension DocumentFailure.Code {
  init(_ error: MigrationError) {
    self =
      switch error.reason {
      case .unreadable: .unreadable
      case .missingVersion: .missingVersion
      case .malformedVersion: .malformedVersion
      case .olderVersion: .olderVersion
      case .unknownVersion: .unknownVersion
      case .stepFailed, .carryOverFailed, .unknownFieldIsDeclared: .stepFailed
      case .mistakenStep, .brokenChain, .unusableDefaults, .misdeclaredType: .programMistake
      case .noPlaceForVersion, .notInChain, .notDowngradable, .downgradeFailed: .notVerified
      default: .undecodable
      }
  }
}
