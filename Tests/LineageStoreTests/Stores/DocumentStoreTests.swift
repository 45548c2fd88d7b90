import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

/// Documents in places that aren't files.
struct DocumentStoreTests {
  /// A row of a database: a document with a revision.
  final class Row: Sendable {
    let content: Mutex<(data: Data, revision: Int)?>
    let backups = Mutex<[String]>([])

    init(_ data: Data? = nil) {
      content = Mutex(data.map { ($0, 1) })
    }

    var data: Data? { content.withLock { $0?.data } }

    func set(_ data: Data?) {
      content.withLock { row in row = data.map { ($0, (row?.revision ?? 0) + 1) } }
    }

    func store<Value>(_ type: Value.Type, named name: String = "row 17") -> DocumentStore<Value> {
      DocumentStore(named: name) {
        self.content.withLock { $0.map { ($0.data, $0.revision) } }
      } replace: { revision, data in
        self.content.withLock { row in
          guard row?.revision == revision else { return nil }
          row = (data, (revision ?? 0) + 1)
          return row?.revision
        }
      } backUp: { _, label in
        self.backups.withLock { $0.append(label) }
      }
    }
  }

  @Test func `a row is read, written and migrated like a file`() throws {
    let row = Row()
    let store = row.store(Note.self)
    #expect(try store.read() == nil)
    let opened = try store.write(.sample, over: nil)
    #expect(try store.read()?.value == .sample)
    #expect(throws: StoreError.self) { try store.write(.sample, over: nil) }
    try store.write(Note(title: "Toads", lines: []), over: opened)
    #expect(throws: StoreError.self) { try store.write(.sample, over: opened) }
    #expect(try store.read()?.value.title == "Toads")
    #expect(row.backups.withLock(\.self) == [])

    row.set(oldNote)
    try store.update { $0.title = "Newts" }
    #expect(try store.read()?.value == Note(title: "Newts", lines: ["old pond"]))
    #expect(row.backups.withLock(\.self) == ["version1"])
  }

