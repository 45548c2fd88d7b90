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
  associatedtype Token: Sendable

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
  /// It is called twice: with the limit `Int.max` before the document is replaced or removed, and with the limit of the
  /// ``BackupPolicy`` after that has succeeded, so that a save that fails costs no earlier backup. An error of the
  /// second call is ignored. A save is also repeated if another program has saved before it. So skip a document that
  /// equals the newest.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - label: What to call it: `version` and its version, `unversioned`, one of the two after `removed_` if the document
  ///     is removed, `damaged`, `overruled` if ``LiveDocument/keepMine()`` replaces it, or `unsaved` for changes that a
  ///     ``LiveDocument`` couldn't save before it was released. Of the last three there may be no other copy, so don't
  ///     remove them.
  ///   - limit: How many documents to keep, and how many removed ones besides. The place may remove the oldest beyond that
  ///     number; `Int.max` means that none may be removed.
  /// - Returns: Whether the document was backed up.
  /// - Throws: Any error. If the first call throws, the document is neither replaced nor removed.
  func keep(_ data: Data, label: String, limit: Int) throws -> Bool

  /// The backups, newest first; none by default.
  ///
  /// - Throws: Any error, if they can't be read.
  func kept() throws -> [KeptCopy]

  /// Removes all backups.
  ///
  /// The default implementation throws an error if there are any.
  ///
  /// - Throws: Any error, if they can't be removed.
  func removeKept() throws
}

extension DocumentPlace {
  /// Throws an error.
  public func remove(_ token: Token) throws -> Bool {
    throw PlaceProblem(description: "the place can't remove documents")
  }

  /// Makes no backup. So a damaged document isn't replaced, and changes in a conflict are lost when a ``LiveDocument``
  /// is released.
  public func keep(_ data: Data, label: String, limit: Int) throws -> Bool { false }

  /// No backups.
  public func kept() throws -> [KeptCopy] { [] }

  /// Throws an error if there are any.
  public func removeKept() throws {
    guard try kept().isEmpty else {
      throw PlaceProblem(description: "the place can't remove backups")
    }
  }
}

/// A backup in a place.
public struct KeptCopy: Hashable, Sendable {
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

/// A document under a key of `UserDefaults`, as data.
///
/// `UserDefaults` has no atomic replacement: the document is compared and set under a lock of this process. For a
/// suite that several processes write, use a file in the folder of the app group.
///
/// Observers of `UserDefaults` are called while the thread has the lock. They can read and update documents, even the
/// one that has changed, but those that are called before a change (`NSKeyValueObservingOptions.prior`) must not update
/// that document. Nor may an observer wait for another thread that updates a document. With the queue `.main`, the thread
/// that saves waits for the main thread, so save only on the main thread then.
public struct UserDefaultsPlace: DocumentPlace {
  /// The key of the document. Its backups are under `KEY.backups`.
  public let key: String
  /// How many backups are kept; nil for as many as the policy of the store says.
  public let limit: Int?
  private let defaults: ThreadSafe<UserDefaults>

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - defaults: Where the document is.
  ///   - key: The key of the document.
  ///   - limit: How many backups are kept; nil for as many as the ``BackupPolicy`` of the store says.
  public init(_ defaults: UserDefaults, key: String, keep limit: Int? = nil) {
    self.defaults = ThreadSafe(defaults)
    self.key = key
    self.limit = limit
  }

  /// The key, as errors name it.
  public var name: String { "UserDefaults key \(key)" }

  /// Reads the document. An object of another type than data is an error.
  public func read() throws -> (data: Data, token: Data)? {
    guard let object = defaults.object.object(forKey: key) else { return nil }
    guard let data = object as? Data else {
      throw PlaceProblem(
        description: """
          the object under the key isn't data, so it isn't a document. Import it into a file (DocumentImport), or use \
          another key
          """)
    }
    return (data, data)
  }

  /// Replaces the document, if it is still the same.
  public func replace(_ token: Data?, with data: Data) throws -> Data? {
    try Self.lock.withLock {
      guard try read()?.token == token else { return nil }
      defaults.object.set(data, forKey: key)
      return data
    }
  }

  /// Removes the document, if it is still the same.
  public func remove(_ token: Data) throws -> Bool {
    try Self.lock.withLock {
      guard try read()?.token == token else { return false }
      defaults.object.removeObject(forKey: key)
      return true
    }
  }

