public import Foundation
public import Lineage

/// An error that is thrown when a document can't be opened or saved.
///
/// Each case calls for a different message to the user. Except for ``uncertain(_:)``, the stored document
/// is always what it was before.
///
/// ```swift
/// do {
///   opened = try file.write(poem, over: opened)
/// } catch StoreError.changed(let conflict) {
///   opened = try file.write(conflict.merged(), resolving: conflict)
/// }
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum StoreError: Error {
  /// The document can't be opened now: it can't be reached (permissions, a locked device, a missing disk or folder), the
  /// program's types have a mistake, or it has another format than the store. The document may be fine.
  case unavailable(StoreFailure)
  /// There is no document to update.
  case absent(StoreFailure)
  /// There is a document, but this program can't read it: it is empty, cut off, not of its type, has no version, or a
  /// step threw an error.
  case damaged(DamagedDocument)
  /// The document has a version that this program doesn't know, or this program would lose something if it wrote it.
  case newer(NewerDocument)
  /// Another program has changed the document since it was read.
  case changed(Conflict)
  /// The document may be read, but not written.
  case readOnly(StoreFailure)
  /// Another process is saving, and took longer than ``DocumentOptions/lockTimeout``, or this thread is in the middle of an
  /// update of the same document.
  case locked(StoreFailure)
  /// The document wasn't saved, because the old one couldn't be backed up first.
  case backupFailed(StoreFailure)
  /// The document couldn't be written. The original is intact.
  case notWritten(StoreFailure)
  /// What was to be saved doesn't read back as the same document. The original is intact.
  case notVerified(StoreFailure)
  /// It isn't certain that the document was written: the disk didn't confirm it, so that it may be the old one
  /// after a power cut; its place has stored another document, or still has the old one; or its place reported
  /// an error, and no longer has the old one or can't be read. Keep the value, read the document again, and
  /// write the value with `write(_:over:)`.
  case uncertain(StoreFailure)
}

extension StoreError {
  /// The error of Lineage that is the cause, if there is one.
  package var migrationError: MigrationError? { underlyingError as? MigrationError }

  /// The error of Lineage, a place or a sealing that is the cause, if there is one.
  public var underlyingError: (any Error)? {
    switch self {
    case .damaged(let document): document.underlyingError
    case .newer(let document): document.underlyingError
    default: failure?.underlyingError
    }
  }

  /// Whether the disk is full or read-only, or fails, so that no other document can be written either.
  package var isAboutDisk: Bool {
    switch self {
    case .readOnly, .backupFailed, .notWritten, .uncertain:
      failure?.systemError.map { [ENOSPC, EDQUOT, EROFS, EIO].contains($0.code) } ?? false
    default: false
    }
  }

  /// What happened, if the error isn't about a document that was read.
  var failure: StoreFailure? {
    switch self {
    case .damaged, .newer, .changed: nil
    case .unavailable(let failure), .absent(let failure), .readOnly(let failure),
      .locked(let failure), .backupFailed(let failure), .notWritten(let failure),
      .notVerified(let failure), .uncertain(let failure):
      failure
    }
  }
}

/// What happened to a document that couldn't be opened or saved.
public struct StoreFailure: Sendable {
  /// The name of the document's type.
  public let documentType: String
  /// Where the document is: the path of a file, or the name of a place; nil if it is nowhere yet.
  public let location: String?
  /// The error of the system, if it is the cause.
  public let systemError: SystemError?
  /// The error of Lineage, a place or a sealing, if it is the cause.
  public let underlyingError: (any Error)?
  /// What happened, as a part of a sentence.
  let problem: String
  /// The problem, if it is one with a certain remedy.
  var fixedProblem: FixedProblem?
  /// What was to be done.
  var action = Action.writing
  /// What isn't certain after it, for ``StoreError/uncertain(_:)``.
  var uncertainty: Uncertainty

  /// What was to be done with a document.
  enum Action: Sendable {
    case writing, removing
    /// Changes that aren't saved were to be dropped.
    case dropping
  }

  /// What isn't certain after a write.
  enum Uncertainty: Sendable {
    /// The document was written, but the disk hasn't confirmed it.
    case unconfirmed
    /// The document was written, but it isn't stored as it was.
    case altered
    /// The write reported success, but the old document is still there.
    case unchanged
    /// The write reported an error, and the old document is gone or can't be read.
    case unknown
    /// Another program wrote at the same time, and one of the two documents is at this path now.
    case displaced(to: String)
  }

  init(
    _ problem: String, in document: DocumentName, systemError: SystemError? = nil,
    underlyingError: (any Error)? = nil, uncertainty: Uncertainty = .unconfirmed
  ) {
    self.init(
      problem, documentType: document.type, location: document.location, systemError: systemError,
      underlyingError: underlyingError)
    self.uncertainty = uncertainty
  }

