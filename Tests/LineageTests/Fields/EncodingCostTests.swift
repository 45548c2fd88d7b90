import Foundation
import Testing

@testable import Lineage

/// The cost of encoding is proportional to the size of the output, regardless of the types.
struct EncodingCostTests {
  struct Empty: Codable {
    enum CodingKeys: CodingKey { case unused }
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: CodingKeys.self)
    }
  }

  struct EmptyArray: Encodable {
    func encode(to encoder: any Encoder) throws { _ = encoder.unkeyedContainer() }
  }

  @Test(arguments: ["objects", "arrays", "dictionaries", "values"], [false, true])
  func `a container is released when its value is complete`(kind: String, isTree: Bool) throws {
    let writer = DocumentWriter()
    let json = JSONEncoder()
    let root = isTree ? writer.begin(.document, userInfo: [:]) : writer.begin(json, [])
    let count = 10_000

    switch kind {
    case "objects": try writer.encode(Array(repeating: Empty(), count: count), to: root)
    case "arrays": try writer.encode(Array(repeating: EmptyArray(), count: count), to: root)
    case "dictionaries": try writer.encode(Array(repeating: ["a": [1]], count: count), to: root)
    default:
      try writer.encode(DocumentValue.array(Array(repeating: [:], count: count)), to: root)
    }

    #expect(writer.state.pointee.containers.capacity < 100)
    #expect(writer.state.pointee.keys.isEmpty)
  }

  struct ToAndFro: Encodable {
    let asksAgain: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      var numbers = container.nestedUnkeyedContainer(forKey: AnyKey("numbers"))
      var names = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("names"))
      for number in 0..<100_000 {
        if asksAgain {
          numbers = container.nestedUnkeyedContainer(forKey: AnyKey("numbers"))
          names = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("names"))
        }
        try numbers.encode(number)
        try names.encode(number, forKey: AnyKey("\(number)"))
        if number.isMultiple(of: 10) {
          var inner = numbers.nestedUnkeyedContainer()
          try inner.encode(number)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `switching between containers takes linear time`(asksAgain: Bool) throws {
    let data = try JSONEncoder().encode(unversioned: ToAndFro(asksAgain: asksAgain))

    #expect(data.count > 1_000_000)
  }

  // MARK: - Leaving out defaults

  final class Counter: @unchecked Sendable { var count = 0 }

  struct Node: DefaultFillable {
    static let encodesDefaults = false
    var name = ""
    var marks = ["a", "b"]
    var nodes: [Node] = []
    var counter: Counting?

    struct Counting: Codable {
      let counter: Counter
      init(counter: Counter) { self.counter = counter }
      init(from decoder: any Decoder) throws { counter = Counter() }
      func encode(to encoder: any Encoder) throws {
        counter.count += 1
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
  }

  @Test func `a nested sparse value is not encoded once for each outer value`() throws {
    let counter = Counter()
    let depth = 200
    var node = Node()
    node.counter = Node.Counting(counter: counter)
    for level in 1..<depth {
      var outer = Node(name: "\(level)", nodes: [node, node])
      outer.nodes.removeLast()
      outer.counter = Node.Counting(counter: counter)
      node = outer
    }

    let data = try JSONEncoder().encode(unversioned: node)

    // Each value is encoded for the document, and compared by a few enclosing values.
    #expect(counter.count < 20 * depth)
    #expect(try JSONDecoder().decode(unversioned: Node.self, from: data).nodes.count == 1)
    #expect(!String(decoding: data, as: UTF8.self).contains("marks"))
  }
}