  /// Backs up a document under `KEY.backups`, unless it is the newest there.
  ///
  /// Damaged and overruled ones and unsaved changes are never removed, and the last one of an older version not before
  /// another process makes a backup. An object under `KEY.backups` that isn't a list of backups is an error.
  public func keep(_ data: Data, label: String, limit: Int) throws -> Bool {
    try Self.lock.withLock {
      var copies = try copies()
      let copy = KeptCopy(data: data, label: label, date: Date())
      // A removal that has failed may have kept it, too.
      if let newest = copies.first?.copy, newest.data == data,
        BackupLabel(text: newest.label).ofRemoved == BackupLabel(text: label).ofRemoved
      {
        copies.removeFirst()
      }
      copies.insert((copy, BackupName.ownProcess), at: 0)
      let limit = BackupLimit(number: limit)
      var retention = BackupRetention(
        limit: limit == .all ? .all : self.limit.map { .newest($0) } ?? limit)
      let kept = copies.filter {
        retention.retains(label: BackupLabel(text: $0.copy.label), process: $0.process)
      }
      let objects = kept.map { entry in
        [
          "document": entry.copy.data, "label": entry.copy.label, "date": entry.copy.date,
          "process": entry.process,
        ] as [String: Any]
      }
      defaults.object.set(objects, forKey: backupKey)
    }
    return true
  }

  /// The backups, newest first. An object under `KEY.backups` that isn't a list of backups is an error.
  public func kept() throws -> [KeptCopy] {
    // Without the lock, which a thread may hold that waits for this one.
    try copies().map(\.copy)
  }

  /// Removes all backups. An object under `KEY.backups` that isn't a list of backups is an error.
  public func removeKept() throws {
    try Self.lock.withLock {
      _ = try copies()
      defaults.object.removeObject(forKey: backupKey)
    }
  }

  private var backupKey: String { "\(key).backups" }

  /// The backups, each with the process that has made it.
  private func copies() throws -> [(copy: KeptCopy, process: String)] {
    guard let object = defaults.object.object(forKey: backupKey) else { return [] }
    // What the program itself has stored under the key must not be lost.
    let unexpected = PlaceProblem(
      description: "the object under the key '\(backupKey)' isn't a list of backups")
    guard let objects = object as? [Any] else { throw unexpected }
    return try objects.map { object in
      guard let fields = object as? [String: Any], let data = fields["document"] as? Data,
        let label = fields["label"] as? String, let date = fields["date"] as? Date
      else { throw unexpected }
      return (KeptCopy(data: data, label: label, date: date), fields["process"] as? String ?? "")
    }
  }

  /// Recursive, because `UserDefaults` calls observers before a change returns. What one of them then stores is newer
  /// than the change, so the next save of the outer store finds it.
  private static let lock = NSRecursiveLock()
}

/// The error of a place that doesn't support an operation. Nothing was changed.
struct PlaceProblem: Error, CustomStringConvertible {
  let description: String
}

/// A place whose operations are closures.
struct ClosurePlace<Token: Sendable>: DocumentPlace {
  let name: String
  let reading: @Sendable () throws -> (Data, Token)?
  let replacing: @Sendable (Token?, Data) throws -> Token?
  let keeping: (@Sendable (Data, String) throws -> Void)?
  let removing: (@Sendable (Token) throws -> Bool)?

  func read() throws -> (data: Data, token: Token)? {
    try reading().map { (data: $0.0, token: $0.1) }
  }

  func replace(_ token: Token?, with data: Data) throws -> Token? {
    try replacing(token, data)
  }

  func remove(_ token: Token) throws -> Bool {
    guard let removing else {
      throw PlaceProblem(description: "the store was created without a closure for it")
    }
    return try removing(token)
  }

  func removeKept() throws {
    if keeping == nil { return }
    throw PlaceProblem(description: "the store was created without a closure for it")
  }

  func keep(_ data: Data, label: String, limit: Int) throws -> Bool {
    // With another limit, it was kept before. What a closure has kept can't be removed.
    if BackupLimit(number: limit) == .all { try keeping?(data, label) }
    return keeping != nil
  }
}

extension BackupLimit {
  /// The limit that ``DocumentPlace/keep(_:label:limit:)`` gets as a number.
  fileprivate init(number: Int) {
    self = number == .max ? .all : .newest(number)
  }

  /// The number for ``DocumentPlace/keep(_:label:limit:)``, in which `Int.max` means all.
  fileprivate var number: Int {
    switch self {
    case .all: .max
    case .newest(let count): min(count, .max - 1)
    }
  }
}

/// Adapts a public place to what a store needs.
struct AdaptedPlace<Place: DocumentPlace>: StoragePlace, StorageSession {
  let place: Place
  var verifies = false
  /// Identifies the place. Tokens of other places aren't compared with its own.
  let identity: String

  /// - Parameter identity: Identifies the place; nil if its name does.
  init(_ place: Place, identity: String? = nil, verifies: Bool = false) {
    self.place = place
    self.identity = identity ?? place.name
    self.verifies = verifies
  }

  var location: String { place.name }

  func read() throws(PlaceError) -> StoredBytes? {
    do {
      return try place.read().map { stored($0.data, $0.token) }
    } catch {
      throw PlaceError(.unavailable, problem(error), error)
    }
  }