  @Test func `updates from several threads lose no change`() async throws {
    let store = Row().store(Counter.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 { try store.update(default: Counter()) { $0.count += 1 } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.read()?.value.count == 200)
  }

  @Test func `programs of different age share a row without a loss`() throws {
    let row = Row(oldNote)
    let (old, new) = (row.store(OldNote.self), row.store(Note.self))
    let memory = try #require(try old.read())
    try new.update { $0.title = "Toads" }
    let stored = row.data
    do {
      try old.write(memory.value, over: memory)
      Issue.record("The older program has written over the newer document.")
    } catch .newer {
    }
    #expect(throws: StoreError.self) { try old.update { $0.title = "x" } }
    #expect(row.data == stored)
  }

  @Test func `a damaged row is replaced with itself in hand`() throws {
    let row = Row(Data("{".utf8))
    let store = row.store(Note.self)
    let damaged = try expectDamaged { try store.read() }
    #expect(damaged.location == "row 17")
    try store.write(.sample, replacing: damaged)
    #expect(row.backups.withLock(\.self) == ["damaged"])
    let conflict = try expectConflict { try store.write(.sample, replacing: damaged) }
    // Nothing can be merged with what can't be read.
    #expect(conflict.base == nil)
    #expect(try store.read()?.value == .sample)
  }

  @Test func `a save that is refused because of a conflict backs up nothing`() throws {
    let row = Row(oldNote)
    let store = row.store(Note.self)
    let opened = try #require(try store.read())
    row.set(Data(#"{"version":1,"title":"Toads","body":""}"#.utf8))

    #expect(throws: StoreError.self) { try store.write(opened.value, over: opened) }

    #expect(row.backups.withLock(\.self) == [])
  }

  @Test func `an update and a removal are attempted equally often`() throws {
    let calls = Mutex<[String: Int]>([:])
    let store = DocumentStore<Note> {
      (oldNote, 1)
    } replace: { (_: Int?, _) in
      calls.withLock { $0["replace", default: 0] += 1 }
      return nil
    } remove: { _ in
      calls.withLock { $0["remove", default: 0] += 1 }
      return false
    }

    #expect(throws: StoreError.self) { try store.update { $0.title = "Toads" } }
    #expect(throws: StoreError.self) { try store.remove() }

    #expect(calls.withLock(\.self) == ["replace": 100, "remove": 100])
  }

  struct Failing: Error {}

  @Test func `an update that another document's conflict ends isn't repeated`() throws {
    let (store, other) = (Row(oldNote).store(Note.self), Row(oldNote).store(Note.self))
    var calls = 0
    do {
      try store.update { _ in
        calls += 1
        try other.write(.sample, over: nil)
      }
      Issue.record("It was written.")
    } catch StoreError.changed {
    }
    #expect(calls == 1)
  }

  @Test func `an error of the place is not an empty place`() throws {
    let store = DocumentStore<Note>(named: "row 17") {
      throw Failing()
    } replace: { (_: Int?, _) in
      1
    }
    let failure = try expectUnavailable { try store.read() }
    #expect(failure.underlyingError is Failing)
    #expect(throws: StoreError.self) { try store.update(default: .sample) { _ in } }
  }

  @Test func `a place that fails to write has written nothing`() throws {
    let store = DocumentStore<Note>(named: "row 17") {
      nil
    } replace: { (_: Int?, _) in
      throw Failing()
    }
    do {
      try store.write(.sample, over: nil)
      Issue.record("It was written.")
    } catch .notWritten(let failure) {
      #expect(failure.location == "row 17")
    }
  }

  /// Stores what it is given, and throws all the same.
  private func losingConnection(_ row: Row, afterWriting writes: Bool) -> DocumentStore<Note> {
    DocumentStore(named: "row 17") {
      row.content.withLock { $0.map { ($0.data, $0.revision) } }
    } replace: { (_: Int?, data) in
      if writes { row.set(data) }
      throw Failing()
    }
  }

  @Test(arguments: [nil, oldNote])
  func `it isn't known whether a place has written that reports an error`(old: Data?) throws {
    let row = Row(old)
    let store = losingConnection(row, afterWriting: true)
    let opened = try store.read()

    let error = #expect(throws: StoreError.self) { try store.write(.sample, over: opened) }

    guard case .uncertain(let failure)? = error else {
      Issue.record("It is certain.")
      return
    }
    #expect(failure.underlyingError is Failing)
    #expect(
      error.map { "\($0)" } == """
        It isn't known whether the document 'row 17' (Note) was written: Failing was thrown. Keep the new value, and \
        read the document again before you write it once more.
        """)
  }

  @Test func `a document that is still stored wasn't written`() throws {
    let row = Row(oldNote)
    let store = losingConnection(row, afterWriting: false)

    expect(
      throws: """
        The document 'row 17' (Note) couldn't be written: Failing was thrown. The stored document is \
        intact. See underlyingError.
        """
    ) { try store.update { $0.title = "Toads" } }

    #expect(row.data == oldNote)
  }

  @Test func `a column that rewrites documents is saved to twice`() throws {
    let row = Row()
    let store = DocumentStore<Note>(options: DocumentOptions(backups: .everySave(keep: 3))) {
      row.content.withLock { $0.map { ($0.data, $0.revision) } }
    } replace: { known, data in
      row.content.withLock { content in
        guard content?.revision == known else { return nil }
        let revision = (content?.revision ?? 0) + 1
        content = (data + Data(" ".utf8), revision)
        return revision
      }
    } backUp: { _, label in
      row.backups.withLock { $0.append(label) }
    }

    let first = try store.write(.sample, over: nil)
    try store.write(Note(title: "Toads", lines: []), over: first)

    #expect(try store.read()?.value.title == "Toads")
  }

  /// A store of a column that stores documents in other bytes, for one operation.
  private func rewriting(_ row: Row, fails: Bool = false) -> DocumentStore<Note> {
    DocumentStore {
      row.content.withLock { $0.map { ($0.data, $0.revision) } }
    } replace: { revision, data in
      if fails { throw Failing() }
      return try row.content.withLock { row in
        guard row?.revision == revision else { return nil }
        let value = try JSONSerialization.jsonObject(with: data)
        row = (
          try JSONSerialization.data(withJSONObject: value, options: .prettyPrinted),
          (revision ?? 0) + 1
        )
        return row?.revision
      }
    }
  }

  @Test func `a column that rewrites documents still has the one that wasn't replaced`() throws {
    let row = Row()
    let saved = try rewriting(row).write(.sample, over: nil)

    expect(
      throws: """
        The document 'row' (Note) couldn't be written: Failing was thrown. The stored document is \
        intact. See underlyingError.
        """
    ) {
      try rewriting(row, fails: true).write(Note(title: "Toads", lines: []), over: saved)
    }

    #expect(try rewriting(row).read()?.value == .sample)
  }

  @Test func `a store that is made for each save finds its document in other bytes`() throws {
    let row = Row()
    var saved = try rewriting(row).write(.sample, over: nil)

    for title in ["Toads", "Newts"] {
      saved = try rewriting(row).write(Note(title: title, lines: []), over: saved)
    }

    #expect(try rewriting(row).read()?.value.title == "Newts")
  }

  @Test func `rows without a name are different rows`() throws {
    func store(_ row: Row) -> DocumentStore<Note> {
      DocumentStore {
        row.content.withLock { $0.map { ($0.data, $0.revision) } }
      } replace: { revision, data in
        row.content.withLock { row in
          guard row?.revision == revision else { return nil }
          row = (data, (revision ?? 0) + 1)
          return row?.revision
        }
      }
    }
    let (first, second) = (Row(oldNote), Row(try JSONEncoder().encode(versioned: Note.sample)))
    let opened = try store(first).read()

    #expect(throws: StoreError.self) { try store(second).write(.sample, over: opened) }

    #expect(try store(second).read()?.version == 2)
    // Another store of the same row compares the bytes.
    try store(first).write(.sample, over: opened)
    #expect(try store(first).read()?.value == .sample)
  }

  @Test func `a place that fails to back up the old document isn't written`() throws {
    let row = Row(oldNote)
    let store = DocumentStore<Note> {
      row.data.map { ($0, 1) }
    } replace: { (_: Int?, data) in
      row.set(data)
      return 1
    } backUp: { _, _ in
      throw Failing()
    }
    do {
      try store.update { $0.title = "Toads" }
      Issue.record("It was written.")
    } catch StoreError.backupFailed {
    }
    #expect(row.data == oldNote)
  }

  @Test func `a place without backups doesn't lose what is damaged`() throws {
    let row = Row(Data("{".utf8))
    let store = DocumentStore<Note> {
      row.data.map { ($0, 1) }
    } replace: { (_: Int?, data) in
      row.set(data)
      return 1
    }
    let damaged = try expectDamaged { try store.read() }
    #expect {
      try store.write(.sample, replacing: damaged)
    } throws: { error in
      "\(error)"
        == "The document 'row' (Note) wasn't written, because the stored document couldn't be backed up "
        + "first: the place doesn't keep backups. Nothing was changed. Give it a way to back up documents: there "
        + "may be no other copy of this one."
    }
    #expect(row.data == Data("{".utf8))
  }

  // MARK: - UserDefaults

  #if os(macOS) || os(Linux)
    /// A suite that only one test uses.
    private static let savedByAnother = "lineage.saved-by-another-process"

    @Test func `a save to UserDefaults is there after the process has ended`() async throws {
      await #expect(processExitsWith: .success) {
        let defaults = try #require(UserDefaults(suiteName: DocumentStoreTests.savedByAnother))
        let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
        try store.update(default: .sample) { $0.title = "Toads" }
      }

      let defaults = try #require(UserDefaults(suiteName: Self.savedByAnother))
      defer { defaults.removePersistentDomain(forName: Self.savedByAnother) }
      let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
      #expect(try store.read()?.value.title == "Toads")
    }
  #endif

