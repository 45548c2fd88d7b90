public import Foundation
public import Lineage

/// A document in a place of your own: a key of `UserDefaults`, a row of a database, a record in the keychain.
///
/// ```swift
/// let store = DocumentStore<Settings>(UserDefaultsPlace(.standard, key: "settings"))
/// let current = try store.read()?.value ?? Settings()
/// try store.update(default: Settings()) { $0.fontSize = 15 }
/// ```
///
/// It treats documents like ``DocumentFile``: what can't be read is never written over, and a document is only
/// replaced if it is the one that was read.
public struct DocumentStore<Value: VersionedCodable>: Sendable {
  let place: any StoragePlace
  let options: DocumentOptions
  let imports: [DocumentImport<Value>]

  /// Creates a store of the document in a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - options: The choices for the document. Those for files have no effect.
  ///   - verifies: Whether a document is read again after it was written, to check that it is the same.
  public init(
    _ place: some DocumentPlace, options: DocumentOptions = DocumentOptions(),
    verifies: Bool = true
  ) {
    self.init(place: AdaptedPlace(place: place, verifies: verifies), options: options)
  }

  /// Creates a store of a document that is read and replaced by closures, such as a row of a database.
  ///
  /// ```swift
  /// let row = DocumentStore<Poem>(
  ///   read: { try rows.first(id: 17).map { ($0.document, $0.revision) } },
  ///   replace: { revision, data in try rows.update(id: 17, ifRevision: revision, to: data) })
  /// ```
  ///
  /// - Parameters:
  ///   - name: What errors call the place.
  ///   - options: The choices for the document. Those for files have no effect.
  ///   - verifies: Whether a document is read again after it was written, to check that it is the same. It may be
  ///     false if the place stores every byte, as a column of text does. If `Token` isn't `Equatable`, nothing is
  ///     checked.
  ///   - read: Returns the document and its token; nil only if there is none.
  ///   - replace: Replaces the document, if it still has the token, in one transaction. Returns the new token; nil
  ///     if the document has another token, and wasn't changed.
  ///   - keep: Keeps a document of an older version before it is replaced; nil for a database that has backups of
  ///     its own. Gets the document, and a label with its version.
  public init<Token: Sendable>(
    named name: String = "row", options: DocumentOptions = DocumentOptions(),
    verifies: Bool = true,
    read: @escaping @Sendable () throws -> (Data, Token)?,
    replace: @escaping @Sendable (Token?, Data) throws -> Token?,
    keep: (@Sendable (Data, String) throws -> Void)? = nil
  ) {
    let place = ClosurePlace(name: name, reading: read, replacing: replace, keeping: keep)
    self.init(place: AdaptedPlace(place: place, verifies: verifies), options: options)
  }

  init(
    place: any StoragePlace, options: DocumentOptions, imports: [DocumentImport<Value>] = []
  ) {
    self.place = place
    self.options = options
    self.imports = imports
  }

  var name: DocumentName { DocumentName(Value.self, at: place.location) }
  private var coding: any DocumentCoding { options.format.coding }
}

// MARK: - Reading

extension DocumentStore {
  /// Reads the document. Never writes.
  ///
  /// - Returns: The document; nil only if it is certain that there is none.
  /// - Throws: ``StoreError/unavailable(_:)``, ``StoreError/damaged(_:)`` or ``StoreError/newer(_:)``.
  public func read() throws(StoreError) -> OpenedDocument<Value>? {
    let stored: StoredBytes?
    do {
      stored = try place.read()
    } catch {
      throw error.explained(name)
    }
    guard let stored else { return try imported() }
    return try open(stored)
  }

  private func open(_ stored: StoredBytes) throws(StoreError) -> OpenedDocument<Value> {
    var data = stored.bytes
    if let sealing = options.sealing, !data.isEmpty {
      do {
        data = try sealing.open(data)
      } catch {
        throw StoreError(error, reading: stored, named: name)
      }
    }
    return try OpenedDocument(stored, data: data, name: name, coding)
  }

  /// The document from the first of its earlier homes that has one.
  private func imported() throws(StoreError) -> OpenedDocument<Value>? {
    for source in imports {
      if let imported = try source.read(coding) { return imported }
    }
    return nil
  }
}

// MARK: - Writing

extension DocumentStore {
  /// Writes a document over the one that was read.
  ///
  /// - Parameters:
  ///   - value: The new document.
  ///   - opened: The document that was read; nil if there was none.
  /// - Returns: The document to go on with.
  /// - Throws: ``StoreError/changed(_:)`` if the document isn't the one that was read; otherwise another
  ///   `StoreError`. Except for ``StoreError/uncertain(_:)``, nothing was changed then.
  @discardableResult
  public func write(
    _ value: Value, over opened: OpenedDocument<Value>?
  ) throws(StoreError) -> OpenedDocument<Value> {
    try change { session throws(StoreError) in try write(value, over: opened, in: session) }
  }

