import Dispatch
import Foundation
import Lineage

extension LiveDocument {
  /// Saves the changes that aren't saved yet. Call it when the app goes into the background.
  ///
  /// It doesn't wait for changes that are made after the call. They are saved after a short while, like all others.
  ///
  /// - Throws: `StoreError` if they can't be saved. ``state-swift.property`` says the same.
  public func save() async throws(StoreError) {
    let edits = current.edits
    try await serially { await $0.saveChanges(until: edits) }.get()
  }

  /// Reads the document again. Changes that aren't saved are merged with it.
  ///
  /// If it can't be read, ``state-swift.property`` says why.
  public func reload() async {
    // Another program may save faster than this one reads.
    let reload =
      nextReload
      ?? enqueue { document in
        document.nextReload = nil
        await document.readAgain()
      }
    nextReload = reload
    await reload.value
  }

  /// The backups of the document, newest first. Reads the folder on the main actor.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if they can't be listed.
  public func backups() throws(StoreError) -> [DocumentBackup<Value>] {
    try store.backups()
  }
}

// MARK: - One operation after the other

extension LiveDocument {
  /// Performs an operation after those that have begun before.
  @discardableResult
  func serially<Result: Sendable>(
    _ operation: @escaping @MainActor (LiveDocument) async -> Result
  ) async -> Result {
    await enqueue(operation).value
  }

  /// Performs an operation after those that have begun before, and doesn't wait for it.
  private func enqueue<Result: Sendable>(
    _ operation: @escaping @MainActor (LiveDocument) async -> Result
  ) -> Task<Result, Never> {
    let previous = lastOperation
    let task = Task {
      await previous?.value
      return await operation(self)
    }
    lastOperation = Task { _ = await task.value }
    return task
  }

