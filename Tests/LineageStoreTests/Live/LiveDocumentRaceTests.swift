import Foundation
import Lineage
import Observation
import Synchronization
import Testing

@testable import LineageStore

/// Live documents that are changed while they read and write.
@MainActor
struct LiveDocumentRaceTests {
  /// A document in memory. Tests can do something on the main actor during each call, or let it fail.
  final class Place: DocumentPlace, Sendable {
    enum Call {
      case read, replaced
    }

    struct ConnectionLost: Error {}

    let name = "memory"
    let data: Mutex<Data?>
    let reads = Mutex(0)
    /// What a test does during each call. It throws an error for a call that fails.
    let during = Mutex<(@MainActor @Sendable (Call) throws -> Void)?>(nil)

    init(_ data: Data?) { self.data = Mutex(data) }

    func read() throws -> (data: Data, token: Data)? {
      reads.withLock { $0 += 1 }
      let data = data.withLock(\.self)
      try perform(.read)
      return data.map { ($0, $0) }
    }

    func replace(_ token: Data?, with new: Data) throws -> Data? {
      let isReplaced = data.withLock { data in
        guard data == token else { return false }
        data = new
        return true
      }
      try perform(.replaced)
      return isReplaced ? new : nil
    }

    private func perform(_ call: Call) throws {
      guard let action = during.withLock(\.self) else { return }
      try onMainActor { try action(call) }
    }

    /// Does something during the next call.
    func duringNext(_ call: Call, _ action: @escaping @MainActor @Sendable () throws -> Void) {
      during.withLock {
        $0 = { [unowned self] found in
          guard found == call else { return }
          during.withLock { $0 = nil }
          try action()
        }
      }
    }
  }

  private func live<Value: VersionedCodable & Sendable>(
    _ place: Place, default initial: Value
  ) -> LiveDocument<Value> {
    let document = LiveDocument(
      DocumentStore<Value>(place), default: initial, autosaveDelay: .seconds(1000))
    _ = document.value
    return document
  }

  private func bytes(_ note: Note) throws -> Data { try JSONEncoder().encode(versioned: note) }

