public import Foundation

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
  private let defaults: ThreadSafe<UserDefaults>

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - defaults: Where the document is.
  ///   - key: The key of the document.
  public init(_ defaults: UserDefaults, key: String) {
    self.defaults = ThreadSafe(defaults)
    self.key = key
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
      defaults.set(data, forKey: key)
      return data
    }
  }

  /// Removes the document, if it is still the same.
  public func remove(_ token: Data) throws -> Bool {
    try Self.lock.withLock {
      guard try read()?.token == token else { return false }
      defaults.set(nil, forKey: key)
      return true
    }
  }

  /// Backs up a document under `KEY.backups`, unless it is the newest there. An object under `KEY.backups` that isn't a
  /// list of backups is an error.
  public func backUp(_ data: Data, label: String) throws -> Bool {
    try Self.lock.withLock {
      var backups = try ownedBackups()
      let backup = PlaceBackup(data: data, label: label, date: Date())
      // A removal that has failed may have backed it up, too.
      if let newest = backups.first?.backup, newest.data == data,
        BackupLabel(text: newest.label).ofRemoved == BackupLabel(text: label).ofRemoved
      {
        backups.removeFirst()
      }
      backups.insert((backup, BackupName.ownProcess), at: 0)
      store(backups)
    }
    return true
  }

  /// Removes the oldest backups beyond a limit.
  ///
  /// Damaged and overruled ones and unsaved changes are never removed, and the last one of an older version not before
  /// another process makes a backup. An object under `KEY.backups` that isn't a list of backups is an error.
  public func removeBackups(beyond limit: Int) throws {
    try Self.lock.withLock {
      let backups = try ownedBackups()
      var retention = BackupRetention(limit: limit)
      let retained = backups.filter {
        retention.retains(label: BackupLabel(text: $0.backup.label), process: $0.process)
      }
      if retained.count < backups.count { store(retained) }
    }
  }

  private func store(_ backups: [(backup: PlaceBackup, process: String)]) {
    let objects = backups.map { entry in
      [
        "document": entry.backup.data, "label": entry.backup.label, "date": entry.backup.date,
        "process": entry.process,
      ] as [String: Any]
    }
    defaults.set(objects, forKey: backupKey)
  }

  /// The backups, newest first. An object under `KEY.backups` that isn't a list of backups is an error.
  public func backups() throws -> [PlaceBackup] {
    // Without the lock, which a thread may hold that waits for this one.
    try ownedBackups().map(\.backup)
  }

  /// Removes all backups. An object under `KEY.backups` that isn't a list of backups is an error.
  public func removeBackups() throws {
    try Self.lock.withLock {
      _ = try ownedBackups()
      defaults.set(nil, forKey: backupKey)
    }
  }

  private var backupKey: String { "\(key).backups" }

  /// The backups, each with the process that has made it.
  private func ownedBackups() throws -> [(backup: PlaceBackup, process: String)] {
    guard let object = defaults.object.object(forKey: backupKey) else { return [] }
    // What the program itself has stored under the key must not be lost.
    let unexpected = PlaceProblem(
      description: "the object under the key '\(backupKey)' isn't a list of backups")
    guard let objects = object as? [Any] else { throw unexpected }
    return try objects.map { object in
      guard let fields = object as? [String: Any], let data = fields["document"] as? Data,
        let label = fields["label"] as? String, let date = fields["date"] as? Date
      else { throw unexpected }
      return (PlaceBackup(data: data, label: label, date: date), fields["process"] as? String ?? "")
    }
  }

  /// Recursive, because `UserDefaults` calls observers before a change returns. What one of them then stores is newer
  /// than the change, so the next save of the outer store finds it.
  private static let lock = NSRecursiveLock()
}

extension ThreadSafe<UserDefaults> {
  /// Sets an object, or removes it. On Linux, `UserDefaults` would forget it when the process ends.
  func set(_ object: Any?, forKey key: String) {
    self.object.set(object, forKey: key)
    #if !canImport(Darwin)
      self.object.synchronize()
    #endif
  }
}
