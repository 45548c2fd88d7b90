public import Foundation
public import Lineage

/// A backup of a document, from before it was replaced or removed.
public struct MigrationBackup: Hashable, Sendable {
  /// The name of its file, which says its place in the order, its version, and when it was made.
  public let name: String
  /// When it was made.
  public let date: Date
  /// Its version; nil if it can't be read.
  public let version: AnyVersion?
  /// Whether it has changes that a program couldn't save, so that it was never the document. It is only restored by its
  /// name.
  public let isUnsaved: Bool
  /// Whether it is the document of another program, which a program has replaced without merging it. It is only restored
  /// by its name.
  public let isOverruled: Bool
}

/// The document in a backup.
struct BackedUpDocument {
  /// The name of the backup.
  let backup: String
  /// The document, decrypted but not decoded, or why it can't be read.
  let content: Result<Data, DocumentFailure>
}
