import Foundation
import Lineage
@testable import LineageStore
import Synchronization
import Testing

/// Places that don't do what they say, and saves at the wrong moment.
struct PlaceAttackTests {
  @Test func `a place that stores nothing is noticed`() throws {
    for data in [nil, oldNote] {
      let store = DocumentStore<Note>(
        read: { data.map { ($0, 1) } }, replace: { (_: Int?, _) in 2 })
      let opened = try store.read()
      let error = #expect(throws: StoreError.self) { try store.write(.sample, over: opened) }
      if case .uncertain = error {} else { Issue.record("\(String(describing: error))") }
    }
  }

  struct Flipping: DocumentSealing {
    func seal(_ data: Data) throws -> Data { Data([0xFF] + data.map { $0 ^ 0xFF }) }
    func open(_ sealed: Data) throws -> Data {
      guard sealed.first == 0xFF else { throw CocoaError(.coderReadCorrupt) }
      return Data(sealed.dropFirst().map { $0 ^ 0xFF })
    }
  }
}
