public import Foundation

/// A place for one document that isn't a file: a key, a row, a record.
///
/// It reads bytes and replaces them, if they are still those that were read. ``DocumentStore`` does everything else.
///
/// ```swift
/// struct KeychainPlace: DocumentPlace { … }
/// let store = DocumentStore<Account>(KeychainPlace(item: "account"))
/// ```
public protocol DocumentPlace<Token>: Sendable {
  /// Identifies one stored revision of the document: a revision number, a modification tag, or the bytes
  /// themselves.
  associatedtype Token: Equatable & Sendable

  /// What errors call the place, such as `row 17 of poems`.
  ///
  /// It also tells the place from others: two places with the same name accept each other's tokens, so that a document
  /// of one can replace that of the other.
  var name: String { get }

  /// Reads the document.
  ///
  /// - Returns: The bytes and the token of the document; nil only if it is certain that there is none.
  /// - Throws: Any error, if that isn't certain.
  func read() throws -> (data: Data, token: Token)?

  /// Replaces the document, if it is still the one with the token, in one atomic step.
  ///
  /// - Parameters:
  ///   - token: The token of the document that was read; nil if there was none.
  ///   - data: The new document.
  /// - Returns: The token of the new document; nil if the document isn't the one with the token, in which case
  ///   nothing was changed.
  /// - Throws: Any error. The store then reads the document again. If it has changed or can't be read, such as after
  ///   a connection was lost during a commit, the store throws ``StoreError/uncertain(_:)``.
  func replace(_ token: Token?, with data: Data) throws -> Token?

  /// Removes the document, if it is still the one with the token, in one atomic step.
  ///
  /// The default implementation throws an error, for places in which documents are removed otherwise.
  ///
  /// - Parameter token: The token of the document that was read.
  /// - Returns: Whether the document was removed. If not, it isn't the one with the token, and nothing was changed.
  /// - Throws: Any error. The store then reads the document again, as for ``replace(_:with:)``.
  func remove(_ token: Token) throws -> Bool

  /// Backs up a document before it is replaced with one of another version, or because it is damaged.
  ///
  /// The default implementation makes no backup, for places that have backups of their own. A damaged document can't be
  /// replaced there.
  ///
  /// Removes no other backup. A save is repeated if another program has saved before it, so skip a document that equals
  /// the newest backup.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - label: What to call it: `version` and its version, `unversioned`, one of the two after `removed_` if the document
  ///     is removed, `damaged`, `overruled` if ``LiveDocument/keepMine()`` replaces it, or `unsaved` for changes that a
  ///     ``LiveDocument`` couldn't save before it was released. In a version, `_` is a hyphen, other characters than letters, digits and periods are
  ///     percent-encoded, and a hash replaces the end of a long one, so that a label can be a part of a file name.
  /// - Returns: Whether the document was backed up.
  /// - Throws: Any error. Then the document is neither replaced nor removed.
  func backUp(_ data: Data, label: String) throws -> Bool

  /// Removes the oldest backups beyond a limit, after a document was backed up, and replaced or removed.
  ///
  /// The default implementation removes none. A failed save costs no backup, because this isn't called then.
  ///
  /// - Parameter limit: How many backups to keep at least, and how many of removed documents besides. Keep all with the
  ///   labels `damaged`, `overruled` and `unsaved`, since there may be no other copy.
  /// - Throws: Any error, which is ignored.
  func removeBackups(beyond limit: Int) throws

  /// The backups, newest first; none by default.
  ///
  /// - Throws: Any error, if they can't be read.
  func backups() throws -> [PlaceBackup]

  /// Removes all backups.
  ///
  /// The default implementation throws an error if there are any.
  ///
  /// - Throws: Any error, if they can't be removed.
  func removeBackups() throws
}

extension DocumentPlace {
  /// Throws an error.
  public func remove(_ token: Token) throws -> Bool {
    throw PlaceProblem(description: "the place can't remove documents")
  }

  /// Makes no backup. So a damaged document isn't replaced, and changes in a conflict are lost when a ``LiveDocument``
  /// is released.
  public func backUp(_ data: Data, label: String) throws -> Bool { false }

  /// Removes none.
  public func removeBackups(beyond limit: Int) throws {}

  /// No backups.
  public func backups() throws -> [PlaceBackup] { [] }

  /// Throws an error if there are any.
  public func removeBackups() throws {
    guard try backups().isEmpty else {
      throw PlaceProblem(description: "the place can't remove backups")
    }
  }
}

/// A backup in a place.
public struct PlaceBackup: Hashable, Sendable {
  /// The document.
  public var data: Data
  /// What it is called: `version` and its version, `unversioned`, one of the two after `removed_`, `damaged`, `overruled`
  /// or `unsaved`.
  public var label: String
  /// When it was made.
  public var date: Date

  /// Creates a backup.
  public init(data: Data, label: String, date: Date) {
    self.data = data
    self.label = label
    self.date = date
  }
}

/// The error of a place that doesn't support an operation. Nothing was changed.
struct PlaceProblem: Error, CustomStringConvertible {
  let description: String
}
