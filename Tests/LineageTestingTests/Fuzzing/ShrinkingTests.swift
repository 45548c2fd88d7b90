import Foundation
import Lineage
import Testing

@testable import LineageTesting

struct ShrinkingTests {
  private let document: DocumentValue = [
    "title": "Frogs", "tags": ["a", "b", "c"], "inner": ["list": [1, 2, ["x": .null, "y": true]]],
  ]

  @Test func `everything goes that is not needed to fail`() {
    let smallest = Shrinking.smallest(document) { value in
      value["inner"]?["list"]?.array?.contains { $0["y"] == true } == true
    }

    #expect(smallest == ["inner": ["list": [["y": true]]]])
  }

  @Test func `what always fails becomes nothing`() {
    #expect(Shrinking.smallest(document) { _ in true } == [:])
  }

  @Test func `what fails by itself alone stays as it is`() {
    #expect(Shrinking.smallest(document) { $0 == document } == document)
  }

  @Test func `strings are cut where their beginning is enough`() {
    let long = DocumentValue.string(String(repeating: "a", count: 1_000))

    let smallest = Shrinking.smallest(long) { ($0.string?.count ?? 0) >= 10 }

    #expect((10..<20).contains(smallest.string?.count ?? 0))
  }

  @Test func `bytes go that are not needed to fail`() {
    let smallest = Shrinking.smallest(Data(#"{"title": "Frogs", "ÿ": 1}"#.utf8)) {
      $0.contains(0xC3) && $0.contains(0xBF)
    }

    #expect(smallest == Data([0xC3, 0xBF]))
  }
}
