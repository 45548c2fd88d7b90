import Foundation
import Testing

@testable import Lineage

/// Members are found in whatever order a document has them and a type asks for them.
struct MemberOrderTests {
  /// Asks for its fields in an order of its own, some of them twice, and with several containers.
  struct Asking: Codable, Equatable {
    enum CodingKeys: String, CodingKey, CaseIterable {
      case a, b, c, d, e, f, longerName, other
    }
    enum Others: String, CodingKey {
      case c, stranger, a
    }

    nonisolated(unsafe) static var asked: [Int] = []
    var found: [String?] = []

    init(from decoder: any Decoder) throws {
      let keys = CodingKeys.allCases
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let others = try decoder.container(keyedBy: Others.self)
      let again = try decoder.container(keyedBy: CodingKeys.self)
      for number in Self.asked {
        let key = keys[number % keys.count]
        switch number / keys.count {
        case 0: found.append(try container.decodeIfPresent(String.self, forKey: key))
        case 1: found.append(try again.decodeIfPresent(String.self, forKey: key))
        case 2: found.append(try others.decodeIfPresent(String.self, forKey: .c))
        case 3: found.append(try others.decodeIfPresent(String.self, forKey: .stranger))
        case 4: found.append("\(container.contains(key))")
        case 5: found.append("\(String(describing: try? container.decodeNil(forKey: key)))")
        default: found.append((try? container.decode(String.self, forKey: key)) ?? "none")
        }
      }
    }

    func encode(to encoder: any Encoder) throws {}
  }

  @Test func `members are found in any order as JSONDecoder finds them`() throws {
    var random = JSONRandom(seed: 11)
    let names = [
      "a", "b", "c", "d", "e", "f", "longerName", "other", "stranger", "x", "", "longer",
    ]
    for _ in 0..<2_000 {
      var rest = names.shuffled(using: &random)
      rest.removeLast(random.number(below: names.count))
      let members = rest.enumerated().map { index, name in
        #""\#(name)":\#(random.chance(15) ? "null" : #""\#(index)""#)"#
      }
      let text =
        "[{\(members.joined(separator: ","))},{\(members.reversed().joined(separator: ","))}]"
      Asking.asked = (0..<12).map { _ in random.number(below: 8 * 7) }

      let expected = try JSONDecoder().decode([Asking].self, from: Data(text.utf8))
      let found = try JSONDecoder().decode(unversioned: [Asking].self, from: Data(text.utf8))

      #expect(found == expected, "\(text) \(Asking.asked)")
    }
  }