  @Test func `a document is kept under a key of UserDefaults`() throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
    #expect(try store.read() == nil)
    #expect(defaults.object(forKey: "note") == nil)
    try store.update(default: .sample) { $0.title = "Toads" }
    #expect(try store.read()?.value.title == "Toads")

    defaults.set(oldNote, forKey: "note")
    try store.update { $0.title = "Newts" }
    #expect(try store.backups().map(\.version) == [1])
    let migrated = try #require(defaults.data(forKey: "note"))
    try store.restore(#require(try store.backups().first))
    #expect(defaults.data(forKey: "note") == oldNote)
    #expect(try store.backups().map(\.version) == [2, 1])
    #expect(try store.backups().first?.open().data == migrated)

    // What is damaged stays, however many others are kept.
    defaults.set(Data("{".utf8), forKey: "note")
    let damaged = try expectDamaged { try store.read() }
    try store.write(.sample, replacing: damaged)
    for number in 0..<5 {
      defaults.set(
        Data(#"{"version":1,"title":"\#(number)","body":""}"#.utf8), forKey: "note")
      try store.update { $0.title = "Newts" }
    }
    #expect(try store.backups().map(\.isDamaged) == [false, false, false, true, false])
    // Neither does this process remove the last one of another version.
    #expect(try store.backups().map(\.version) == [1, 1, 1, nil, 2])

    defaults.set("text", forKey: "note")
    do {
      _ = try store.read()
      Issue.record("It was read.")
    } catch {
      #expect(
        error.description
          == """
          The document 'UserDefaults key note' (Note) can't be opened: the object under the key isn't data, so it \
          isn't a document. Import it into a file (DocumentImport), or use another key. It isn't known whether it \
          exists, and nothing was changed. Change that, then try again.
          """)
    }
    #expect(defaults.string(forKey: "note") == "text")
  }

  private func withDefaults(_ body: (UserDefaults) throws -> Void) throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    try body(defaults)
  }