  /// Writes a document in place of one that can't be read, which is kept.
  ///
  /// - Parameters:
  ///   - value: The new document.
  ///   - damaged: The damaged document, from ``StoreError/damaged(_:)``.
  /// - Returns: The document to go on with.
  /// - Throws: ``StoreError/changed(_:)`` if the document isn't that one; otherwise another `StoreError`.
  @discardableResult
  public func write(
    _ value: Value, replacing damaged: DamagedDocument
  ) throws(StoreError) -> OpenedDocument<Value> {
    let pending = try PendingDocument(value, replacing: nil, name: name, coding)
    let token = damaged.location == place.location ? damaged.token : nil
    let stored = StoredBytes(damaged.data, token: token)
    return try change { session throws(StoreError) in
      try replace(stored, by: pending, keeping: keeping(BackupFolder.damaged), in: session)
    }
  }

  /// Writes a document over the one that a conflict has found.
  ///
  /// - Parameters:
  ///   - value: The new document, such as the one from ``Conflict/merged(as:identifiedBy:)``.
  ///   - conflict: The conflict, from ``StoreError/changed(_:)``.
  /// - Returns: The document to go on with.
  /// - Throws: ``StoreError/changed(_:)`` if the document was changed once more; otherwise another `StoreError`.
  @discardableResult
  public func write(
    _ value: Value, resolving conflict: Conflict
  ) throws(StoreError) -> OpenedDocument<Value> {
    try write(value, over: conflict.theirs(as: Value.self))
  }

  /// Reads the document, changes it, and writes it, as one step.
  ///
  /// A file is locked during the whole step. In another place, `change` is called again if the document was changed
  /// in the meantime. A document that `change` leaves as it is isn't written.
  ///
  /// - Parameters:
  ///   - initial: The value to change if there is no document yet.
  ///   - change: Changes the value.
  /// - Returns: What `change` returns.
  /// - Throws: `StoreError`, or the error that `change` throws.
  @discardableResult
  public func update<Result>(
    default initial: @autoclosure () throws -> Value, _ change: (inout Value) throws -> Result
  ) throws -> Result {
    try update {
      try initial()
    } change: {
      try change(&$0)
    }
  }