  init(_ problem: FixedProblem, in document: DocumentName) {
    self.init(problem.text, in: document)
    fixedProblem = problem
  }

  /// Creates a failure, to show it in previews and to compare its text in tests.
  ///
  /// - Parameters:
  ///   - problem: What happened, as a part of a sentence: `the key can't be reached`.
  ///   - documentType: The name of the document's type.
  ///   - location: Where the document is.
  ///   - systemError: The error of the system, if it is the cause.
  ///   - underlyingError: Another error, if it is the cause.
  public init(
    _ problem: String, documentType: String, location: String? = nil,
    systemError: SystemError? = nil, underlyingError: (any Error)? = nil
  ) {
    self.problem = problem
    self.documentType = documentType
    self.location = location
    self.systemError = systemError
    self.underlyingError = underlyingError
    uncertainty = .unconfirmed
  }
}

/// A document that can't be read, with its bytes.
///
/// ``DocumentFile/write(_:replacing:)`` requires it, so a program can't replace a document that it hasn't tried to
/// read.
public struct DamagedDocument: Sendable {
  /// The name of the document's type.
  public let documentType: String
  /// Where the document is: the path of a file, or the name of a place; nil if it is nowhere yet.
  public let location: String?
  /// The bytes of the document, as they are stored.
  public let data: Data
  /// Why they can't be read; nil if there are none.
  public let underlyingError: (any Error)?
  private(set) var token: PlaceToken?
  /// Where it is, if it is in a previous location, from which it was to be imported.
  var origin: ImportOrigin?
  /// Whether it is the file of a backup.
  private(set) var isBackup = false

  init(_ stored: StoredBytes, in document: DocumentName, underlyingError: (any Error)?) {
    self.init(
      data: stored.bytes, documentType: document.type, location: document.location,
      underlyingError: underlyingError)
    token = stored.token
    isBackup = document.isBackup
  }

  /// Creates a damaged document, to show it in previews and tests. A store doesn't replace it, unless it has the same
  /// bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes of the document.
  ///   - documentType: The name of the document's type.
  ///   - location: Where the document is.
  ///   - underlyingError: Why they can't be read.
  public init(
    data: Data, documentType: String, location: String? = nil,
    underlyingError: (any Error)? = nil
  ) {
    self.data = data
    self.documentType = documentType
    self.location = location
    self.underlyingError = underlyingError
  }
}

/// A document of a newer program.
public struct NewerDocument: Sendable {
  /// What doesn't have the newer fields.
  enum Loss {
    /// The type, or one of a value inside, has no place for them.
    ///
    /// - Parameter field: One that it would lose, if that is known.
    case type(field: FieldPath?)
    /// The field's key occurs twice, and nothing has a place for the second value.
    case repeatedKey(FieldPath)
    /// The value that was to be saved wasn't made from the one that was read.
    case newValue
    /// The backup that was to be restored.
    case backup
  }

  /// The name of the document's type.
  public let documentType: String
  /// Where the document is: the path of a file, or the name of a place; nil if it is nowhere yet.
  public let location: String?
  /// The bytes of the document, as they are stored.
  public let data: Data
  /// The version that was found; nil if a value inside of the document is newer.
  public let version: AnyVersion?
  /// Why the document can't be read; nil if it can, but not written without a loss.
  public let underlyingError: (any Error)?
  /// What would lose the newer fields, if the document can be read.
  var loss = Loss.type(field: nil)
  /// Where it is, if it is in a previous location, from which it was to be imported.
  var origin: ImportOrigin?
  /// Whether it is the file of a backup.
  private(set) var isBackup = false

  init(
    _ stored: StoredBytes, in document: DocumentName, version: AnyVersion?,
    underlyingError: (any Error)?
  ) {
    self.init(
      data: stored.bytes, documentType: document.type, location: document.location,
      version: version, underlyingError: underlyingError)
    isBackup = document.isBackup
  }

  /// Creates a newer document, to show it in previews and tests.
  ///
  /// - Parameters:
  ///   - data: The bytes of the document.
  ///   - documentType: The name of the document's type.
  ///   - location: Where the document is.
  ///   - version: The version of the document; nil if a value inside of it is newer.
  ///   - underlyingError: Why the document can't be read; nil if it can.
  public init(
    data: Data, documentType: String, location: String? = nil, version: AnyVersion?,
    underlyingError: (any Error)? = nil
  ) {
    self.data = data
    self.documentType = documentType
    self.location = location
    self.version = version
    self.underlyingError = underlyingError
  }
}
