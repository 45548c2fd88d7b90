import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// Live documents that don't know whether they have stored a change, while another program saves.
@MainActor
struct UncertainSaveTests {
  typealias Place = LiveDocumentRaceTests.Place

  struct Shelf: VersionedCodable, DefaultFillable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count = 1
    var list = [1]
    var set: Set<Int> = [1]
    var keys = ["k": 1]
    var order = [1, 2, 3]
  }

  typealias Change = @Sendable (inout Shelf) -> Void

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether the save of uncertain outcome has stored the document.
    var isStored = true
    /// What is saved then.
    let attempt: Change
    /// What another program changes after it.
    var theirs: Change = { $0.keys["t"] = 1 }
    /// What this one changes last.
    let last: Change
    /// What is stored in the end, as changes of the first document; nil if it is a conflict.
    let expected: Change?
  }

  nonisolated static let cases = [
    Case(
      testDescription: "a number that is set back",
      attempt: { $0.count = 2 }, last: { $0.count = 1 }, expected: { $0.keys["t"] = 1 }),
    Case(
      testDescription: "a number that is changed again",
      attempt: { $0.count = 2 }, last: { $0.count = 3 },
      expected: { ($0.count, $0.keys["t"]) = (3, 1) }),
    Case(
      testDescription: "a number that stays as it is",
      attempt: { $0.count = 2 }, last: { $0.list = [] },
      expected: { ($0.count, $0.list, $0.keys["t"]) = (2, [], 1) }),
    Case(
      testDescription: "a list that is set back",
      attempt: { $0.list = [1, 2] }, last: { $0.list = [1] }, expected: { $0.keys["t"] = 1 }),
    Case(
      testDescription: "a key that is removed again",
      attempt: { $0.keys["n"] = 2 }, last: { $0.keys["n"] = nil },
      expected: { $0.keys["t"] = 1 }),
    Case(
      testDescription: "a key that is added again",
      attempt: { $0.keys["k"] = nil }, last: { $0.keys["k"] = 1 },
      expected: { $0.keys["t"] = 1 }),
    Case(
      testDescription: "an element that is removed again from a set that both change",
      attempt: { $0.set = [1, 2] }, theirs: { $0.set.insert(3) }, last: { $0.set = [1, 4] },
      expected: { $0.set = [1, 3, 4] }),
    Case(
      testDescription: "a number that is set back, and that the other program changes",
      attempt: { $0.count = 2 }, theirs: { $0.count = 3 }, last: { $0.count = 1 }, expected: nil),
    Case(
      testDescription: "a list whose order the other program changes",
      attempt: { $0.count = 2 }, theirs: { $0.order.reverse() }, last: { $0.keys["m"] = 2 },
      expected: { ($0.count, $0.order, $0.keys["m"]) = (2, [3, 2, 1], 2) }),
    Case(
      testDescription: "a number that isn't stored, and is changed again",
      isStored: false, attempt: { $0.count = 2 }, last: { $0.count = 3 },
      expected: { ($0.count, $0.keys["t"]) = (3, 1) }),
    Case(
      testDescription: "a number that isn't stored, and is set back",
      isStored: false, attempt: { $0.count = 2 }, last: { $0.count = 1 },
      expected: { $0.keys["t"] = 1 }),
  ]

  /// A live document whose save was of uncertain outcome, and that was changed after it.
  private func changed(by test: Case, in place: Place) async throws -> LiveDocument<Shelf> {
    let store = DocumentStore<Shelf>(place)
    try store.write(Shelf(), over: nil)
    let document = LiveDocument(store, default: Shelf(), autosaveDelay: .seconds(1000))
    let old = place.data.withLock(\.self)
    test.attempt(&document.value)
    // Nor can the store read what has become of it.
    place.during.withLock {
      $0 = { _ in
        if !test.isStored { place.data.withLock { $0 = old } }
        throw Place.ConnectionLost()
      }
    }
    let error = await #expect(throws: StoreError.self) { try await document.save() }
    place.during.withLock { $0 = nil }
    guard case .uncertain? = error else {
      Issue.record("It is certain: \(String(describing: error))")
      return document
    }
    try store.update(test.theirs)
    test.last(&document.value)
    return document
  }

  @Test(arguments: cases)
  func `what changes after a save of uncertain outcome is saved`(test: Case) async throws {
    let place = Place(nil)
    let document = try await changed(by: test, in: place)

    guard let expected = test.expected else {
      await #expect(throws: StoreError.self) { try await document.save() }
      guard case .conflict = document.state else {
        Issue.record("The state is \(document.state).")
        return
      }
      return
    }
    try await document.save()

    var shelf = Shelf()
    expected(&shelf)
    #expect(document.value == shelf)
    #expect(document.state.isReady)
    #expect(try DocumentStore<Shelf>(place).read()?.value == shelf)
  }

  @Test(arguments: cases.filter { $0.expected != nil })
  func `what changes after a save of uncertain outcome is saved on release`(
    test: Case
  ) async throws {
    let place = Place(nil)
    var document: LiveDocument<Shelf>? = try await changed(by: test, in: place)
    _ = document?.value

    document = nil

    var shelf = Shelf()
    test.expected?(&shelf)
    try await eventually { try DocumentStore<Shelf>(place).read()?.value == shelf }
  }
}