  /// Reads or writes on another thread, because the disk may take its time.
  func inBackground<Success: Sendable, Failure>(
    _ body: @escaping @Sendable (DocumentStore<Value>) throws(Failure) -> Success
  ) async -> Result<Success, Failure> {
    await withCheckedContinuation { [store] continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: Result { () throws(Failure) in try body(store) })
      }
    }
  }

  /// The changes until now, for a call that drops them. They are remembered until `forget(_:)`.
  func changesToDrop() -> DroppedChanges {
    recordChangesInPlace()
    let dropped = DroppedChanges(ChangesSoFar(current, in: store, areDropped: true))
    droppedChanges.append(dropped)
    return dropped
  }

  func forget(_ dropped: DroppedChanges) {
    droppedChanges.removeAll { $0 === dropped }
  }

  /// Counts the changes of another program that were merged with the value among those that are going to be dropped: they
  /// aren't made after the call.
  ///
  /// - Parameter old: The content before.
  func rebaseDroppedChanges(from old: LiveContent<Value>) {
    for dropped in droppedChanges where dropped.changes.areAll(of: old, in: store) {
      dropped.changes = ChangesSoFar(current, in: store, areDropped: true)
    }
  }

  /// Counts the changes of an object in place as one.
  private func recordChangesInPlace() {
    if current.hasChangesInPlace(in: store) { edit(isValueNew: true) { $0.change(to: $0.value) } }
  }

  func scheduleAutosave(after delay: Duration) {
    guard autosave == nil else { return }
    autosave = Task { [weak self] in
      // The clock can't count much further.
      try? await Task.sleep(for: min(delay, .seconds(1_000_000_000)))
      await self?.saveAutomatically()
    }
  }

  private func saveAutomatically() async {
    await serially { document in
      // Not earlier: a save that waits for others includes new changes, so no more of them have to wait.
      document.autosave = nil
      _ = await document.saveChanges(until: document.current.edits)
    }
    // What couldn't be saved is tried again, less often.
    if current.hasChanges, current.state.mayEnd {
      scheduleAutosave(after: max(autosaveDelay, .seconds(5)))
    }
  }

  // MARK: Writing

  /// Saves the value unless the changes up to a number are stored. It doesn't go on for later ones, which may be made
  /// faster than they can be saved.
  func saveChanges(until edits: Int) async -> Result<Void, StoreError> {
    recordChangesInPlace()
    // Those of an object in place are counted when they are noticed, which may be after the call.
    let edits = Value.self is AnyClass ? current.edits : edits
    var attempts = 0
    while current.hasChanges(until: edits) {
      if !current.isStoredKnown { await readAgain() }
      let mayBeSaved = current.isStoredKnown && current.state.mayEnd
      if !mayBeSaved, let error = current.state.error { return .failure(error) }
      let base = current.opened
      let result = await write { value, store throws(StoreError) in
        try store.write(value, over: base)
      }
      guard case .failure(let error) = result else { continue }
      attempts += 1
      let theirs = await inBackground { [attempts] store throws(StoreError) in
        try store.documentToMerge(after: error, attempts: attempts)
      }
      switch theirs {
      case .success(let theirs?): await merge(with: theirs)
      // If the document is gone, that of a previous location counts again.
      case .success(nil): edit { $0.forgetStored() }
      case .failure(let error): return fail(error)
      }
    }
    return .success(())
  }

  func fail(_ error: StoreError) -> Result<Void, StoreError> {
    edit { $0.fail(with: error) }
    return .failure(error)
  }

  /// Writes the value, and shows what became of it.
  func writeOrFail(
    _ body:
      @escaping @Sendable (Value, DocumentStore<Value>) throws(StoreError) -> OpenedDocument<Value>
  ) async -> Result<Void, StoreError> {
    let result = await write(nil, body)
    if case .failure(let error) = result { return fail(error) }
    return result
  }

  /// Writes the value, and shows what became of it, except for a conflict.
  ///
  /// - Parameters:
  ///   - merged: What to write instead, and to show once it is stored; nil for the value itself.
  ///   - conflict: The conflict that this ends.
  func write(
    _ merged: Value? = nil, resolving conflict: Conflict? = nil,
    _ body:
      @escaping @Sendable (Value, DocumentStore<Value>) throws(StoreError) -> OpenedDocument<Value>
  ) async -> Result<Void, StoreError> {
    // Changes from here on aren't in what is written.
    let (value, edits) = (merged ?? current.value, current.edits)
    let old = merged.map { _ in ChangesSoFar(current, in: store, areDropped: true) }
    edit { $0.beginSaving(edits) }
    let (result, document) = await inBackground { store in
      // Before the save, because an object may be changed in place.
      let document = try? store.encoded(value)
      return (Result { () throws(StoreError) in try body(value, store) }, document)
    }.get()
    if let merged, let old, case .success = result {
      let later =
        old.areAll(of: current, in: store)
        ? nil : store.applyingChanges(from: old.document, to: current.value, on: merged)
      edit(isValueNew: true) {
        $0.endSaving(result, of: document, unresolved: conflict)
        $0.show(saved: merged, changedTo: later)
      }
    } else {
      edit { $0.endSaving(result, of: document, unresolved: conflict) }
    }
    if current.hasChanges, case .success = result { scheduleAutosave(after: autosaveDelay) }
    return result.map { _ in }
  }

  // MARK: Reading

  /// - Parameter dropped: The changes to drop, if there is a document; nil to keep all.
  func readAgain(dropping dropped: DroppedChanges? = nil) async {
    recordChangesInPlace()
    let known = current.isStoredKnown ? current.opened : nil
    let result = await inBackground { store throws(StoreError) -> OpenedDocument<Value>? in
      // After a save of this program, the document needn't be decoded again.
      if let known, store.isStillStored(known) { return known }
      return try store.read()
    }
    // An object may have been changed in place meanwhile.
    recordChangesInPlace()
    switch result {
    case .success(let opened):
      if let dropped, let opened {
        await startOver(with: opened, after: dropped, laterChanges: .areMerged)
      } else if !current.hasChanges {
        show(opened)
      } else if opened?.data != current.opened?.data || !current.isStoredKnown {
        await merge(with: opened)
      } else {
        recover(with: opened)
      }
    case .failure(let error): failReading(with: error)
    }
  }

  func failReading(with error: StoreError) {
    edit { $0.failReading(with: error) }
    scheduleReload()
  }

  /// Retries a document that couldn't be reached. A watcher doesn't see an unreachable folder or an unlocked device.
  func scheduleReload() {
    guard retry == nil, !current.isStoredKnown,
      case .unavailable(.unavailable(let failure)) = current.state, failure.systemError != nil
    else { return }
    retry = Task { [weak self] in
      try? await Task.sleep(for: .seconds(5))
      self?.retry = nil
      await self?.reload()
    }
  }

  /// Ends the state after a failed save, if the stored document is still the same: it was repaired, or may be written
  /// again. Only a choice ends a conflict.
  private func recover(with opened: OpenedDocument<Value>?) {
    switch current.state {
    case .ready, .conflict: break
    case .readOnly, .damaged, .unavailable:
      let state = self.state(whenReading: opened)
      edit { $0.recover(to: state) }
      if case .ready = current.state { scheduleAutosave(after: autosaveDelay) }
    }
  }

  /// Shows a document that was read; nil if there is none, which leaves the value as it is.
  private func show(_ opened: OpenedDocument<Value>?) {
    if opened?.data == current.opened?.data, !current.hasChanges, current.isStoredKnown,
      case .ready = current.state
    {
      return
    }
    let state = self.state(whenReading: opened)
    let common = opened.flatMap { store.baseOfChanges(to: $0) }
    edit(isValueNew: opened != nil) {
      $0.show(opened, from: common, state: state)
      $0.rememberForm(in: store)
    }
  }

  /// Replaces the value with that of another document, or with the default if the document is gone, and makes the changes
  /// again that came after the call.
  func startOver(
    with opened: OpenedDocument<Value>?, after dropped: DroppedChanges,
    laterChanges: LaterChanges
  ) async {
    let initial = opened?.value ?? makeDefault()
    let dropped = dropped.changes
    let later = await whileUnchanged { content, store throws(StoreError) -> Merged<Value>? in
      if dropped.areAll(of: content, in: store) { return nil }
      guard let opened, case .areMerged = laterChanges else {
        return .value(
          store.applyingChanges(from: dropped.document, to: content.value, on: initial))
      }
      return try Merged(
        store.conflict(base: dropped.document, mine: content.value, theirs: opened))
    }
    var state = self.state(whenReading: opened)
    var common = store.baseOfChanges(to: opened, or: initial)
    var changed: Value?
    switch later {
    case .success(nil): break
    case .success(.value(let value)): changed = value
    case .success(.conflict(let conflict)):
      // They are in the place of what was dropped.
      changed = current.value
      common = dropped.document
      state = .conflict(conflict)
    case .failure(let error): return failReading(with: error)
    }
    edit(isValueNew: true) {
      $0.startOver(with: opened, or: initial, from: common, state: state)
      $0.rememberForm(in: store)
      if let changed { $0.change(to: changed) }
    }
    if changed != nil { scheduleAutosave(after: autosaveDelay) }
  }

  /// What becomes of changes that are made while others are dropped.
  enum LaterChanges {
    /// They win over what the other document has.
    case win
    /// They are in conflict with it where it has another value than what was dropped.
    case areMerged
  }

  /// Merges the changes of this program with a document that was read. Where there is none, the changes make
  /// a new one.
  private func merge(with opened: OpenedDocument<Value>?) async {
    guard let opened else {
      edit { $0.setStored(nil, state: self.state(whenReading: nil)) }
      return scheduleAutosave(after: autosaveDelay)
    }
    let result = await mergedValue(with: opened)
    let state = self.state(whenReading: opened)
    let common = store.baseOfChanges(to: opened)
    switch result {
    case .success(.value(let merged)):
      edit(isValueNew: true) { $0.show(merged: merged, with: opened, from: common, state: state) }
      scheduleAutosave(after: autosaveDelay)
    case .success(.conflict(let conflict)):
      edit { $0.setStored(opened, state: .conflict(conflict)) }
    case .failure(let error): edit { $0.fail(with: error) }
    }
  }

  private func mergedValue(
    with opened: OpenedDocument<Value>
  ) async -> Result<Merged<Value>, StoreError> {
    await whileUnchanged { content, store throws(StoreError) in
      try Merged(content.conflict(with: opened, in: store))
    }
  }

  /// Does something with the content in the background, and again if that was changed in the meantime. The third attempt
  /// runs on the main actor, where nothing can change the value.
  func whileUnchanged<Success: Sendable, Failure>(
    _ body:
      @escaping @Sendable (LiveContent<Value>, DocumentStore<Value>) throws(Failure) -> Success
  ) async -> Result<Success, Failure> {
    for _ in 0..<2 {
      let content = current
      let changes = ChangesSoFar(content, in: store)
      let result = await inBackground { store throws(Failure) in try body(content, store) }
      if changes.areAll(of: current, in: store) { return result }
    }
    return Result { () throws(Failure) in try body(current, store) }
  }
}

extension DocumentStore {
  /// What to merge a value with before saving it again: the document that another program has saved; nil if that has
  /// removed it.
  ///
  /// - Parameters:
  ///   - error: Why the value couldn't be saved.
  ///   - attempts: How often that was tried.
  /// - Throws: The error, unless another program has saved, and if there were too many attempts; another `StoreError`
  ///   if the document can't be read.
  func documentToMerge(
    after error: StoreError, attempts: Int
  ) throws(StoreError) -> OpenedDocument<Value>? {
    guard case .changed(let conflict) = error, attempts < Self.maximumAttempts else { throw error }
    return try conflict.theirs(as: Value.self)
  }
}

/// The result of merging.
private enum Merged<Value: VersionedCodable & Sendable>: Sendable {
  case value(Value)
  case conflict(Conflict)

  init(_ conflict: Conflict) {
    let value = try? conflict.mergedToShow() as Value
    self = value.map { .value($0) } ?? .conflict(conflict)
  }
}
