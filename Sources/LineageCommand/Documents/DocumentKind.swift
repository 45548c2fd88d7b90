import Foundation
import Lineage
import LineageStore

/// The documents of one type, whatever type that is.
protocol DocumentKind: Sendable {
  /// The name of the newest version's type, which no other type of the program has.
  var name: String { get set }
  /// The version to which documents are migrated.
  var target: AnyVersion { get }
  var chain: VersionChain { get }
  /// The types of all versions, newest first.
  var types: [any VersionedCodable.Type] { get }
  var options: DocumentOptions { get set }
  /// Whether documents fail that would lose fields.
  var refusesLosses: Bool { get set }
  /// What the names of files look like.
  var pattern: String { get }

  /// Whether the name of a file looks like that of such a document.
  func matches(file path: String) -> Bool
  /// Whether a version is in the chain.
  func knows(_ version: AnyVersion) -> Bool

  /// The same documents, migrated up to an older version only; nil if there is no such version.
  func migrating(to version: AnyVersion) -> (any DocumentKind)?
  /// The versioned types whose values documents of the target version contain, as far as they can be learned.
  var nestedVersionedTypes: [any VersionedCodable.Type] { get }

  /// The document in a file, decrypted but not decoded; nil if there is no file.
  func content(ofFile path: String) throws(DocumentFailure) -> Data?
  /// Migrates a document in a file if it is older.
  ///
  /// - Parameter begin: Called before the document is replaced. If it throws, the document stays as it is.
  /// - Returns: What became of the document, and its size as it was read.
  func migrate(
    file path: String, begin: (Examination) throws(DocumentFailure) -> Void
  ) -> (result: MigrationResult, size: Int)

  /// Finds what a document's version says about it. The document isn't validated if it is current.
  func standing(of data: Data) -> DocumentStanding
  /// Finds what migrating a document would change.
  func examine(_ data: Data) -> Examination
  /// What migrates the lines of a text.
  ///
  /// - Parameter decodesCurrentLines: Whether current documents are decoded, too.
  func lineMigrator(
    _ layout: LineLayout, decodingCurrentLines decodesCurrentLines: Bool
  ) -> any LineMigrating

  func backups(ofFile path: String) throws(DocumentFailure) -> [MigrationBackup]
  /// The documents in the backups of a file since a time, newest first, without those that were damaged or never the
  /// document. Each backup is read when the sequence comes to it.
  func documents(
    inBackupsOf path: String, since date: Date
  ) throws(DocumentFailure) -> AnySequence<BackedUpDocument>
  /// Restores a backup; if none is named, the newest one that was the document.
  func restore(file path: String, from name: String?) throws(DocumentFailure) -> MigrationBackup
}

/// What a program has to do with a document.
enum DocumentStanding: Hashable, Sendable {
  /// It has the newest version.
  case current(AnyVersion)
  /// It has an older version, or a value in it has.
  case older(AnyVersion)
  /// It belongs to a newer program, and is left alone.
  case newer(AnyVersion?)
  case failed(DocumentFailure)

  /// The version that the document has, if it is known.
  var version: AnyVersion? {
    switch self {
    case .current(let version), .older(let version): version
    case .newer(let version): version
    case .failed(let failure): failure.version
    }
  }
}

/// What became of a document.
enum MigrationResult: Sendable {
  /// It was older, and was replaced. The examination is of the document before that.
  case migrated(Examination)
  case current(AnyVersion)
  case newer(AnyVersion?)
  case failed(DocumentFailure)

  /// What becomes of a document; nil if it is older, so that this isn't known yet.
  init?(_ standing: DocumentStanding) {
    switch standing {
    case .older: return nil
    case .current(let version): self = .current(version)
    case .newer(let version): self = .newer(version)
    case .failed(let failure): self = .failed(failure)
    }
  }

  /// The version that the document had, if it is known.
  var version: AnyVersion? {
    switch self {
    case .migrated(let examination): examination.standing.version
    case .current(let version): version
    case .newer(let version): version
    case .failed(let failure): failure.version
    }
  }
}

/// What migrating a document changes.
struct Examination: Sendable {
  var standing: DocumentStanding
  /// What changes; nil if nothing does, or if that wasn't asked for.
  var changes: DocumentChanges?
  /// The fields that are lost: see `MigrationReport.fieldsLost`.
  var lost: [FieldPath] = []
  /// The notes of the steps. They may quote values.
  var notes: [MigrationReport.Note] = []
  /// The size of the document as it was read.
  var size = 0
}