  @Test(arguments: [
    (BackupPolicy.everySave(keep: 20), 9), (.everySave(keep: 5), 5), (.beforeMigration(keep: 3), 0),
  ])
  func `as many backups are kept under a key as the policy says`(
    _ policy: BackupPolicy, _ count: Int
  ) throws {
    try withDefaults { defaults in
      let store = DocumentStore<Note>(
        UserDefaultsPlace(defaults, key: "note"), options: .init(backups: policy))
      for number in 0..<10 { try store.update(default: .sample) { $0.title = "\(number)" } }

      let titles = try store.backups().map { try $0.open().value.title }
      #expect(titles == (0..<count).map { "\(8 - $0)" })
    }
  }

  @Test func `the last backup of an older version stays under a key in this process`() throws {
    try withDefaults { defaults in
      let store = DocumentStore<Note>(
        UserDefaultsPlace(defaults, key: "note"), options: .init(backups: .everySave(keep: 2)))
      defaults.set(oldNote, forKey: "note")
      for number in 0..<5 { try store.update { $0.title = "\(number)" } }
      #expect(try store.backups().map(\.version) == [2, 2, 1])

      // Another process has opened the migrated document.
      let backups = try #require(defaults.array(forKey: "note.backups") as? [[String: Any]])
      defaults.set(
        backups.map { $0.merging(["process": "another"]) { $1 } }, forKey: "note.backups")
      try store.update { $0.title = "x" }
      #expect(try store.backups().map(\.version) == [2, 2])
    }
  }

  /// A key of the defaults whose changes fail.
  private struct FailingPlace: DocumentPlace {
    enum Failure: CaseIterable { case conflict, error, lostTransaction }

    let place: UserDefaultsPlace
    let failure: Failure
    var name: String { place.name }

    func read() throws -> (data: Data, token: Data)? { try place.read() }
    func replace(_ token: Data?, with data: Data) throws -> Data? { try fail() ? data : nil }
    func remove(_ token: Data) throws -> Bool { try fail() }
    func backUp(_ data: Data, label: String) throws -> Bool {
      try place.backUp(data, label: label)
    }
    func removeBackups(beyond limit: Int) throws { try place.removeBackups(beyond: limit) }
    func backups() throws -> [PlaceBackup] { try place.backups() }

    /// Whether it reports success.
    private func fail() throws -> Bool {
      if failure == .error { throw Failing() }
      return failure == .lostTransaction
    }
  }

  @Test(arguments: FailingPlace.Failure.allCases)
  private func `a change that fails removes no backup under a key`(
    failure: FailingPlace.Failure
  ) throws {
    try withDefaults { defaults in
      let place = UserDefaultsPlace(defaults, key: "note")
      let options = DocumentOptions(backups: .everySave(keep: 2))
      let store = DocumentStore<Note>(place, options: options)
      for title in ["a", "b", "c"] { try store.update(default: .sample) { $0.title = title } }
      func titles() throws -> [String] { try store.backups().map { try $0.open().value.title } }
      let failing = DocumentStore<Note>(
        FailingPlace(place: place, failure: failure), options: options)

      #expect(throws: StoreError.self) { try failing.update { $0.title = "d" } }
      #expect(throws: StoreError.self) { try failing.remove() }
      #expect(throws: StoreError.self) { try failing.restore(#require(failing.backups().last)) }

      #expect(try titles() == ["c", "b", "a"])
      #expect(try store.read()?.value.title == "c")
      try store.update { $0.title = "d" }
      #expect(try titles() == ["c", "b"])
      try store.remove()
      #expect(try titles() == ["d", "c", "b"])
    }
  }

  @Test func `closures back up each document once`() throws {
    let row = Row(oldNote)
    let labels = Mutex<[String]>([])
    let store = DocumentStore<Note> {
      row.data.map { ($0, $0) }
    } replace: { (_: Data?, data) in
      row.set(data)
      return data
    } backUp: { _, label in
      labels.withLock { $0.append(label) }
    }

    try store.update { $0.title = "Toads" }

    #expect(labels.withLock(\.self) == ["version1"])
  }

