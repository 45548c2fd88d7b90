import Foundation
import Lineage

extension DocumentStore {
  /// Writes a document over the one that was read.
  ///
  /// - Parameters:
  ///   - value: The new document.
  ///   - opened: The document that was read; nil if there was none.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/changed(_:)`` if another document is stored, or none; ``StoreError/damaged(_:)`` or
  ///   ``StoreError/newer(_:)`` if this program can't read what is stored now; otherwise another `StoreError`. Except
  ///   for ``StoreError/uncertain(_:)``, nothing was changed then.
  @discardableResult
  public func write(
    _ value: Value, over opened: OpenedDocument<Value>?
  ) throws(StoreError) -> OpenedDocument<Value> {
    try change { session throws(StoreError) in try write(value, over: opened, in: session) }
  }

  /// Writes a document in place of one that can't be read, which is backed up first.
  ///
  /// - Parameters:
  ///   - value: The new document.
  ///   - damaged: The damaged document, from ``StoreError/damaged(_:)``.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/changed(_:)`` if the document can be read, or there is none; ``StoreError/damaged(_:)`` if
  ///   it is another damaged one; otherwise another `StoreError`.
  @discardableResult
  public func write(
    _ value: Value, replacing damaged: DamagedDocument
  ) throws(StoreError) -> OpenedDocument<Value> {
    let pending = try PendingDocument(value, replacing: nil, name: name, coding)
    var origin = ownOrigin(damaged.origin)
    if let document = origin?.document { origin?.document = try sealed(document) }
    let stored = damaged.origin == nil ? StoredBytes(damaged.data, token: damaged.token) : nil
    return try change { session throws(StoreError) in
      if stored == nil {
        try checkThatNothingElseIsImported(
          insteadOf: pending, over: nil, from: origin, in: session)
      }
      let saved = try replace(
        stored, by: pending, backup: .damaged, origin: origin, in: session)
      try? origin?.cleanUp()
      return saved
    }
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
  /// - Throws: ``StoreError/changed(_:)`` if the document was changed once more; otherwise another `StoreError`.
  @discardableResult
  public func write(
    _ value: Value, resolving conflict: Conflict
  ) throws(StoreError) -> OpenedDocument<Value> {
    let theirs = try conflict.theirs(as: Value.self)
    let isOverruled = theirs.map { overrules(value, $0, since: conflict.base) } ?? false
    return try change { session throws(StoreError) in
      try write(value, over: theirs, backsUp: isOverruled, in: session)
    }
  }

  /// Replaces the conflicting document without merging it. It is kept as a backup.
  func write(
    _ value: Value, insteadOf conflict: Conflict
  ) throws(StoreError) -> OpenedDocument<Value> {
    let theirs = try conflict.theirs(as: Value.self)
    return try change { session throws(StoreError) in
      try write(value, over: theirs, backsUp: true, backupLabel: .overruled, in: session)
    }
  }

  /// Whether a value lacks a change that a stored document has made to a document.
  private func overrules(
    _ value: Value, _ theirs: OpenedDocument<Value>, since base: Data?
  ) -> Bool {
    // What can't be encoded can't be written, either.
    guard let data = try? encoded(value) else { return false }
    let both = Conflict(base: base, mine: data, theirs: theirs, name: name, coding: coding)
    guard let merged = try? both.mergedToShow() as Value else { return true }
    return !isStored(merged, as: data)
  }

  /// Whether a document has the fields that a value is stored with, and the elements of arrays in the same order, apart
  /// from those of sets.
  func isStored(_ value: Value, as document: Data) -> Bool {
    guard let data = try? encoded(value) else { return false }
    if data == document { return true }
    let both = Conflict(
      of: Value.self, base: nil, mine: data, theirs: document, format: options.format)
    return (try? both.haveSameContent(as: Value.self)) == true
  }

  /// Reads the document, changes it, and writes it, as one step.
  ///
  /// A file is locked during the whole step. If a program changed the document in the meantime anyway, because it
  /// ignores the lock or in a place without one, `initial` and `change` are called again. A document that `change`
  /// leaves as it is isn't written, unless it has an older version, or a value in it has one.
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
  /// - Throws: ``StoreError/absent(_:)`` if there is no document; otherwise another `StoreError`, or the error
  ///   that `change` throws.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) throws -> Result {
    try update {
      throw StoreError.absent(StoreFailure("there is no document to update", in: name))
    } change: {
      try change(&$0)
    }
  }

  /// How many times a change is attempted while other programs write. It ends the loop for a place that always changes
  /// or always refuses.
  static var maximumAttempts: Int { 100 }

  private func update<Result>(
    initial: () throws -> Value, change: (inout Value) throws -> Result
  ) throws -> Result {
    try checkAccess()
    for _ in 1..<Self.maximumAttempts {
      // It was changed by a program that ignores the lock, or in a place without one.
      guard case .success(let result) = try updateOnce(initial: initial, change: change) else {
        continue
      }
      return result
    }
    return try updateOnce(initial: initial, change: change).get()
  }

