import Foundation
import Lineage
import Testing

@testable import LineageStore

/// Where two documents differ.
struct DifferenceTests {
  @Test(arguments: [
    (#"{"a":1,"b":[1,{"c":2}]}"#, #"{"b":[1,{"c":2}],"a":1}"#, nil),
    (#"{"a":[1,2,{"b":[1,2]}]}"#, #"{"a":[2,{"b":[2,1]},1]}"#, nil),
    (#"{"a":1,"b":[1,{"c":2}]}"#, #"{"a":1,"b":[1,{"c":3}]}"#, "b[1].c"),
    (#"{"a":1,"b":2}"#, #"{"a":1}"#, "b"),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#, "b"),
    (#"{"a":[1,2]}"#, #"{"a":[1,2,3]}"#, "a"),
    (#"{"a":[1,2,3]}"#, #"{"a":[2,1,4]}"#, "a[2]"),
    (#"{"a":[1,2,3]}"#, #"{"a":[5,1,4]}"#, "a"),
    (#"{"a":[1,1,{"b":1}]}"#, #"{"a":[{"b":2},1,1]}"#, "a[2].b"),
    (#"{"a":{"b":1}}"#, #"{"a":[1]}"#, "a"),
    ("[1]", "{}", ""),
  ])
  func `the first field that differs is found`(first: String, other: String, path: String?) throws {
    let value = try JSONDecoder().decode(DocumentValue.self, from: Data(first.utf8))
    let other = try JSONDecoder().decode(DocumentValue.self, from: Data(other.utf8))

    #expect(value.firstDifference(from: other)?.description == path)
  }
}