  @Test(arguments: [
    (#"{"a":"1","a":"2","b":"3"}"#, ["1", "3"]),
    (#"{"b":"3","a":"1","a":"2"}"#, ["1", "3"]),
    (#"{"a":"1","b":"3","b":"4","a":"2"}"#, ["1", "3"]),
    (#"{"x":"0","b":"3","x":"0","a":"1","b":"4","a":"2"}"#, ["1", "3"]),
    (#"{"\u0061":"1","a":"2","b":"3"}"#, ["1", "3"]),
    (#"{"b":"3","\u0061":"1","a":"2"}"#, ["1", "3"]),
    (#"{"é":"0","b":"3","a":"1","\u0061":"2"}"#, ["1", "3"]),
    (#"{"x":"0","é":"0","b":"3","a":"1"}"#, ["1", "3"]),
  ])
  func `of equal keys the first wins in any order`(text: String, expected: [String]) throws {
    struct Pair: Codable {
      var a: String
      var b: String
    }
    struct Reversed: Codable {
      var b: String
      var a: String
    }
    // The first values of a type find the names of its keys; the others use them.
    let data = Data("[\(Array(repeating: text, count: 12).joined(separator: ","))]".utf8)

    let pairs = try JSONDecoder().decode(unversioned: [Pair].self, from: data)
    let reversed = try JSONDecoder().decode(unversioned: [Reversed].self, from: data)

    #expect(pairs.map { [$0.a, $0.b] } == Array(repeating: expected, count: 12))
    #expect(reversed.map { [$0.a, $0.b] } == Array(repeating: expected, count: 12))
  }

  /// A key whose byte is beyond those of small types.
  enum ManyKeys: String, CodingKey, CaseIterable {
    case k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19
    case k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37
    case k38, k39, k40, k41, k42, k43, k44, k45, k46, k47, k48, k49, k50, k51, k52, k53, k54, k55
    case k56, k57, k58, k59, k60, k61, k62, k63, k64, k65, k66, k67, k68, k69, k70, k71, k72, k73
  }

  struct Many: Decodable, Equatable {
    var values: [Int?]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: ManyKeys.self)
      values = try ManyKeys.allCases.reversed().map {
        try container.decodeIfPresent(Int.self, forKey: $0)
      }
    }
  }

  @Test func `members of a type with many fields are found in any order`() throws {
    var random = JSONRandom(seed: 12)
    for _ in 0..<100 {
      var numbers = Array(0..<90).shuffled(using: &random)
      numbers.removeLast(random.number(below: 80))
      let members = numbers.map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
      let data = Data("[{\(members)},{\(members)}]".utf8)

      let found = try JSONDecoder().decode([Many].self, from: data)

      #expect(try JSONDecoder().decode(unversioned: Values.self, from: data).values == found)
    }
  }

  struct Values: Codable {
    var values: [Many]

    init(from decoder: any Decoder) throws { values = try [Many](from: decoder) }
    func encode(to encoder: any Encoder) throws {}
  }

  // MARK: - Objects around large arrays

  enum Parents: String, CodingKey {
    case items, x, y
  }

  enum Shared: String, CodingKey {
    case y, x, z, w
  }

  final class Link: @unchecked Sendable {
    var container: KeyedDecodingContainer<Shared>?
    var count = 0
  }

  static let link = CodingUserInfoKey(rawValue: "link")

  static func link(_ decoder: any Decoder) throws -> Link {
    try #require(link.flatMap { decoder.userInfo[$0] as? Link })
  }

  struct Child: Codable {
    var x: Int
    var y: Int

    init(from decoder: any Decoder) throws {
      let link = try MemberOrderTests.link(decoder)
      link.count += 1
      if link.count == 11 { _ = try link.container?.decode(Int.self, forKey: .x) }
      let container = try decoder.container(keyedBy: Shared.self)
      x = try container.decode(Int.self, forKey: .x)
      y = try container.decode(Int.self, forKey: .y)
    }

    func encode(to encoder: any Encoder) throws {}
  }

  struct Parent: Codable {
    var found: [Int?]

    init(from decoder: any Decoder) throws {
      let link = try MemberOrderTests.link(decoder)
      let shared = try decoder.container(keyedBy: Shared.self)
      link.container = shared
      let container = try decoder.container(keyedBy: Parents.self)
      _ = try container.decode([Child].self, forKey: .items)
      found = try [Shared.x, .y, .z, .w].map { try shared.decodeIfPresent(Int.self, forKey: $0) }
      link.container = nil
    }

    func encode(to encoder: any Encoder) throws {}
  }

  @Test(arguments: [10, 300, 2_000])
  func `elements of an array may read the object around it`(count: Int) throws {
    let items = (0..<count).map { #"{"y":\#($0 + 10_000),"x":\#($0)}"# }.joined(separator: ",")
    let text = #"{"z":-3,"items":[\#(items)],"w":-4,"x":-1,"y":-2}"#
    let decoder = JSONDecoder()
    let link = try #require(Self.link)
    for _ in 0..<10 {
      decoder.userInfo[link] = Link()

      let parent = try decoder.decode(unversioned: Parent.self, from: Data(text.utf8))

      #expect(parent.found == [-1, -2, -3, -4])
    }
  }
}
