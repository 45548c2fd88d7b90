import Foundation
import Lineage

/// What a live document shows, and what it knows of the stored one.
struct LiveContent<Value: VersionedCodable & Sendable> {
  typealias State = LiveDocument<Value>.State

  private(set) var value: Value
  private(set) var state: State
  /// The document as it was last read or written; nil if there was none.
  private(set) var opened: OpenedDocument<Value>?
  /// Whether it is known what is stored. A document that couldn't be reached may be anything.
  private(set) var isStoredKnown = true
  /// The document that was last stored or read, from which both sides started; nil if it isn't known. Not its value, of
  /// which an object may be changed in place.
  private var common: Data?
  /// An object as it was encoded when it was stored or read, to notice changes in place; nil for values that aren't
  /// objects.
  private var unchangedForm: Data?
  /// Documents of which one may have been stored, because it isn't certain whether their saves have succeeded.
  private(set) var attempted: [Data] = []
  /// How often the value was changed.
  private(set) var edits = 0
  /// How many of these changes are stored.
  private var storedEdits = 0
  /// How many of them are stored or being saved.
  private var savingEdits = 0

  /// The content after the first read.
  ///
  /// - Parameters:
  ///   - opened: The document; nil if there is none.
  ///   - initial: The value if there is none.
  ///   - common: The document from which changes start.
  ///   - state: What the document allows.
  init(_ opened: OpenedDocument<Value>?, or initial: Value, from common: Data?, state: State) {
    value = opened?.value ?? initial
    self.opened = opened
    self.common = common
    self.state = state
  }

  /// Whether the value has changes that aren't stored, and aren't being saved.
  var hasChanges: Bool { hasChanges(until: edits) }

  /// Whether the value has changes up to a number that aren't stored, and aren't being saved.
  func hasChanges(until edits: Int) -> Bool { edits > savingEdits }

  /// Whether the value has changes that aren't stored.
  var isUnsaved: Bool { edits > storedEdits }

  /// Whether the value is the same object as that of other content.
  func hasSameObject(as other: Self) -> Bool {
    Value.self is AnyClass && value as AnyObject === other.value as AnyObject
  }

  /// Whether the value is an object that was changed in place, which no setter sees.
  func hasChangesInPlace(in store: DocumentStore<Value>) -> Bool {
    guard Value.self is AnyClass, !hasChanges, let form = unchangedForm ?? common else {
      return false
    }
    return !store.isUnchanged(value, since: form)
  }

  /// Remembers an object as it is, so that changes in place are noticed.
  mutating func rememberForm(in store: DocumentStore<Value>) {
    unchangedForm = Value.self is AnyClass ? try? store.encoded(value) : nil
  }

  /// The conflict between the value and a document that was read.
  func conflict(
    with theirs: OpenedDocument<Value>, in store: DocumentStore<Value>
  ) throws(StoreError) -> Conflict {
    try store.conflict(base: base(of: theirs, in: store), mine: value, theirs: theirs)
  }

  /// The document from which both sides started.
  ///
  /// What this program has stored itself isn't a change of another one. So a field of the base is that of the common
  /// document or of an attempted one, whichever the other program's document has. If it has neither, the base has one
  /// that the value doesn't have, because both sides may have changed the field.
  private func base(
    of theirs: OpenedDocument<Value>, in store: DocumentStore<Value>
  ) throws(StoreError) -> Data? {
    if attempted.contains(where: { store.isStored(theirs.value, as: $0) }) { return theirs.data }
    guard let common, !attempted.isEmpty else { return common }
    let mine = try store.encoded(value)
    let stored = try store.encoded(theirs.value)
    var base = try store.open(StoredBytes(common), data: common).value
    for document in attempted {
      let attempt = try store.open(StoredBytes(document), data: document).value
      // Of two documents that differ in a field, this makes the one whose field a third document doesn't have: first
      // the one that mine doesn't have, then the one that theirs doesn't have, and with that the one that theirs has.
      let changed = store.applyingChanges(from: mine, to: base, on: attempt)
      let missing = store.applyingChanges(from: stored, to: attempt, on: changed)
      base = store.applyingChanges(from: try store.encoded(missing), to: attempt, on: changed)
    }
    return try store.encoded(base)
  }
}

