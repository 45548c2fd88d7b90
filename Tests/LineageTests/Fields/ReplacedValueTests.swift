import Foundation
import Lineage
import Testing

/// A value that is replaced or can't be encoded leaves nothing behind.
struct ReplacedValueTests {
  /// A value that is encoded by a closure.
  struct Written: Encodable, Sendable {
    let write: @Sendable (any Encoder) throws -> Void

    init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }

    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  struct Failure: Error {}

  /// A value that opens an array, encodes an element, and throws.
  static let halfAnArray = Written { encoder in
    var container = encoder.unkeyedContainer()
    try container.encode(1)
    throw Failure()
  }

  /// The same for an object with a nested object.
  static let halfAnObject = Written { encoder in
    var container = encoder.container(keyedBy: AnyKey.self)
    var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("inner"))
    try inner.encode(1, forKey: AnyKey("x"))
    throw Failure()
  }

  struct Case: CustomStringConvertible, Sendable {
    let description: String
    let expected: String
    let write: @Sendable (any Encoder) throws -> Void

    init(
      _ description: String, _ expected: String,
      _ write: @escaping @Sendable (any Encoder) throws -> Void
    ) {
      self.description = description
      self.expected = expected
      self.write = write
    }
  }

  private static func keyed(
    _ description: String, _ expected: String,
    _ write: @escaping @Sendable (inout KeyedEncodingContainer<AnyKey>) throws -> Void
  ) -> Case {
    Case(description, expected) { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try write(&container)
    }
  }

  private static func unkeyed(
    _ description: String, _ expected: String,
    _ write: @escaping @Sendable (inout any UnkeyedEncodingContainer) throws -> Void
  ) -> Case {
    Case(description, expected) { encoder in
      var container = encoder.unkeyedContainer()
      try write(&container)
    }
  }

  private static let a = AnyKey("a")
  private static let b = AnyKey("b")

  static let replaced: [Case] = [
    keyed("an object that a number has replaced", #"{"a":5}"#) {
      var inner = $0.nestedContainer(keyedBy: AnyKey.self, forKey: a)
      try inner.encode(1, forKey: b)
      try $0.encode(5, forKey: a)
      try inner.encode(7, forKey: AnyKey("late"))
    },
    keyed("an array that a string has replaced", #"{"a":"new"}"#) {
      var inner = $0.nestedUnkeyedContainer(forKey: a)
      for number in 0..<100 { try inner.encode(number) }
      try $0.encode("new", forKey: a)
      try inner.encode(contentsOf: [1, 2, 3])
    },
    keyed("an array that another one has replaced", #"{"a":[7]}"#) {
      var inner = $0.nestedUnkeyedContainer(forKey: a)
      try inner.encode(1)
      try $0.encode([7], forKey: a)
      try inner.encode(2)
      var innermost = inner.nestedContainer(keyedBy: AnyKey.self)
      try innermost.encode(3, forKey: b)
    },
    keyed("an object among many members", #"{"a":1}"#) {
      var inner = $0.nestedContainer(keyedBy: AnyKey.self, forKey: a)
      for round in 0..<2 {
        for number in 0..<40 { try inner.encode(round, forKey: AnyKey("\(number)")) }
      }
      try $0.encode(1, forKey: a)
      for number in 0..<50 { try inner.encode(2, forKey: AnyKey("\(number)")) }
    },
    keyed("a super encoder over a value", #"{"a":{"b":1}}"#) {
      try $0.encode(["x": 1], forKey: a)
      var container = $0.superEncoder(forKey: a).container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: b)
    },
    keyed("a super encoder over a number", #"{"a":{}}"#) {
      try $0.encode(1, forKey: a)
      _ = $0.superEncoder(forKey: a)
    },
    keyed("a super encoder that a value has replaced", #"{"a":2}"#) {
      let encoder = $0.superEncoder(forKey: a)
      try $0.encode(2, forKey: a)
      var container = encoder.unkeyedContainer()
      try container.encode(1)
    },
    keyed("a super encoder after another one", #"{"super":[2]}"#) {
      try Written { try [1].encode(to: $0) }.encode(to: $0.superEncoder())
      try Written { try [2].encode(to: $0) }.encode(to: $0.superEncoder())
    },
    keyed("an object that is opened again", #"{"a":{"b":2,"x":1}}"#) {
      try $0.encode(["x": 1], forKey: a)
      var container = $0.nestedContainer(keyedBy: AnyKey.self, forKey: a)
      try container.encode(2, forKey: b)
    },
    keyed("keys that differ in their Unicode form", "{\"\u{e9}\":2}") {
      try $0.encode(1, forKey: AnyKey("\u{e9}"))
      try $0.encode(2, forKey: AnyKey("e\u{301}"))
    },
    keyed("a letter that is equal to one of ASCII", #"{"K":[2]}"#) {
      try $0.encode(1, forKey: AnyKey("K"))
      try $0.encode([2], forKey: AnyKey("\u{212A}"))
    },
  ]

  static let thrown: [Case] = [
    unkeyed("an array that throws", "[1.5,null,2]") {
      try $0.encode(1.5)
      do { try $0.encode(halfAnArray) } catch { try $0.encodeNil() }
      try $0.encode(2)
    },
    unkeyed("objects that throw", "[2]") {
      try? $0.encode(halfAnObject)
      try? $0.encode(halfAnObject)
      #expect($0.count == 0)
      try $0.encode(2)
    },
    unkeyed("an element that throws in an array of its own", "[3]") {
      try? $0.encode([Written { try 1.encode(to: $0) }, halfAnObject])
      try? $0.encode(["x": halfAnArray])
      try $0.encode(3)
    },
    keyed("a member that throws", #"{"b":1}"#) {
      try? $0.encode(halfAnObject, forKey: a)
      try $0.encode(1, forKey: b)
    },
    keyed("a member that throws over another one", #"{"a":[1],"b":2}"#) {
      try $0.encode([1], forKey: a)
      try? $0.encode(halfAnObject, forKey: a)
      try? $0.encode(Optional(halfAnArray), forKey: a)
      try $0.encode(2, forKey: b)
    },
    keyed("a value instead of one that throws", #"{"a":{"b":1}}"#) {
      do { try $0.encode(halfAnObject, forKey: a) } catch {
        try $0.encode(["b": 1], forKey: a)
      }
    },
    keyed("a member that throws among many", #"{"a":1}"#) {
      try $0.encode(1, forKey: a)
      for number in 0..<60 { try? $0.encode(halfAnArray, forKey: AnyKey("\(number)")) }
    },
    Case("a single value that throws", "null") { encoder in
      var container = encoder.singleValueContainer()
      do { try container.encode(halfAnObject) } catch { try container.encodeNil() }
    },
    Case("an array instead of a single value that throws", "[7]") { encoder in
      do {
        var container = encoder.singleValueContainer()
        try container.encode(halfAnArray)
      } catch {
        var container = encoder.unkeyedContainer()
        try container.encode(7)
      }
    },
    keyed("a container of a value that threw", #"{"b":{"x":1}}"#) {
      nonisolated(unsafe) var kept: KeyedEncodingContainer<AnyKey>?
      let keeping = Written { encoder in
        kept = encoder.container(keyedBy: AnyKey.self)
        throw Failure()
      }
      try? $0.encode(keeping, forKey: a)
      try $0.encode(["x": 1], forKey: b)
      try kept?.encode(2, forKey: b)
    },
    keyed("a container of a value that is complete", #"{"a":{"x":1},"b":[{}]}"#) {
      nonisolated(unsafe) var kept: KeyedEncodingContainer<AnyKey>?
      let keeping = Written { encoder in
        kept = encoder.container(keyedBy: AnyKey.self)
        try kept?.encode(1, forKey: AnyKey("x"))
      }
      try $0.encode(keeping, forKey: a)
      try kept?.encode(2, forKey: b)
      try $0.encode([Written { _ in try kept?.encode([2], forKey: b) }], forKey: b)
    },
  ]

  @Test(arguments: replaced + thrown, [JSONEncoder.OutputFormatting.sortedKeys, []])
  func `replaced values and failed values are not in JSON`(
    example: Case, formatting: JSONEncoder.OutputFormatting
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting

    for _ in 0..<12 {
      // Often enough to cache the names of keys.
      let data = try encoder.encode(unversioned: [Written(example.write)])

      let value = try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
      let sorting = JSONEncoder()
      sorting.outputFormatting = .sortedKeys
      let sorted = String(decoding: try sorting.encode(unversioned: value), as: UTF8.self)
      #expect(sorted == "[\(example.expected)]")
    }
  }

  @Test(arguments: replaced)
  func `replaced values are not in the output of JSONEncoder either`(example: Case) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // It writes the value of a super encoder when that is deallocated, so this one comes last.
    if example.description == "a super encoder that a value has replaced" { return }

    let data = try encoder.encode([Written(example.write)])

    #expect(String(decoding: data, as: UTF8.self) == "[\(example.expected)]")
  }

  @Test(arguments: replaced + thrown)
  func `replaced values and failed values are not in property lists`(example: Case) throws {
    if example.expected == "null" || example.expected.contains("null,") { return }
    let encoder = PropertyListEncoder(.xml)

    let data = try encoder.encode(unversioned: [Written(example.write)])

    let value = try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: data)
    let sorting = JSONEncoder()
    sorting.outputFormatting = .sortedKeys
    let sorted = String(decoding: try sorting.encode(unversioned: value), as: UTF8.self)
    #expect(sorted == "[\(example.expected)]")
  }

  @Test(arguments: ["replaced", "removed"])
  func `replacing and removing many members takes linear time`(way: String) throws {
    let count = 100_000
    let value = Written { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for round in 0..<2 {
        for number in 0..<count {
          let key = AnyKey("\(number)")
          if round == 1, way == "removed" {
            try? container.encode(Self.halfAnArray, forKey: key)
          } else {
            try container.encode([round], forKey: key)
          }
        }
      }
    }
    let data = try JSONEncoder().encode(unversioned: value)

    #expect(data.count > 10 * count)
  }
}
