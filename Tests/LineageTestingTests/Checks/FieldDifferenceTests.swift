import Foundation
import Lineage
import Testing

@testable import LineageSchemas
@testable import LineageTesting

struct FieldDifferenceTests {
  private func lines(
    _ expected: DocumentValue, _ found: DocumentValue,
    numbers: FieldDifference.Numbers = .byCharacters
  ) -> [String] {
    FieldDifference.between(expected, found, numbers: numbers).map(\.description)
  }

  @Test func `equal values don't differ, regardless of the order of their keys`() {
    #expect(lines(["a": 1, "b": [2, .null]], ["b": [2, .null], "a": 1]) == [])
  }

  @Test func `missing, extra and changed fields are reported with their paths`() {
    let expected: DocumentValue = ["poem": ["title": "Frogs", "year": 1686], "draft": false]
    let found: DocumentValue = ["poem": ["title": "Frog", "lines": []], "draft": .null]

    #expect(
      lines(expected, found) == [
        #"changed  poem.title: "Frogs" → "Frog""#,
        "missing  poem.year: 1686",
        "extra    poem.lines: []",
        "changed  draft: false → null",
      ])
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 3], ["missing  [1]: 2"]),
      ([1, 3], [1, 2, 3], ["extra    [1]: 2"]),
      ([1, 2, 3], [1, 5, 3], ["changed  [1]: 2 → 5"]),
      ([1, 2], [2, 1], ["order    (the document)"]),
      ([1, 1, 2], [1, 2, 2], ["changed  [1]: 1 → 2"]),
      ([], [1], ["extra    [0]: 1"]),
    ] as [([DocumentValue], [DocumentValue], [String])])
  func `arrays are compared without their common prefix and suffix`(
    _ expected: [DocumentValue], _ found: [DocumentValue], _ differences: [String]
  ) {
    #expect(lines(.array(expected), .array(found)) == differences)
  }

  @Test(arguments: ["1", "1.0", "1e0", "10e-1"])
  func `numbers can be compared by value`(_ literal: String) throws {
    let number = DocumentValue.number(try #require(DocumentNumber(literal)))

    #expect(lines([1], [number], numbers: .byValue) == [])
    #expect(lines([1], [number]).isEmpty == (literal == "1"))
  }

  @Test func `a value of another kind is a change`() {
    #expect(
      lines(["a": 1], ["a": "1"], numbers: .byValue) == [#"changed  a: 1 → "1""#])
    #expect(lines(["a": 1], [1]) == [#"changed  (the document): {"a": 1} → [1]"#])
  }

  @Test func `data is shown as Base64`() {
    let expected: DocumentValue = ["icon": .data(Data([1, 2, 3]))]
    let found: DocumentValue = ["icon": .data(Data([1, 2, 4]))]

    #expect(lines(expected, found) == ["changed  icon: data(AQID) → data(AQIE)"])
    #expect(lines(expected, [:]) == ["missing  icon: data(AQID)"])
    #expect(
      lines(["icons": [expected, expected]], ["icons": [found]]) == [
        "changed  icons[0].icon: data(AQID) → data(AQIE)",
        #"missing  icons[1]: {"icon": data(AQID)}"#,
      ])
  }

  @Test func `long values are truncated before and after their first difference`() {
    let start = String(repeating: "long ", count: 100)
    let data = Data(repeating: 0, count: 1_000)

    #expect(
      lines(["a": .string(start + "frog")], ["a": .string(start + "pond" + start)]) == [
        #"changed  a: …long long long long frog" → …long long long long pond"#
          + String(repeating: "long ", count: 10) + "long…"
      ])
    #expect(
      lines(["a": .data(data + [1])], ["a": .data(data + [2])]) == [
        "changed  a: …AAAAAAAAAAAAAAAAAAAAE=) → …AAAAAAAAAAAAAAAAAAAAI=)"
      ])
  }

  @Test func `long values are truncated`() {
    let line = lines(["text": .string(String(repeating: "long ", count: 100))], [:])[0]

    #expect(line.hasPrefix(#"missing  text: "long long"#))
    #expect(line.hasSuffix("…"))
    #expect(line.count < 100)
  }
}