// MARK: - Changes and saves

extension LiveContent {
  /// Changes the value, so that it has to be saved.
  mutating func change(to new: Value) {
    value = new
    edits += 1
  }

  /// Adds the changes that were made to older content meanwhile.
  ///
  /// - Parameters:
  ///   - other: The older content with these changes.
  ///   - old: The same without them.
  ///   - new: The value with all changes.
  mutating func addChanges(of other: Self, since old: Self, leadingTo new: Value) {
    value = new
    edits += other.edits - old.edits
  }

  /// Begins to save the value as it was after a number of changes.
  mutating func beginSaving(_ edits: Int) { savingEdits = edits }

  /// - Parameters:
  ///   - document: The document that was to be saved; nil if the value couldn't be encoded.
  ///   - unresolved: The conflict that is still one if the value couldn't be saved in place of the other document: an
  ///     ordinary save would replace that without a backup.
  mutating func endSaving(
    _ result: Result<OpenedDocument<Value>, StoreError>, of document: Data?,
    unresolved: Conflict? = nil
  ) {
    switch result {
    case .success(let opened):
      storedEdits = savingEdits
      common = opened.data
      unchangedForm = Value.self is AnyClass ? document : nil
      attempted = []
      setStored(opened, state: .ready)
    case .failure(let error):
      savingEdits = storedEdits
      if case .uncertain = error, let document { remember(attempted: document) }
      // The conflict may be merged.
      if case .changed = error { return }
      state = unresolved.map { .conflict($0) } ?? .init(error)
    }
  }

  /// Remembers a document that may have been stored. Each may be large, so only the first one, which is the likeliest,
  /// and the last ones are remembered.
  private mutating func remember(attempted document: Data) {
    if attempted.contains(document) { return }
    if attempted.count == 16 { attempted.remove(at: 1) }
    attempted.append(document)
  }

  /// Changes aren't saved, for this reason.
  mutating func fail(with error: StoreError) { state = .init(error) }

  /// Changes may be saved again.
  mutating func recover(to state: State) { self.state = state }
}

// MARK: - What was read

extension LiveContent {
  /// Shows a document that was read; a missing one leaves the value as it is.
  mutating func show(_ opened: OpenedDocument<Value>?, from common: Data?, state: State) {
    if let opened {
      value = opened.value
      self.common = common
    }
    attempted = []
    (storedEdits, savingEdits) = (edits, edits)
    setStored(opened, state: state)
  }

  /// Shows a document that was read, or the initial value if there is none, and drops all changes.
  mutating func startOver(
    with opened: OpenedDocument<Value>?, or initial: Value, from common: Data?, state: State
  ) {
    show(opened, from: common, state: state)
    value = opened?.value ?? initial
    self.common = common
  }

  /// Shows the value that was merged with a document, and that isn't saved yet.
  mutating func show(
    merged: Value, with opened: OpenedDocument<Value>, from common: Data?, state: State
  ) {
    value = merged
    self.common = common
    attempted = []
    setStored(opened, state: state)
  }

  /// Shows a value that was saved in place of another one.
  ///
  /// - Parameter later: The same with the changes that were made meanwhile; nil if there are none.
  mutating func show(saved: Value, changedTo later: Value?) {
    value = saved
    if let later { change(to: later) }
  }

  /// Remembers which document is stored, and leaves the value as it is.
  mutating func setStored(_ stored: OpenedDocument<Value>?, state: State) {
    opened = stored
    isStoredKnown = true
    self.state = state
  }

  /// The document is gone, and what is stored now has to be read.
  mutating func forgetStored() { isStoredKnown = false }

  /// The document couldn't be read.
  mutating func failReading(with error: StoreError) {
    fail(with: error)
    forgetStored()
  }
}