  @Test(arguments: [
    "<string>text</string>", "<array><string>text</string></array>",
    "<array><dict><key>label</key><string>version1</string></dict></array>",
  ])
  func `what isn't a backup stays under the key for backups`(_ list: String) throws {
    try withDefaults { defaults in
      let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
      let object = try PropertyListSerialization.propertyList(
        from: Data("<plist>\(list)</plist>".utf8), format: nil)
      defaults.set(oldNote, forKey: "note")
      defaults.set(object, forKey: "note.backups")
      func stored() -> String { defaults.object(forKey: "note.backups").map { "\($0)" } ?? "" }
      let before = stored()

      expect(
        throws: """
          The document 'UserDefaults key note' (Note) wasn't written, because the stored document couldn't be backed \
          up first: the object under the key 'note.backups' isn't a list of backups. Nothing was changed. Change \
          that, then try again.
          """
      ) {
        try store.update { $0.title = "Toads" }
      }

      #expect(stored() == before)
      #expect(defaults.data(forKey: "note") == oldNote)
      #expect(throws: StoreError.self) { _ = try store.backups() }
    }
  }

  @Test func `a document is backed up once under a key, however often its save is repeated`() throws
  {
    try withDefaults { defaults in
      let place = UserDefaultsPlace(defaults, key: "note")
      for title in ["a", "b", "b", "b", "a"] {
        let isBackedUp = try place.backUp(Data(title.utf8), label: "version1")
        #expect(isBackedUp)
      }
      let backups = try place.backups()
      #expect(backups.map { String(decoding: $0.data, as: UTF8.self) } == ["a", "b", "a"])
    }
  }

  /// Calls observers before a change returns, on the thread that makes it, as on Apple platforms.
  private final class ObservedDefaults: UserDefaults {
    private let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// Calls a closure with the next change.
    func observeOnce(_ observe: @escaping @Sendable () -> Void) {
      observer.withLock { $0 = observe }
    }

    override func set(_ value: Any?, forKey key: String) {
      super.set(value, forKey: key)
      let observe = observer.withLock { observer in
        defer { observer = nil }
        return observer
      }
      observe?()
    }
  }

  /// Runs something on a thread of its own, which may never end, and says whether it has ended.
  private static func ends(_ body: @escaping @Sendable () -> Void) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      isDone.signal()
    }
    return isDone.wait(timeout: .now() + 20) == .success
  }

  private static func withObservedDefaults(_ body: (ObservedDefaults) throws -> Void) throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(ObservedDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    try body(defaults)
  }

  private static func updateNote(observedBy key: String, _ policy: BackupPolicy) throws {
    try withObservedDefaults { defaults in
      let options = DocumentOptions(backups: policy)
      let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"), options: options)
      let other = DocumentStore<Note>(UserDefaultsPlace(defaults, key: key), options: options)
      try store.update(default: .sample) { $0.title = "before" }
      defaults.observeOnce {
        _ = try? other.update(default: .sample) { $0.lines.append("observed") }
      }

      let hasEnded = ends { _ = try? store.update { $0.title = "after" } }
      try #require(hasEnded)

      #expect(try store.read()?.value.title == "after")
      #expect(try other.read()?.value.lines.contains("observed") == true)
    }
  }

  // In processes of their own, because a thread that never ends would block the other tests.

  @Test func `an observer of UserDefaults can update other documents`() async {
    await #expect(processExitsWith: .success) {
      try DocumentStoreTests.updateNote(observedBy: "other", .beforeMigration(keep: 3))
      try DocumentStoreTests.updateNote(observedBy: "other", .everySave(keep: 3))
    }
  }

  @Test func `an observer of UserDefaults can update the same document`() async {
    await #expect(processExitsWith: .success) {
      // The observer is called after the document has changed, or after a backup was added and before that.
      try DocumentStoreTests.updateNote(observedBy: "note", .beforeMigration(keep: 3))
      try DocumentStoreTests.updateNote(observedBy: "note", .everySave(keep: 3))
    }
  }

  @Test func `backups are listed while an observer of UserDefaults is called`() async {
    await #expect(processExitsWith: .success) {
      try DocumentStoreTests.withObservedDefaults { defaults in
        let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
        let isListed = Mutex<Bool?>(nil)
        defaults.observeOnce {
          // Such as the main thread, which the saving thread waits for.
          let ends = DocumentStoreTests.ends { _ = try? store.backups() }
          isListed.withLock { $0 = ends }
        }

        try store.update(default: .sample) { $0.title = "after" }

        #expect(isListed.withLock { $0 } == true)
      }
    }
  }
}
