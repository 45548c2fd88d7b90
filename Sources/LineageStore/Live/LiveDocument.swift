import Dispatch
import Foundation
public import Lineage
public import Observation
import Synchronization

/// A document for views: read when it is first needed, saved after each change, and kept up to date with
/// what other programs save.
///
/// ```swift
/// @State private var settings = LiveDocument(file, default: Settings())
///
/// Stepper("Font size", value: $settings.value.fontSize)
/// ```
///
/// The stored document is never destroyed. If changes aren't saved, ``state-swift.property`` says why:
///
/// ```swift
/// switch settings.state {
/// case .ready: EmptyView()
/// case .readOnly: Text("Changes can't be saved.")
/// case .damaged: Button("Start over") { Task { try await settings.replaceDamaged() } }
/// case .unavailable: Text("The settings can't be saved right now.")
/// case .conflict: Button("Keep mine") { Task { try await settings.keepMine() } }
/// @unknown default: EmptyView()
/// }
/// ```
@MainActor
public final class LiveDocument<Value: VersionedCodable & Sendable> {
  /// Whether changes are saved, and if not, why.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum State: Sendable {
    /// Changes are saved.
    case ready
    /// The document can be read, but not written. Changes stay in memory. If this process may not write it, or the disk
    /// is read-only, saving is tried again.
    case readOnly(StoreError)
    /// The stored document can't be read, and is left alone. The value is the default, or the last one
    /// that could be read.
    case damaged(StoreError)
    /// The stored document can't be reached, belongs to a newer program, or couldn't be saved. Changes
    /// stay in memory, and saving is tried again.
    case unavailable(StoreError)
    /// Another program has changed the same fields. Changes stay in memory until one of the two is
    /// chosen.
    case conflict(Conflict)
  }

  let store: DocumentStore<Value>
  let makeDefault: @MainActor () -> Value
  let autosaveDelay: Duration
  private let registrar = ObservationRegistrar()
  /// The changes that aren't saved yet, for when this object is released.
  private let unsavedChanges: UnsavedChanges<Value>

  private var content: LiveContent<Value>?
  private var watcher: (any Sendable)?
  /// The changes that pending calls are going to drop.
  var droppedChanges: [DroppedChanges] = []
  /// The save that is scheduled; nil if none is.
  var autosave: Task<Void, Never>?
  /// The operation that was begun last. The next one begins after it.
  var lastOperation: Task<Void, Never>?
  /// The reload that hasn't begun yet; nil if there is none.
  var nextReload: Task<Void, Never>?
  /// The retry of a document that couldn't be reached; nil if none is scheduled.
  var retry: Task<Void, Never>?

  /// Creates a document that is stored in a file.
  ///
  /// - Parameters:
  ///   - file: Where the document is stored.
  ///   - initial: The value if there is no document. It isn't stored before it is changed.
  ///   - delay: How long after a change the document is saved.
  public convenience init(
    _ file: DocumentFile<Value>, default initial: @escaping @autoclosure @MainActor () -> Value,
    autosaveDelay delay: Duration = .milliseconds(500)
  ) {
    self.init(file.store, default: initial(), autosaveDelay: delay)
  }

  /// Creates a document that is stored in a place of your own. Call ``reload()`` when it may have changed
  /// there, or couldn't be read.
  ///
  /// Changes that can't be saved when this object is released, because of a conflict for instance, are backed up by
  /// the place. In a place without backups they are lost.
  ///
  /// - Parameters:
  ///   - store: Where the document is stored.
  ///   - initial: The value if there is no document. It isn't stored before it is changed.
  ///   - delay: How long after a change the document is saved.
  public init(
    _ store: DocumentStore<Value>, default initial: @escaping @autoclosure @MainActor () -> Value,
    autosaveDelay delay: Duration = .milliseconds(500)
  ) {
    self.store = store
    makeDefault = initial
    autosaveDelay = delay
    unsavedChanges = UnsavedChanges(store: store)
  }

  deinit {
    unsavedChanges.saveInBackground()
  }
}

// MARK: - What views see

extension LiveDocument: Observable {
  /// The document. Changes are saved after a short while.
  ///
  /// If it is an object, changes of its properties aren't noticed. Set this property to the object after them, or call
  /// ``save()``.
  public var value: Value {
    get {
      registrar.access(self, keyPath: \.value)
      return current.value
    }
    set {
      edit(isValueNew: true) { $0.change(to: newValue) }
      scheduleAutosave(after: autosaveDelay)
    }
  }

  /// Whether changes are saved, and if not, why.
  public var state: State {
    registrar.access(self, keyPath: \.state)
    return current.state
  }

  /// Whether the value has changes that aren't stored.
  public var hasUnsavedChanges: Bool {
    registrar.access(self, keyPath: \.hasUnsavedChanges)
    return current.isUnsaved
  }

  /// What happened when the document was last read; nil if there was none.
  public var report: MigrationReport? {
    registrar.access(self, keyPath: \.report)
    return current.opened?.report
  }

  // The document is read here, not in the initializer, because SwiftUI creates and drops the initial values
  // of `@State` whenever it creates a view.
  var current: LiveContent<Value> {
    if let content { return content }
    // Before the document is read, so that no change is missed in between.
    watcher = store.place.watch { [weak self] in
      Task { await self?.reload() }
    }
    var content = firstContent()
    content.rememberForm(in: store)
    self.content = content
    unsavedChanges.replace(with: content)
    scheduleReload()
    return content
  }