  @Test func `changes of an object in place during a reload are merged`() async throws {
    let place = Place(Data(#"{"version":1,"title":"","count":0}"#.utf8))
    let document = live(place, default: Counting())
    place.data.withLock { $0 = Data(#"{"version":1,"title":"","count":7}"#.utf8) }
    place.duringNext(.read) { document.value.title = "Mine" }

    await document.reload()
    try await document.save()

    let saved = try #require(try DocumentStore<Counting>(place).read()?.value)
    #expect(saved.title == "Mine")
    #expect(saved.count == 7)
  }

  @Test func `changes of an object in place that a reload notices first are saved`() async throws {
    let place = Place(Data(#"{"version":1,"title":"","count":0}"#.utf8))
    let document = live(place, default: Counting())
    let save = Mutex<Task<Void, any Error>?>(nil)
    place.duringNext(.read) {
      document.value.title = "Mine"
      save.withLock { $0 = Task { try await document.save() } }
    }

    await document.reload()
    try await save.withLock(\.self)?.value

    #expect(try DocumentStore<Counting>(place).read()?.value.title == "Mine")
  }

  @Test func `changes of an object in place while a backup is restored are made again`()
    async throws
  {
    let folder = try TemporaryFolder()
    let options = DocumentOptions(backups: .everySave(keep: 3))
    let url = folder.file("note.json")
    try DocumentFile<Counting>(url, options: options).write(Counting(), over: nil)
    try DocumentFile<Counting>(url, options: options).update { $0.count = 7 }
    let isPaused = Mutex(false)
    let action = Mutex<(@MainActor @Sendable () -> Void)?>(nil)
    let calls = InterferingCalls(
      beforeExchange: {
        guard let action = action.withLock(\.self) else { return }
        isPaused.withLock { $0 = true }
        try? onMainActor(action)
      }, afterExchange: {})
    let file = DocumentFile<Counting>(
      path: folder.path("note.json"), createsFolder: false, options: options, calls: calls)
    let document = LiveDocument(file, default: Counting(), autosaveDelay: .seconds(1000))
    document.value.count = 8
    action.withLock { $0 = { document.value.title = "typed" } }

    try await document.restore(#require(try file.backups().first))

    let wasPaused = isPaused.withLock(\.self)
    #expect(wasPaused)
    #expect(document.value.title == "typed")
    #expect(document.value.count == 0)
    #expect(document.hasUnsavedChanges)
  }

  @Test func `several saves of uncertain outcome aren't conflicts with oneself`() async throws {
    let place = Place(try bytes(.sample))
    let document = live(place, default: Note.sample)
    place.duringNext(.replaced) {
      place.during.withLock { $0 = { _ in throw Place.ConnectionLost() } }
      throw Place.ConnectionLost()
    }
    for title in ["Toads", "Newts"] {
      document.value.title = title
      let error = await #expect(throws: StoreError.self) { try await document.save() }
      guard case .uncertain? = error else {
        Issue.record("It is certain: \(String(describing: error))")
        return
      }
    }
    place.during.withLock { $0 = nil }

    document.value.title = "Salamanders"
    try await document.save()

    #expect(document.state.isReady)
    #expect(try DocumentStore<Note>(place).read()?.value.title == "Salamanders")
  }

  @Test(arguments: [false, true])
  func `saves of uncertain outcome don't fill the memory`(hasNewChanges: Bool) async throws {
    let place = Place(try bytes(.sample))
    let document = live(place, default: Note.sample)
    // The first one is stored.
    place.during.withLock { $0 = { if $0 == .replaced { throw Place.ConnectionLost() } } }
    document.value.title = "Toads"
    for number in 0..<40 {
      if hasNewChanges { document.value.lines = ["\(number)"] }
      await #expect(throws: StoreError.self) { try await document.save() }
    }
    place.during.withLock { $0 = nil }

    #expect(document.current.attempted.count <= (hasNewChanges ? 16 : 1))
    document.value.title = "Newts"
    try await document.save()
    #expect(document.state.isReady)
  }

  @Test func `reloads that haven't begun are one`() async throws {
    let place = Place(try bytes(.sample))
    let document = live(place, default: Note.sample)
    let reloads = Mutex<[Task<Void, Never>]>([])
    place.duringNext(.read) {
      reloads.withLock { $0 = (0..<10).map { _ in Task { await document.reload() } } }
    }
    place.reads.withLock { $0 = 0 }

    await document.reload()
    for reload in reloads.withLock(\.self) { await reload.value }

    #expect(place.reads.withLock(\.self) == 2)
  }

  @Test(arguments: [false, true])
  func `what an observer changes when another document is shown is merged`(
    hasChanges: Bool
  ) async throws {
    let place = Place(try bytes(.sample))
    let document = live(place, default: Note(title: "", lines: []))
    if hasChanges { document.value.title = "mine" }
    onFirstChange(of: \.value, in: document) { document.value.title = "observer" }
    place.data.withLock { $0 = try? bytes(Note(title: "Frogs", lines: ["new pond"])) }

    await document.reload()

    #expect(document.value == Note(title: "observer", lines: ["new pond"]))
    #expect(document.hasUnsavedChanges)
    try await document.save()
    #expect(try DocumentStore<Note>(place).read()?.value == document.value)
  }

  @Test(arguments: [false, true])
  func `what an observer changes when the value is set is kept`(observesValue: Bool) throws {
    let document = live(Place(try bytes(.sample)), default: Note.sample)
    func append() { document.value.lines.append("observer") }
    if observesValue {
      onFirstChange(of: \.value, in: document, append)
    } else {
      onFirstChange(of: \.hasUnsavedChanges, in: document, append)
    }

    document.value.title = "Toads"

    #expect(document.value == Note(title: "Toads", lines: ["old pond", "observer"]))
  }

  /// Does something as soon as an observer is told of a change.
  private func onFirstChange<Value>(
    of property: KeyPath<LiveDocument<Value>, some Any>, in document: LiveDocument<Value>,
    _ action: @escaping @MainActor @Sendable () -> Void
  ) {
    let isDone = Mutex(false)
    withObservationTracking {
      _ = document[keyPath: property]
    } onChange: {
      // The action may make a change, too.
      let isFirst = isDone.withLock { isDone in
        defer { isDone = true }
        return !isDone
      }
      if isFirst { MainActor.assumeIsolated { action() } }
    }
  }

  @Test func `a save doesn't wait for the changes that are made meanwhile`() async throws {
    let place = Place(try bytes(.sample))
    let document = live(place, default: Note.sample)
    let writes = changingDuringWrites(document, in: place)
    document.value.title = "Toads"

    try await document.save()

    place.during.withLock { $0 = nil }
    #expect(writes.count.withLock(\.self) == 1)
    #expect(document.value.title == "1")
    #expect(document.hasUnsavedChanges)
    #expect(try DocumentStore<Note>(place).read()?.value.title == "Toads")
  }

  @Test func `changes that go on are saved once in each delay`() async throws {
    let place = Place(try bytes(.sample))
    let delay = Duration.milliseconds(300)
    let document = LiveDocument(
      DocumentStore<Note>(place), default: .sample, autosaveDelay: delay)
    let writes = changingDuringWrites(document, in: place)
    let start = ContinuousClock.now
    document.value.title = "Toads"

    try await eventually { writes.count.withLock { $0 >= 4 } }

    place.during.withLock { $0 = nil }
    let count = writes.count.withLock(\.self)
    #expect(Double(count) <= (ContinuousClock.now - start) / delay)
  }

  /// How often a document was written.
  private final class Writes: Sendable {
    let count = Mutex(0)
  }

  /// Changes a document during each write, but not for ever.
  private func changingDuringWrites(_ document: LiveDocument<Note>, in place: Place) -> Writes {
    let writes = Writes()
    // The first read is on the main actor.
    _ = document.value
    place.during.withLock {
      $0 = { call in
        guard call == .replaced else { return }
        let count = writes.count.withLock { count in
          count += 1
          return count
        }
        if count < 500 { document.value.title = "\(count)" }
      }
    }
    return writes
  }

  /// Calls of a disk that can be made read-only.
  private struct ReadOnlyCalls: ForwardingCalls {
    let calls: any FileCalls = SystemCalls()
    let isReadOnly: @Sendable () -> Bool

    func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError) {
      if isReadOnly() { throw SystemError(call: "faccessat", code: EROFS) }
      try calls.checkWritable(name, in: folder)
    }
  }

  enum Retry: CaseIterable { case automatic, save, reload }

  @Test(arguments: Retry.allCases)
  func `a document that may be written again is saved`(_ retry: Retry) async throws {
    let folder = try TemporaryFolder()
    let isReadOnly = Mutex(true)
    let file = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false, options: .init(),
      calls: ReadOnlyCalls { isReadOnly.withLock(\.self) })
    try file.write(.sample, over: nil)
    let document = LiveDocument(
      file, default: .sample, autosaveDelay: retry == .automatic ? .milliseconds(1) : .seconds(1000)
    )
    document.value.title = "Toads"
    await #expect(throws: StoreError.self) { try await document.save() }
    guard case .readOnly(.readOnly) = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }

    isReadOnly.withLock { $0 = false }
    if retry == .reload { await document.reload() }
    if retry != .automatic { try await document.save() }

    try await eventually { document.state.isReady }
    #expect(try file.read()?.value.title == "Toads")
  }
}

/// Does something on the main actor, from a thread that isn't the main one.
private func onMainActor(_ action: @escaping @MainActor @Sendable () throws -> Void) throws {
  final class Outcome: Sendable {
    let result = Mutex<Result<Void, any Error>>(.success(()))
  }
  let outcome = Outcome()
  let isDone = DispatchSemaphore(value: 0)
  Task { @MainActor in
    outcome.result.withLock { $0 = Result(catching: action) }
    isDone.signal()
  }
  isDone.wait()
  try outcome.result.withLock(\.self).get()
}