  /// - Returns: What `change` returns, or ``StoreError/changed(_:)``.
  private func updateOnce<Result>(
    initial: () throws -> Value, change: (inout Value) throws -> Result
  ) throws -> Swift.Result<Result, StoreError> {
    let session = try begin()
    defer { session.end() }
    let opened = try read { () throws(PlaceError) in try session.read() }
    let unchanged = encodings(of: opened)
    var value = try opened?.value ?? initial()
    let result = try change(&value)
    if !unchanged.isEmpty, try unchanged.contains(encoded(value)) { return .success(result) }
    do throws(StoreError) {
      _ = try write(value, over: opened, in: session)
      return .success(result)
    } catch {
      guard case .changed = error else { throw error }
      return .failure(error)
    }
  }

  /// The encodings of a value that doesn't have to be written: the document that was read, and the same value as this
  /// program writes it. The two differ if a column has rewritten the document, if a person has formatted it, or if
  /// fields were filled or dropped. A document whose version changes is written.
  ///
  /// Called before the value is changed, because it may be a class.
  private func encodings(of opened: OpenedDocument<Value>?) -> [Data] {
    guard let opened, opened.stored != nil else { return [] }
    if opened.report.changesVersions { return [opened.data] }
    return [opened.data] + [try? encoded(opened.value)].compactMap(\.self)
  }

  func encoded(_ value: Value) throws(StoreError) -> Data {
    do {
      return try coding.encode(value)
    } catch {
      throw .notVerified(StoreFailure("it can't be encoded", in: name, underlyingError: error))
    }
  }

  /// - Parameters:
  ///   - backsUp: Whether the document that is replaced is backed up even if the options don't require it. With the policy
  ///     `none`, there is no backup in either case.
  ///   - backupLabel: The label of its backup; nil for that of its version.
  func write(
    _ value: Value, over opened: OpenedDocument<Value>?, backsUp: Bool = false,
    backupLabel: BackupLabel? = nil, in session: any StorageSession
  ) throws(StoreError) -> OpenedDocument<Value> {
    let base = opened?.stored == nil ? nil : opened
    let pending: PendingDocument<Value>
    if let base {
      pending = try base.saving(value, coding)
    } else {
      // A document that is imported replaces nothing here, but is removed there.
      try opened?.checkThatNewerValuesAreKept()
      pending = try PendingDocument(value, replacing: nil, name: name, coding)
      try opened?.checkThatNewerVersionIsKept(by: pending.saved)
    }
    var origin = ownOrigin(opened?.origin)
    try checkThatNothingElseIsImported(
      insteadOf: pending, over: opened, from: origin, in: session)
    if let opened, let known = origin,
      let document = known.document ?? (backsUp ? opened.data : nil)
    {
      origin?.document = try sealed(inOwnFormat(document, of: opened))
    }
    let isBackedUp =
      switch options.backups {
      case .none: false
      case _ where backsUp: true
      case .beforeMigration: pending.documentToBackUp != nil || origin?.document != nil
      case .everySave: true
      }
    let saved = try replace(
      base?.stored, read: base, by: pending,
      backup: isBackedUp ? backupLabel ?? BackupLabel(opened?.version) : nil,
      origin: origin, in: session)
    try? origin?.cleanUp()
    return saved
  }

  /// - Parameter opened: The document that is replaced, as it was read; nil if it couldn't be read.
  private func replace(
    _ base: StoredBytes?, read opened: OpenedDocument<Value>? = nil,
    by pending: PendingDocument<Value>, backup: BackupLabel?, origin: ImportOrigin? = nil,
    in session: any StorageSession
  ) throws(StoreError) -> OpenedDocument<Value> {
    let bytes = try sealed(pending.data)
    let result = try convertingErrors { () throws(PlaceError) in
      try session.replace(base, with: bytes, backup: backup, origin: origin?.file)
    }
    switch result {
    case .replaced(let stored):
      let verified = try verify(over: base, storedAs: stored, in: session) {
        data throws(StoreError) in try pending.verify(stored: data)
      }
      if backup != nil, base != nil || origin?.document != nil { removeOldBackups(in: session) }
      return pending.saved.stored(as: verified)
    case .changed(let theirs):
      // A damaged document that was to be replaced says nothing about what both have changed.
      let base = opened.flatMap { baseOfOwnChanges(to: $0) }
      throw try conflict(from: base, pending.data, theirs)
    }
  }

  /// The error for a document that another program has changed. Throws another one if it can't be read.
  ///
  /// - Parameter base: The document that both have changed; nil if that isn't known.
  func conflict(
    from base: Data?, _ mine: Data, _ theirs: StoredBytes?
  ) throws(StoreError) -> StoreError {
    let opened = try theirs.map { stored throws(StoreError) in try open(stored) }
    return .changed(
      Conflict(base: base, mine: mine, theirs: opened, name: name, coding: coding))
  }

  /// Encrypts a document, and checks that it can be decrypted.
  func sealed(_ data: Data) throws(StoreError) -> Data {
    guard let sealing = options.sealing else { return data }
    do {
      let sealed = try sealing.seal(data)
      if try sealing.open(sealed) == data { return sealed }
    } catch {
      throw .notVerified(StoreFailure("it can't be encrypted", in: name, underlyingError: error))
    }
    throw .notVerified(
      StoreFailure("decrypting it doesn't give back the same bytes", in: name))
  }
}