  /// Reads the document, changes it, and writes it, as one step. There must be a document.
  ///
  /// - Parameter change: Changes the value.
  /// - Returns: What `change` returns.
  /// - Throws: ``StoreError/unavailable(_:)`` if there is no document; otherwise another `StoreError`, or the error
  ///   that `change` throws.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
    try update {
      throw StoreError.unavailable(StoreFailure("there is no document to update", in: name))
    } change: {
      try change(&$0)
    }
  }

  private func update<Result>(
    initial: () throws -> Value, change: (inout Value) throws -> Result
  ) throws -> Result {
    try checkAccess()
    var attempts = 0
    while true {
      do {
        return try session { session in
          let opened = try readForUpdate(in: session)
          let unchanged = encodings(of: opened)
          var value = try opened?.value ?? initial()
          let result = try change(&value)
          if !unchanged.isEmpty, try unchanged.contains(encoded(value)) { return result }
          _ = try write(value, over: opened, in: session)
          return result
        }
      } catch StoreError.changed where !place.isExclusive && attempts < 100 {
        attempts += 1
      }
    }
  }

  /// What a value is encoded as if it doesn't have to be written: the document that was read, and the same value as
  /// this program writes it. The two differ if a column has rewritten the document, or a person has formatted it.
  ///
  /// Called before the value is changed, because it may be a class.
  private func encodings(of opened: OpenedDocument<Value>?) -> [Data] {
    guard let opened, opened.stored != nil else { return [] }
    if opened.report.needsRewrite { return [opened.data] }
    return [opened.data] + [try? encoded(opened.value)].compactMap(\.self)
  }

  private func readForUpdate(
    in session: any StorageSession
  ) throws(StoreError) -> OpenedDocument<Value>? {
    let stored: StoredBytes?
    do {
      stored = try session.read()
    } catch {
      throw error.explained(name)
    }
    guard let stored else { return try imported() }
    return try open(stored)
  }

  private func encoded(_ value: Value) throws(StoreError) -> Data {
    do {
      return try coding.encode(value)
    } catch {
      throw .notVerified(StoreFailure("it can't be encoded", in: name, underlyingError: error))
    }
  }

  private func write(
    _ value: Value, over opened: OpenedDocument<Value>?, in session: any StorageSession
  ) throws(StoreError) -> OpenedDocument<Value> {
    let base = opened?.stored == nil ? nil : opened
    let pending =
      if let base { try base.saving(value) } else {
        try PendingDocument(value, replacing: nil, name: name, coding)
      }
    let keeping: Keeping? =
      switch options.backups {
      case .none: nil
      case .beforeMigration:
        pending.documentToKeep == nil ? nil : self.keeping(label(base?.version))
      case .everySave: self.keeping(label(base?.version))
      }
    // The token of another place says nothing here: two rows may have the same revision.
    let stored = base.flatMap { base in
      base.name.location == place.location
        ? base.stored : StoredBytes(base.stored?.bytes ?? base.data)
    }
    let saved = try replace(
      stored, by: pending, keeping: keeping, origin: opened?.origin, in: session)
    opened?.origin?.cleanUp()
    return saved
  }

  private func replace(
    _ base: StoredBytes?, by pending: PendingDocument<Value>, keeping: Keeping?,
    origin: ImportOrigin? = nil, in session: any StorageSession
  ) throws(StoreError) -> OpenedDocument<Value> {
    let bytes = try sealed(pending.data)
    let result: ReplaceResult
    do {
      result = try session.replace(
        base, with: bytes, keeping: keeping, origin: origin)
    } catch {
      throw error.explained(name)
    }
    switch result {
    case .replaced(let stored):
      try verify(pending, over: base, storedAs: stored, in: session)
      return pending.saved.stored(as: stored)
    case .changed(let theirs): throw try conflict(base, pending, theirs)
    }
  }

  /// Checks that a place has stored the document that it was given: some columns rewrite documents.
  private func verify(
    _ pending: PendingDocument<Value>, over base: StoredBytes?, storedAs stored: StoredBytes,
    in session: any StorageSession
  ) throws(StoreError) {
    guard place.verifies else { return }
    let current: StoredBytes?
    do {
      current = try session.read()
    } catch {
      throw .uncertain(
        StoreFailure(
          "it couldn't be read again to check it: \(error.problem)", in: name,
          underlyingError: error.underlyingError))
    }
    // Some places drop what they were given, such as a transaction that isn't committed.
    let isAsBefore =
      if let current, let base {
        current.hasSameToken(as: base) && !current.hasSameToken(as: stored)
      } else { current == nil }
    if isAsBefore {
      throw .uncertain(StoreFailure("its place still has what it had before", in: name))
    }
    // What another program has stored since then says nothing about this document.
    guard let current, current.bytes != stored.bytes, current.hasSameToken(as: stored) else {
      return
    }
    do {
      var data = current.bytes
      if let sealing = options.sealing { data = try sealing.open(data) }
      try pending.verify(stored: data)
    } catch StoreError.notVerified(let failure) {
      throw .uncertain(failure)
    } catch {
      throw .uncertain(
        StoreFailure(PendingDocument<Value>.altered, in: name, underlyingError: error))
    }
  }

  /// What is to be said of a document that another program has changed: if it can't be read, that comes first.
  private func conflict(
    _ base: StoredBytes?, _ pending: PendingDocument<Value>, _ theirs: StoredBytes?
  ) throws(StoreError) -> StoreError {
    let opened = try theirs.map { stored throws(StoreError) in try open(stored) }
    // A damaged document that was to be replaced says nothing about what both have changed.
    let base = base.flatMap { try? open($0) }
    return .changed(
      Conflict(
        base: base?.data, mine: pending.data, theirs: opened?.data, stored: theirs, name: name,
        coding: coding))
  }

  /// The conflict of two values that started from a common one.
  func conflict(
    base: Value, mine: Value, theirs: OpenedDocument<Value>
  ) throws(StoreError) -> Conflict {
    Conflict(
      base: try encoded(base), mine: try encoded(mine), theirs: theirs.data,
      stored: theirs.stored, name: name, coding: coding)
  }

  /// Encrypts a document, and checks that it can be decrypted.
  private func sealed(_ data: Data) throws(StoreError) -> Data {
    guard let sealing = options.sealing else { return data }
    do {
      let sealed = try sealing.seal(data)
      if try sealing.open(sealed) == data { return sealed }
    } catch {
      throw .notVerified(StoreFailure("it can't be encrypted", in: name, underlyingError: error))
    }
    throw .notVerified(
      StoreFailure("it isn't the same after it was encrypted and decrypted", in: name))
  }

  // MARK: - Sessions

  private func change<Result>(
    _ body: (any StorageSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try checkAccess()
    do {
      return try session(body)
    } catch {
      throw error as? StoreError
        ?? .unavailable(StoreFailure("\(error)", in: name, underlyingError: error))
    }
  }

  private func session<Result>(
    _ body: (any StorageSession) throws -> Result
  ) throws -> Result {
    do {
      return try place.exclusively(body)
    } catch let error as PlaceError {
      throw error.explained(name)
    }
  }

  func checkAccess() throws(StoreError) {
    if options.access == .readOnly {
      throw .readOnly(StoreFailure("its options say that it is read-only", in: name))
    }
  }

  private func keeping(_ label: String) -> Keeping {
    switch options.backups {
    case .beforeMigration(let limit), .everySave(let limit): Keeping(label: label, limit: limit)
    case .none: Keeping(label: label, limit: .max)
    }
  }

  /// What a kept document of a version is called.
  private func label(_ version: AnyVersion?) -> String {
    guard let version, version != .unversioned else { return "unversioned" }
    let allowed = "\(version)".prefix(40).map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "_")
        ? character : "_"
    }
    return "version\(String(allowed))"
  }
}

