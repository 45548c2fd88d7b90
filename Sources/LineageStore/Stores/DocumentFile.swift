public import Foundation
public import Lineage

/// A document in a file. A save replaces all of it, or nothing.
///
/// ```swift
/// let settings = DocumentFile<Settings>("settings.json", in: .applicationSupport)
/// let current = try settings.read()?.value ?? Settings()
/// try settings.update(default: Settings()) { $0.fontSize = 15 }
/// ```
///
/// Reading never writes. A write replaces the file only if it hasn't changed since it was read. With
/// ``Durability/full``, it returns when the new file is on the disk. A file that can't be read is never overwritten. A
/// damaged one can be replaced at your request, after it has been backed up.
public struct DocumentFile<Value: VersionedCodable>: Sendable {
  /// The document as a store, for code that works with any place.
  public let store: DocumentStore<Value>

  /// Where the document is.
  public var url: URL { URL(literalPath: store.place.location, directoryHint: .notDirectory) }

  /// Creates a document in a file, which may not exist yet. Its folder must exist.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - options: The options for the document.
  ///   - imports: The previous locations of the document, in the order in which they are read if there is no file.
  public init(
    _ url: URL, options: DocumentOptions = DocumentOptions(), imports: [DocumentImport<Value>] = []
  ) {
    self.init(
      path: FilePath.of(url), createsFolder: false, options: options,
      imports: imports)
  }

  /// Creates a document in a folder of the program, which is made when the document is first saved.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - directory: The folder.
  ///   - options: The options for the document.
  ///   - imports: The previous locations of the document, in the order in which they are read if there is no file.
  public init(
    _ name: String, in directory: DocumentDirectory, options: DocumentOptions = DocumentOptions(),
    imports: [DocumentImport<Value>] = []
  ) {
    self.init(
      path: FilePath.joined(FilePath.of(directory.url), name), named: name, createsFolder: true,
      options: options, imports: imports)
  }

  package init(
    path: String, named name: String? = nil, createsFolder: Bool, options: DocumentOptions,
    imports: [DocumentImport<Value>] = [], calls: any FileCalls = SystemCalls()
  ) {
    var settings = FileSettings()
    settings.name = name
    settings.backupFolder = options.backupFolder.map(FilePath.of)
    settings.durability = options.durability
    settings.protection = options.protection
    settings.lockTimeout = options.lockTimeout
    settings.createsFolder = createsFolder
    store = DocumentStore(
      place: FilePlace(path: path, settings: settings, calls: calls),
      options: options, imports: imports)
  }
}

// MARK: - Conformances

extension DocumentFile: CustomStringConvertible {
  /// The type of the document, and the path of its file.
  public var description: String { store.description }
}

/// A folder of the system for a program's documents.
public struct DocumentDirectory: Hashable, Sendable {
  /// The folder.
  public let url: URL

  /// Creates a directory from the URL of a folder that belongs to the program, and may be made.
  public init(_ url: URL) {
    self.url = url
  }

  /// For files that the program makes for itself: a folder of its own in Application Support, or in
  /// `~/.local/share` on Linux.
  ///
  /// Its name is the bundle identifier or, without a bundle, that of the executable file.
  public static var applicationSupport: DocumentDirectory {
    system(.applicationSupportDirectory, programName)
  }

  /// For files that the user knows of: the folder for documents.
  public static var documents: DocumentDirectory {
    system(.documentDirectory)
  }

  private static func system(
    _ directory: FileManager.SearchPathDirectory, _ subfolder: String = ""
  ) -> DocumentDirectory {
    let url =
      FileManager.default.urls(for: directory, in: .userDomainMask).first
      ?? URL(filePath: NSHomeDirectory())
    return DocumentDirectory(subfolder.isEmpty ? url : url.appending(path: subfolder))
  }

  #if canImport(Darwin)
    /// For files that several apps and extensions share: the folder of an app group; nil if the program isn't
    /// entitled to it.
    public static func appGroup(_ identifier: String) -> DocumentDirectory? {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)
        .map(DocumentDirectory.init)
    }
  #endif

  private static var programName: String {
    Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  }
}

// MARK: - Reading and writing

extension DocumentFile {
  /// Reads the document. Never writes.
  ///
  /// - Returns: The document; nil only if there is no file.
  /// - Throws: ``StoreError/unavailable(_:)``, ``StoreError/damaged(_:)`` or ``StoreError/newer(_:)``.
  public func read() throws(StoreError) -> OpenedDocument<Value>? {
    try store.read()
  }

