public import Foundation

/// Options for storing documents. The defaults suit documents that users create.
public struct DocumentOptions: Sendable {
  /// Whether documents may be written.
  public var access: DocumentAccess
  /// Which documents a save backs up.
  public var backups: BackupPolicy
  /// The folder for backups; nil for a folder `.backups` beside each document. It is created with the first backup, and
  /// has a folder for each document, with the document's path from the nearest folder that contains both. So a document
  /// has the same backups whichever symbolic links lead to it, and keeps them if both move together, as an app's container
  /// does.
  public var backupFolder: URL?
  /// What a finished save survives.
  public var durability: Durability
  /// When the file can be read on a locked device; nil for the default of the folder. Has an effect
  /// on Apple's systems only.
  public var protection: FileProtection?
  /// Encrypts the documents; nil for no encryption.
  public var sealing: (any DocumentSealing)?
  /// How documents are decoded and encoded.
  public var format: DocumentFormat
  /// How long a save waits while another process saves to the same folder, by default 10 seconds. After that, it throws
  /// ``StoreError/locked(_:)``. Saves of one process wait for each other as long as one of them ends within that time.
  public var lockTimeout: Duration

  /// Creates options from those that differ from the defaults.
  public init(
    access: DocumentAccess = .readWrite, backups: BackupPolicy = .beforeMigration(keep: 3),
    backupFolder: URL? = nil, durability: Durability = .full, protection: FileProtection? = nil,
    sealing: (any DocumentSealing)? = nil, format: DocumentFormat = .json,
    lockTimeout: Duration = .seconds(10)
  ) {
    self.access = access
    self.backups = backups
    self.backupFolder = backupFolder
    self.durability = durability
    self.protection = protection
    self.sealing = sealing
    self.format = format
    self.lockTimeout = lockTimeout
  }
}

// MARK: - Conformances

extension DocumentOptions: CustomStringConvertible, CustomReflectable {
  /// The options. Of the encryption, it only says whether there is one, because that may contain the key.
  public var description: String {
    let options = customMirror.children.map { "\($0.label ?? ""): \($0.value)" }
    return "DocumentOptions(\(options.joined(separator: ", ")))"
  }

  /// A mirror that doesn't lead to the key of the encryption either.
  public var customMirror: Mirror {
    let children: KeyValuePairs<String, Any> = [
      "access": access, "backups": backups, "backupFolder": backupFolder?.path ?? "none",
      "durability": durability, "protection": protection.map { "\($0)" } ?? "none",
      "isSealed": sealing != nil, "format": "\(format)", "lockTimeout": lockTimeout,
    ]
    return Mirror(self, children: children)
  }
}

/// Whether documents may be written.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DocumentAccess: Hashable, Sendable {
  /// Documents are read and written. For documents of this program.
  case readWrite
  /// Every write throws ``StoreError/readOnly(_:)``. For documents of other programs, previews,
  /// extensions and widgets.
  case readOnly
}

/// Which documents a save backs up before it replaces them.
///
/// Whatever the policy, a document that can't be read is backed up before it is replaced, and the last backup of an
/// older version stays until another process than the one that made it makes a backup.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum BackupPolicy: Hashable, Sendable {
  /// Saves that change the version of the document or of a value in it, or drop fields that its type doesn't declare.
  /// For almost all documents.
  case beforeMigration(keep: Int)
  /// Every save. For documents that are precious and small.
  case everySave(keep: Int)
  /// Only what has no other copy: documents that can't be read, originals that a restored backup would hide in a
  /// previous location, and changes that couldn't be saved when a live document was released. For data that you can
  /// regenerate, and where something else makes backups before a new version of the program runs.
  case none
}

/// What a finished save survives.
///
/// Whatever the choice, a crash or a kill of the program at any moment leaves the old document or the
/// new one.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum Durability: Hashable, Sendable {
  /// The new document is there, also after a power cut. For what a user has made. Takes two syncs.
  case full
  /// After a power cut, the old document is there, or the new one. For documents that are saved often,
  /// such as the state of windows. Takes one sync.
  case ordered
  /// After a power cut, the document may be damaged. For caches. Takes no sync.
  case cache
}

/// Encrypts documents before they are stored, and decrypts them when they are read.
///
/// With it, a document, its backups and the temporary files of a save are only ever stored encrypted.
///
/// ```swift
/// struct Sealing: DocumentSealing {
///   let key: SymmetricKey
///   func seal(_ data: Data) throws -> Data { try AES.GCM.seal(data, using: key).combined! }
///   func open(_ sealed: Data) throws -> Data { try AES.GCM.open(.init(combined: sealed), using: key) }
/// }
/// ```
public protocol DocumentSealing: Sendable {
  /// Encrypts a document.
  ///
  /// If it throws, or ``open(_:)`` doesn't return the same bytes, the save throws ``StoreError/notVerified(_:)`` and
  /// writes nothing.
  func seal(_ data: Data) throws -> Data
  /// Decrypts a document. An error makes the document damaged, unless it is a
  /// ``SealingUnavailable``.
  func open(_ sealed: Data) throws -> Data
}

/// The error to throw from a ``DocumentSealing`` whose key can't be reached now, such as one in the
/// keychain of a locked device. The document is then unavailable, not damaged.
public struct SealingUnavailable: Error {
  /// Creates the error.
  public init() {}
}
