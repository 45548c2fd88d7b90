import Foundation
import Lineage
import Testing

@testable import LineageTesting

struct ShrinkingTests {
  private let document: DocumentValue = [
    "title": "Frogs", "tags": ["a", "b", "c"], "inner": ["list": [1, 2, ["x": .null, "y": true]]],
  ]

  @Test func `everything that isn't needed for the failure is removed`() {
    let smallest = Shrinking.smallest(document) { value in
      value["inner"]?["list"]?.array?.contains { $0["y"] == true } == true
    }

    #expect(smallest == ["inner": ["list": [["y": true]]]])
  }

  @Test func `a failure that needs no content becomes empty`() {
    #expect(Shrinking.smallest(document) { _ in true } == [:])
  }

  @Test func `a document that fails only as it is doesn't change`() {
    #expect(Shrinking.smallest(document) { $0 == document } == document)
  }

  @Test func `strings are truncated if their beginning is enough`() {
    let long = DocumentValue.string(String(repeating: "a", count: 1_000))

    let smallest = Shrinking.smallest(long) { ($0.string?.count ?? 0) >= 10 }

    #expect((10..<20).contains(smallest.string?.count ?? 0))
  }

  @Test func `bytes that aren't needed for the failure are removed`() {
    let smallest = Shrinking.smallest(Data(#"{"title": "Frogs", "ÿ": 1}"#.utf8)) {
      $0.contains(0xC3) && $0.contains(0xBF)
    }

    #expect(smallest == Data([0xC3, 0xBF]))
  }
}