  private func stored(_ bytes: Data, _ token: Place.Token) -> StoredBytes {
    StoredBytes(bytes, token: PlaceToken(value: token, place: identity))
  }

  func begin() throws(PlaceError) -> any StorageSession { self }

  func end() {}

  func replace(
    _ base: StoredBytes?, with bytes: Data, backup: BackupRequest?, origin: ImportOrigin?
  ) throws(PlaceError) -> ReplaceResult {
    if let base, let backup {
      let isBackedUp = try backUp(base.bytes, label: backup.label, limit: .all)
      // A place that has backups of its own doesn't have one of what is damaged now.
      if !isBackedUp, backup.label == .damaged {
        let current = try read()
        guard let current, current.bytes == base.bytes else { return .changed(current) }
        throw Self.hasNoBackups
      }
    }
    var known: (stored: StoredBytes, token: Place.Token)?
    if let base {
      known = try withOwnToken(base)
      guard known != nil else { return .changed(try read()) }
    }
    let new: Place.Token?
    do {
      new = try place.replace(known?.token, with: bytes)
    } catch {
      throw failure(error, replacing: known?.stored)
    }
    return if let new { .replaced(stored(bytes, new)) } else { .changed(try read()) }
  }

  func remove(_ base: StoredBytes, backup: BackupRequest?) throws(PlaceError) -> Bool {
    guard let known = try withOwnToken(base) else { return false }
    if let backup { _ = try backUp(base.bytes, label: backup.label, limit: .all) }
    do {
      return try place.remove(known.token)
    } catch {
      throw failure(error, replacing: known.stored)
    }
  }

  func removeSuperfluousBackups(besides base: StoredBytes, _ backup: BackupRequest) {
    // With `all`, the place wouldn't remove those beyond a limit of its own either.
    let limit = backup.limit == .all ? .newest(.max) : backup.limit
    _ = try? backUp(base.bytes, label: backup.label, limit: limit)
  }

  func removeBackups() throws(PlaceError) {
    do {
      try place.removeKept()
    } catch {
      throw PlaceError(.notWritten, problem(error), error)
    }
  }

  /// A document with its token. One that was read from another place is the one that is stored here, if that has the
  /// same bytes; otherwise it is nil.
  private func withOwnToken(
    _ base: StoredBytes
  ) throws(PlaceError) -> (stored: StoredBytes, token: Place.Token)? {
    var known = base
    if base.token?.place != identity {
      guard let current = try read(), current.bytes == base.bytes else { return nil }
      known = current
    }
    return (known.token?.value as? Place.Token).map { (known, $0) }
  }

  /// The error of a place that couldn't replace or remove a document. The change may still have happened, for example
  /// if the connection was lost afterwards.
  private func failure(_ error: any Error, replacing base: StoredBytes?) -> PlaceError {
    if error is PlaceProblem {
      return PlaceError(.notWritten, problem(error), error)
    }
    if isStillStored(base) { return PlaceError(.notWritten, problem(error), error) }
    return PlaceError(.uncertain(.unknown), problem(error), error)
  }

  /// Whether it is certain that a document, or nothing, is still stored. A column may have stored it in other bytes.
  private func isStillStored(_ base: StoredBytes?) -> Bool {
    do throws(PlaceError) {
      guard let current = try read() else { return base == nil }
      return base.map { current.hasSameToken(as: $0) || current.bytes == $0.bytes } ?? false
    } catch {
      return false
    }
  }

  func backUp(_ bytes: Data, label: BackupLabel, from origin: ImportOrigin?) throws(PlaceError) {
    if try !backUp(bytes, label: label, limit: .all) { throw Self.hasNoBackups }
  }

  /// - Returns: Whether the place has made a backup.
  private func backUp(
    _ bytes: Data, label: BackupLabel, limit: BackupLimit
  ) throws(PlaceError) -> Bool {
    do {
      return try place.keep(bytes, label: label.text, limit: limit.number)
    } catch {
      throw PlaceError(.backupFailed, problem(error), error)
    }
  }

  private static var hasNoBackups: PlaceError {
    PlaceError(.backupFailed, "the place doesn't keep backups")
  }

  private func problem(_ error: any Error) -> String {
    (error as? PlaceProblem)?.description ?? "\(type(of: error)) was thrown"
  }

  func storedBackups() throws(PlaceError) -> [StoredBackup] {
    do {
      return try place.kept().map {
        StoredBackup(
          name: "", label: BackupLabel(text: $0.label), date: $0.date, url: nil, bytes: $0.data)
      }
    } catch {
      throw PlaceError(.unavailable, problem(error), error)
    }
  }

  func read(_ backup: StoredBackup) throws(PlaceError) -> StoredBytes {
    guard let bytes = backup.bytes else {
      throw PlaceError(.unavailable, "it isn't a backup of this place")
    }
    return StoredBytes(bytes)
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
}