// MARK: - Backups

extension DocumentStore {
  /// The documents that were kept, newest first.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if they can't be listed.
  public func backups() throws(StoreError) -> [DocumentBackup<Value>] {
    do {
      return try place.keptDocuments().map { DocumentBackup(kept: $0, store: self) }
    } catch {
      throw error.explained(name)
    }
  }

  /// Brings back a document that was kept, as it was. The document that is replaced is kept.
  ///
  /// - Parameter backup: One of ``backups()``.
  /// - Returns: The document to go on with.
  /// - Throws: ``StoreError/newer(_:)`` if the document that is there is newer; otherwise another `StoreError`.
  @discardableResult
  public func restore(
    _ backup: DocumentBackup<Value>
  ) throws(StoreError) -> OpenedDocument<Value> {
    // The backup may be that of another document, which is in another place and sealed otherwise.
    let bytes = try backup.store.read(backup.kept)
    let restored = try open(bytes)
    return try change { session throws(StoreError) in
      do {
        let current = try session.read()
        var keeping: Keeping?
        var base: OpenedDocument<Value>?
        if let current {
          do {
            base = try open(current)
            keeping = self.keeping(label(base?.version))
          } catch StoreError.damaged {
            keeping = self.keeping(BackupFolder.damaged)
          }
        }
        // A document that has to be made again gets no more permissions than it had.
        let origin = backup.url.map { url in
          let file = FilePlace(path: url.path(percentEncoded: false), settings: FileSettings())
          return ImportOrigin(permissions: file.permissions())
        }
        let result = try session.replace(
          current, with: bytes.bytes, keeping: keeping, origin: origin)
        switch result {
        case .replaced(let stored): return restored.stored(as: stored)
        case .changed(let theirs):
          let opened = try theirs.map { try open($0) }
          throw StoreError.changed(
            Conflict(
              base: base?.data, mine: restored.data, theirs: opened?.data, stored: theirs,
              name: name,
              coding: coding))
        }
      } catch let error as PlaceError {
        throw error.explained(name)
      } catch {
        throw error as? StoreError
          ?? .unavailable(StoreFailure("\(error)", in: name, underlyingError: error))
      }
    }
  }

  func read(_ kept: KeptDocument) throws(StoreError) -> StoredBytes {
    do {
      return try place.read(kept)
    } catch {
      throw error.explained(name)
    }
  }

  func open(_ kept: KeptDocument) throws(StoreError) -> OpenedDocument<Value> {
    try open(read(kept))
  }

  func version(of kept: KeptDocument) -> AnyVersion? {
    guard let stored = try? read(kept) else { return nil }
    let data = (try? options.sealing?.open(stored.bytes)) ?? stored.bytes
    do {
      return try coding.version(of: Value.self, in: data) ?? .unversioned
    } catch {
      return nil
    }
  }
}

/// A document that was kept before it was replaced.
public struct DocumentBackup<Value: VersionedCodable>: Sendable {
  let kept: KeptDocument
  let store: DocumentStore<Value>

  /// When it was kept.
  public var date: Date { kept.date }
  /// The file that contains it, in the form in which the program of its version opens it; nil if it isn't in a file.
  public var url: URL? { kept.url }
  /// Its version; nil if it can't be read.
  public var version: AnyVersion? {
    isDamaged ? nil : store.version(of: kept)
  }
  /// Whether it was kept because it couldn't be read.
  public var isDamaged: Bool { kept.label == BackupFolder.damaged }

  /// Opens the document, as the newest version of its type.
  ///
  /// - Throws: ``StoreError``.
  public func open() throws(StoreError) -> OpenedDocument<Value> {
    try store.open(kept)
  }
}