  /// Writes a document over the one that was read.
  ///
  /// - Parameters:
  ///   - value: The new document.
  ///   - opened: The document that was read; nil if there was no file.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/changed(_:)`` if the file has another document, or none; ``StoreError/damaged(_:)`` or
  ///   ``StoreError/newer(_:)`` if this program can't read what it has now;
  ///   ``StoreError/readOnly(_:)``, ``StoreError/locked(_:)``, ``StoreError/unavailable(_:)``,
  ///   ``StoreError/backupFailed(_:)``, ``StoreError/notWritten(_:)`` or ``StoreError/notVerified(_:)``. Nothing was
  ///   changed then. With ``StoreError/uncertain(_:)``, the new document may be stored or not.
  @discardableResult
  public func write(
    _ value: Value, over opened: OpenedDocument<Value>?
  ) throws(StoreError) -> OpenedDocument<Value> {
    try store.write(value, over: opened)
  }

  /// Writes a document in place of one that can't be read, which is backed up.
  ///
  /// - Parameters:
  ///   - value: The new document.
  ///   - damaged: The damaged document, from ``StoreError/damaged(_:)``.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/changed(_:)`` if the file has a document that can be read, or none;
  ///   ``StoreError/damaged(_:)`` if it has another damaged one; otherwise another `StoreError`.
  @discardableResult
  public func write(
    _ value: Value, replacing damaged: DamagedDocument
  ) throws(StoreError) -> OpenedDocument<Value> {
    try store.write(value, replacing: damaged)
  }

  /// Writes a document over the one that a conflict has found.
  ///
  /// If the new document lacks a change of the other program, that program's document is backed up, unless the
  /// ``BackupPolicy`` is `none`.
  ///
  /// - Parameters:
  ///   - value: The new document, such as the one from ``Conflict/merged(as:identifiedBy:preferring:)``.
  ///   - conflict: The conflict, from ``StoreError/changed(_:)``.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/changed(_:)`` if the file was changed once more; otherwise another `StoreError`.
  @discardableResult
  public func write(
    _ value: Value, resolving conflict: Conflict
  ) throws(StoreError) -> OpenedDocument<Value> {
    try store.write(value, resolving: conflict)
  }

  /// Reads the document, changes it, and writes it.
  ///
  /// No other program that uses `LineageStore` can save the document in between. If one that doesn't has saved it,
  /// `initial` and `change` are called again. A document that `change` leaves as it is isn't written, unless it has an
  /// older version, or a value in it has one.
  ///
  /// - Parameters:
  ///   - initial: The value to change if there is no file yet.
  ///   - change: Changes the value.
  /// - Returns: What `change` returns.
  /// - Throws: `StoreError`, or the error that `change` throws.
  @discardableResult
  public func update<Result>(
    default initial: @autoclosure () throws -> Value, _ change: (inout Value) throws -> Result
  ) throws -> Result {
    try store.update(default: initial(), change)
  }

  /// Reads the document, changes it, and writes it. There must be a file.
  ///
  /// No other program that uses `LineageStore` can save the document in between. If one that doesn't has saved it,
  /// `change` is called again.
  ///
  /// - Parameter change: Changes the value.
  /// - Returns: What `change` returns.
  /// - Throws: ``StoreError/absent(_:)`` if there is no file; otherwise another `StoreError`, or the error that
  ///   `change` throws.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
    try store.update(change)
  }

  /// The backups of the document, newest first.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if they can't be listed.
  public func backups() throws(StoreError) -> [DocumentBackup<Value>] {
    try store.backups()
  }

  /// Replaces the document with a backup, byte for byte. The document that it replaces is backed up first.
  ///
  /// - Parameter backup: One of ``backups()``.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/newer(_:)`` if the file or the backup is newer than this program;
  ///   ``StoreError/damaged(_:)`` if the backup can't be read; otherwise another `StoreError`. To bring back a backup that
  ///   can't be read, copy the file at its ``DocumentBackup/url``.
  @discardableResult
  public func restore(
    _ backup: DocumentBackup<Value>
  ) throws(StoreError) -> OpenedDocument<Value> {
    try store.restore(backup)
  }

  /// Removes the document, even if it is newer than this program or can't be read. Does nothing if there is no file.
  ///
  /// It is backed up first, unless the ``BackupPolicy`` is `none`. ``restore(_:)`` brings it back if this program
  /// can read it. ``removeBackups()`` removes it for good. As many removed documents are kept as the policy says, besides
  /// the other backups.
  ///
  /// What is in its previous locations is backed up and removed, too, even if it is damaged or newer. If one can't be
  /// reached, it stays there; if there is no document, an error is thrown. If an import was created with
  /// `removing: false` or without `cleanUp`, it stays there, and the next ``read()`` imports it once more, however old it
  /// is. If the path is a symbolic link, it is removed, too; the backups stay beside the file that it led to.
  ///
  /// - Throws: `StoreError`. Except for ``StoreError/uncertain(_:)``, the document is still there then.
  public func remove() throws(StoreError) {
    try store.remove()
  }

  /// Removes all backups of the document, and not the document itself. A document that was removed is gone then.
  ///
  /// - Throws: `StoreError`. Some backups may have been removed then.
  public func removeBackups() throws(StoreError) {
    try store.removeBackups()
  }
}
