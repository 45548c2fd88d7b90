import Foundation
import Testing

@testable import Lineage

/// Of members with equal keys the first wins, however many there are and however they are spelled.
struct EqualKeyTests {
  /// Collects all keys of an object.
  struct Names: Decodable, Equatable {
    let names: Set<String>
    let count: Int

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: AnyKey.self).allKeys
      names = Set(keys.map(\.stringValue))
      count = keys.count
    }
  }

  /// Keys that equal others, by their bytes or canonically: an escaped one, a Kelvin sign, an accent
  /// in one character and in two.
  private static let keys = [
    "a", "b", "K", "\u{212A}", #"\u0061"#, #"\u212A"#, "\u{E9}", "e\u{301}", "", #"\""#, "ab", "ba",
    "a name longer than a small string", "a name longer than a small strinG",
  ]

  private static func texts() -> [String] {
    var random = JSONRandom(seed: 5)
    return (0..<400).map { number in
      let count = number % 10 == 0 ? 60 + random.number(below: 40) : random.number(below: 12)
      let members = (0..<count).map { index in
        let key =
          random.chance(60) && count >= 60
          ? "k\(random.number(below: 80))" : keys[random.number(below: keys.count)]
        return #""\#(key)":\#(index)"#
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test func `the first of equal keys wins in a dictionary as in JSONDecoder's`() throws {
    for text in Self.texts() {
      let data = Data(text.utf8)
      let expected = try JSONDecoder().decode([String: Int].self, from: data)
      #expect(try JSONDecoder().decode(unversioned: [String: Int].self, from: data) == expected)

      let nested = Data("[\(text),{\"in\":\(text)}]".utf8)
      let found = try JSONDecoder().decode(
        unversioned: [[String: DocumentValue]].self, from: nested)
      #expect(found.first?.mapValues { "\($0)" } == expected.mapValues { "\($0)" }, "\(text)")
    }
  }

  struct Scores: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var scores: [String: Int]?
    var shape: DocumentValue?
    var members: DocumentObject?
    @LenientValues var lenient: [String: Int] = [:]
    var unknownFields = UnknownFields()
  }

  @Test(arguments: [
    (#"{"scores":{"ada":1,"ada":2},"lenient":{}}"#, ["scores.ada"]),
    (#"{"scores":{"\u00e9":1,"bo":2,"e\u0301":3},"lenient":{}}"#, ["scores.e\u{301}"]),
    (#"{"shape":{"a":[{"k":1,"k":2}],"a":{"x":1}},"lenient":{}}"#, ["shape.a[0].k", "shape.a"]),
    (#"{"members":{"k":1,"k":2,"k":3},"lenient":{}}"#, ["members.k", "members.k"]),
    (#"{"lenient":{"a":1,"a":"x"}}"#, ["lenient.a"]),
    (#"{"unknown":{"k":1,"k":2},"lenient":{}}"#, ["unknown.k"]),
    (#"{"unknown":1,"unknown":2,"lenient":{}}"#, ["unknown"]),
    (#"{"scores":{"ada":1},"shape":{"a":[{"k":1},{"k":2}]},"lenient":{"a":1}}"#, []),
  ])
  func `members that lose to an equal key are reported`(text: String, lost: [String]) throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      versioned: Scores.self, version: 1, from: Data(text.utf8), report: &report)

    #expect(report.unknownFieldsDropped.map { "\($0)" }.sorted() == lost.sorted())
  }

  @Test func `all keys are listed once as by JSONDecoder`() throws {
    for text in Self.texts() {
      let expected = try JSONDecoder().decode(Names.self, from: Data(text.utf8))
      let found = try JSONDecoder().decode(unversioned: Names.self, from: Data(text.utf8))
      #expect(found == expected, "\(text)")
    }
  }

  @Test(arguments: [
    #"{"a":1,"a":"x"}"#, #"{"a":1,"\u0061":"x"}"#, #"{"a":"x","a":1}"#, #"{"K":1,"\u212A":null}"#,
    #"{"a":1,"b":2,"c":"x","d":4}"#, #"{"a":{}}"#, "{}", "[]", #"{"a":1,"b":null}"#,
  ])
  func `a value with the key of another isn't decoded`(text: String) throws {
    let expected = try? JSONDecoder().decode([String: Int].self, from: Data(text.utf8))
    let found = try? JSONDecoder().decode(unversioned: [String: Int].self, from: Data(text.utf8))
    #expect(found == expected)
  }

  @Test func `keys that a strategy makes equal are listed once`() throws {
    let json = JSONDecoder.inSnakeCase
    let text = Data(#"{"a_b":1,"aB":2,"c":3,"c":4}"#.utf8)
    let found = try json.decode(unversioned: Names.self, from: text)
    #expect(found == (try json.decode(Names.self, from: text)))
    #expect(
      try json.decode(unversioned: [String: Int].self, from: text) == ["a_b": 1, "aB": 2, "c": 3])
  }
}