  private func firstContent() -> LiveContent<Value> {
    let initial = makeDefault()
    do {
      let opened = try store.read()
      let common = store.baseOfChanges(to: opened, or: initial)
      return LiveContent(opened, or: initial, from: common, state: state(whenReading: opened))
    } catch {
      let common = store.baseOfChanges(to: nil, or: initial)
      var content = LiveContent(nil, or: initial, from: common, state: .ready)
      content.failReading(with: error)
      return content
    }
  }

  /// The state of a document that could be read.
  func state(whenReading opened: OpenedDocument<Value>?) -> State {
    do {
      try store.checkAccess()
      try opened?.checkThatNewerValuesAreKept()
      return .ready
    } catch {
      return State(error)
    }
  }

  /// Changes what is shown, and tells those who observe it.
  ///
  /// Observers are told before it changes. If they change the value then, their changes are made to the new value.
  ///
  /// - Parameter isValueNew: Whether the value is another one, or only what is known of the stored document.
  func edit(isValueNew: Bool = false, _ change: (inout LiveContent<Value>) -> Void) {
    let old = current
    var new = old
    change(&new)
    let isReplaced = isValueNew && !new.hasSameObject(as: old)
    // Observers may change the object itself.
    let object = isReplaced && Value.self is AnyClass ? try? store.encoded(old.value) : nil
    let staysReady = old.state.isReady && new.state.isReady
    let notices = [
      isValueNew ? notice(of: \.value) : nil,
      staysReady ? nil : notice(of: \.state),
      old.isUnsaved == new.isUnsaved ? nil : notice(of: \.hasUnsavedChanges),
      old.opened?.report == new.opened?.report ? nil : notice(of: \.report),
    ].compactMap(\.self)
    for notice in notices { notice.willSet() }
    let latest = current
    if latest.edits != old.edits {
      var value = latest.value
      if isReplaced {
        let base = object ?? (try? store.encoded(old.value))
        value = store.applyingChanges(from: base, to: value, on: new.value)
      }
      new.addChanges(of: latest, since: old, leadingTo: value)
    }
    content = new
    if isValueNew, new.edits == latest.edits { rebaseDroppedChanges(from: latest) }
    for notice in notices { notice.didSet() }
    unsavedChanges.replace(with: current)
  }

  /// What tells the observers of a property before and after it changes.
  private typealias Notice = (willSet: () -> Void, didSet: () -> Void)

  private func notice(of property: KeyPath<LiveDocument, some Any>) -> Notice {
    (
      willSet: { self.registrar.willSet(self, keyPath: property) },
      didSet: { self.registrar.didSet(self, keyPath: property) }
    )
  }
}

extension LiveDocument.State {
  init(_ error: StoreError) {
    self =
      switch error {
      case .damaged: .damaged(error)
      case .changed(let conflict): .conflict(conflict)
      case .readOnly: .readOnly(error)
      // A newer document that could be read is shown, but isn't written.
      case .newer(let document) where document.underlyingError == nil: .readOnly(error)
      default: .unavailable(error)
      }
  }

  var isReady: Bool { error == nil }

  /// Whether it may end without an event that says so, as when a folder is made writable again, so that saving is tried
  /// again.
  var mayEnd: Bool {
    switch self {
    case .unavailable: true
    // Not if the options say so.
    case .readOnly(.readOnly(let failure)): failure.systemError != nil
    case .ready, .readOnly, .damaged, .conflict: false
    }
  }

  /// What keeps changes from being saved; nil if nothing does.
  var error: StoreError? {
    switch self {
    case .ready: nil
    case .readOnly(let error), .damaged(let error), .unavailable(let error): error
    case .conflict(let conflict): .changed(conflict)
    }
  }
}

/// The changes that a live document hasn't saved, which are saved when it is released.
private final class UnsavedChanges<Value: VersionedCodable & Sendable>: Sendable {
  private let store: DocumentStore<Value>
  private let content = Mutex<LiveContent<Value>?>(nil)

  init(store: DocumentStore<Value>) {
    self.store = store
  }

  func replace(with new: LiveContent<Value>) {
    content.withLock { $0 = new.hasChanges || Value.self is AnyClass ? new : nil }
  }

  /// Saves the changes. If they can't be saved, it keeps them as a backup, where the place has backups: there is no view
  /// left in which to decide.
  func saveInBackground() {
    guard let content = content.withLock(\.self) else { return }
    DispatchQueue.global(qos: .userInitiated).async { [store] in
      guard content.hasChanges || content.hasChangesInPlace(in: store) else { return }
      do {
        try Self.save(content, in: store)
      } catch {
        try? store.backUpUnsaved(content.value)
      }
    }
  }

  private static func save(
    _ content: LiveContent<Value>, in store: DocumentStore<Value>
  ) throws {
    if case .conflict(let conflict) = content.state { throw StoreError.changed(conflict) }
    var value = content.value
    var opened = content.opened
    // Changes of a document that couldn't be read until now are merged with it, if it can be.
    if !content.isStoredKnown {
      opened = try store.read()
      value = try merged(content, with: opened, in: store)
    }
    var attempts = 0
    while true {
      do throws(StoreError) {
        try store.write(value, over: opened)
        return
      } catch {
        attempts += 1
        opened = try store.documentToMerge(after: error, attempts: attempts)
        value = try merged(content, with: opened, in: store)
      }
    }
  }

  private static func merged(
    _ content: LiveContent<Value>, with opened: OpenedDocument<Value>?,
    in store: DocumentStore<Value>
  ) throws -> Value {
    try opened.map { try content.conflict(with: $0, in: store).merged() } ?? content.value
  }
}
