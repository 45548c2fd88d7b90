import Foundation

/// Where one document is stored, whatever the place is.
protocol StoragePlace: Sendable {
  /// What errors call the place, such as the path of a file.
  var location: String { get }
  /// Whether the store reads a document again after it was written, because the place may have changed it.
  var verifies: Bool { get }

  /// Reads what is stored; nil if it is known that there is nothing.
  func read() throws(PlaceError) -> StoredBytes?

  /// Begins a change of what is stored. Its `end()` must be called.
  func begin() throws(PlaceError) -> any StorageSession

  /// Begins a session that only makes backups, and doesn't wait while other programs save. Its `end()` must be called.
  func beginBackup() throws(PlaceError) -> any StorageSession

  /// The backups, newest first.
  func storedBackups() throws(PlaceError) -> [StoredBackup]

  /// Reads the document in a backup.
  func read(_ backup: StoredBackup) throws(PlaceError) -> StoredBytes

  /// Calls a function when what is stored may have changed, until the result is released; nil if the place doesn't
  /// know.
  func watch(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)?
}

extension StoragePlace {
  var verifies: Bool { false }

  func beginBackup() throws(PlaceError) -> any StorageSession { try begin() }
}

/// A session in which the stored document is changed, as one step.
protocol StorageSession {
  /// Reads what is stored; nil if it is known that there is nothing.
  func read() throws(PlaceError) -> StoredBytes?

  /// Stores bytes, if what is stored is still the base; nil is nothing.
  ///
  /// - Parameters:
  ///   - backup: The label with which the base is backed up first; nil if it isn't.
  ///   - origin: Where the first document comes from; nil if it is new.
  func replace(
    _ base: StoredBytes?, with bytes: Data, backup: BackupLabel?, origin: FileOrigin?
  ) throws(PlaceError) -> ReplaceResult

  /// Throws an error if what is stored can't be removed, as far as that is known before.
  func checkRemovable() throws(PlaceError)

  /// Removes what is stored, if it is still the base.
  ///
  /// - Parameter backup: The label with which the base is backed up first; nil if it isn't.
  /// - Returns: Whether it was removed. Otherwise something else was stored in the meantime, and nothing was changed.
  func remove(_ base: StoredBytes, backup: BackupLabel?) throws(PlaceError) -> Bool

  /// Removes backups beyond a limit, after a document was backed up, and replaced or removed.
  func removeBackups(beyond limit: Int)

  /// Backs up bytes, and removes no other backup.
  ///
  /// - Parameter origin: Where they are removed from afterwards; nil if they aren't.
  func backUp(_ bytes: Data, label: BackupLabel, from origin: FileOrigin?) throws(PlaceError)

  /// Removes all backups.
  func removeBackups() throws(PlaceError)

  /// Ends the change, and lets other programs write.
  func end()
}

extension StorageSession {
  func checkRemovable() throws(PlaceError) {}
}

/// Where the document comes from for which a file is made.
enum FileOrigin {
  /// A backup at a path, whose owner, permissions and attributes the file gets.
  case backup(String)
  /// A previous location, from which the document is removed afterwards.
  ///
  /// - Parameters:
  ///   - permissions: The most that the file gets; nil if the previous location isn't a file.
  ///   - document: The document as it was stored there, which is backed up; nil if it isn't.
  case previousLocation(permissions: UInt32?, document: Data?)
}

/// The result of a replacement.
enum ReplaceResult {
  /// The bytes are stored.
  case replaced(StoredBytes)
  /// Something else was stored in the meantime, and nothing was changed.
  case changed(StoredBytes?)
}

/// A backup that a place has.
struct StoredBackup: Sendable {
  /// The name by which the place finds it; empty if the place has returned its bytes.
  var name: String
  var label: BackupLabel
  var date: Date
  /// Where it is; nil if that isn't a file.
  var url: URL?
  /// The document, if the place has returned it with the list of backups.
  var bytes: Data?
}
