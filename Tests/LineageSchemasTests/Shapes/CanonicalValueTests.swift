import Foundation
import Lineage
import Testing

@testable import LineageSchemas

struct CanonicalValueTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    var types = "{}"
    let shape: String
    let value: DocumentValue
    let expected: DocumentValue

    var testDescription: String { id }
  }

  static let cases = [
    Case(id: "a set", shape: "Set<String>", value: ["b", "c", "a"], expected: ["a", "b", "c"]),
    Case(id: "an array", shape: "[String]", value: ["b", "a"], expected: ["b", "a"]),
    Case(
      id: "keys and values in turn", shape: "[String, Set<Int>, …]",
      value: ["b", [2, 1], "a", []], expected: ["a", [], "b", [1, 2]]),
    Case(
      id: "elements that repeat", shape: "(String, Set<Int>)…",
      value: ["b", [2, 1], "a", [], "c"], expected: ["b", [1, 2], "a", [], "c"]),
    Case(
      id: "sets of objects whose members stand in another order",
      types: #"{"P": {"fields": {"x": "Int", "y": "Int"}}}"#, shape: "Set<P>",
      value: [["y": 1, "x": 2], ["x": 1, "y": 2]], expected: [["x": 1, "y": 2], ["x": 2, "y": 1]]),
    Case(
      id: "sets inside optionals, arrays, dictionaries and tuples",
      shape: "([Set<Int>?], [String: Set<Int>]?)",
      value: [[[2, 1], .null], ["k": [4, 3]]], expected: [[[1, 2], .null], ["k": [3, 4]]]),
    Case(
      id: "fields under other names",
      types: #"{"P": {"fields": {"allTags": "Set<Int>", "URLs": "Set<Int>"}}}"#, shape: "P?",
      value: ["all_tags": [2, 1], "urls": [2, 1], "more": [2, 1]],
      expected: ["all_tags": [1, 2], "urls": [1, 2], "more": [2, 1]]),
    Case(
      id: "the payload of a case",
      types: #"{"E": {"oneOf": {"a": "A"}}, "A": {"fields": {"_0": "Set<Int>"}}}"#, shape: "E",
      value: ["a": ["_0": [2, 1]]], expected: ["a": ["_0": [1, 2]]]),
    Case(
      id: "the payload of a union",
      types: """
        {"U": {"tag": "blockKind", "payloads": {"a": "A"}}, "A": {"fields": {"s": "Set<Int>"}}}
        """, shape: "[U]",
      value: [["block_kind": "a", "s": [2, 1]], ["block_kind": "b", "s": [2, 1]]],
      expected: [["block_kind": "a", "s": [1, 2]], ["block_kind": "b", "s": [2, 1]]]),
    Case(
      id: "a type that is written as a set, and not completely known",
      types: #"{"T": {"value": "Set<Int>?", "complete": false}}"#, shape: "T", value: [2, 1],
      expected: [1, 2]),
    Case(
      id: "types that are nothing but each other",
      types: #"{"D": {"value": "E?"}, "E": {"value": "D?"}}"#, shape: "D", value: [2, 1],
      expected: [2, 1]),
    Case(
      id: "what is not as the shape says", shape: "[String, Int, …]", value: ["b", 1, "a"],
      expected: ["b", 1, "a"]),
  ]

  @Test(arguments: cases)
  func `unordered values are sorted`(_ example: Case) throws {
    let types = try JSONDecoder().decode(
      unversioned: [String: TypeShape].self, from: Data(example.types.utf8))
    let schema = Schema(root: try #require(Shape(example.shape)), types: types)

    #expect(schema.canonical(example.value) == example.expected)
  }
}
