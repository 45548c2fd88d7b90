import Foundation
import Synchronization
import Testing

@testable import Lineage

/// Coding keys with computed names, which change while the program runs.
struct ChangingKeyTests {
  /// A key of one byte whose name depends on a setting.
  private enum Key: CodingKey {
    case first, second

    @TaskLocal static var names = ["a", "b"]

    var stringValue: String { Self.names[self == .first ? 0 : 1] }

    init?(stringValue: String) {
      guard let index = Self.names.firstIndex(of: stringValue) else { return nil }
      self = index == 0 ? .first : .second
    }

    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
  }

  private struct Pair: Codable, Equatable {
    var first: Int?
    var second: Int?
    var inner: [String: Int]?

    init(_ first: Int?, _ second: Int?) { (self.first, self.second) = (first, second) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      first = try container.decodeIfPresent(Int.self, forKey: .first)
      second = try container.decode(Int?.self, forKey: .second)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeIfPresent(first, forKey: .first)
      try container.encodeIfPresent(second, forKey: .second)
    }
  }

  private static let languages = [["a", "b"], ["b", "a"], ["b", "c"], ["", "é"], ["a", "b"]]

  @Test func `a field is decoded with the current name of its key`() throws {
    let object = #"{"a":1,"b":2,"c":3,"":4,"é":5}"#
    let data = Data("[\(Array(repeating: object, count: 12).joined(separator: ","))]".utf8)
    for names in Self.languages {
      try Key.$names.withValue(names) {
        let expected = try JSONDecoder().decode([Pair].self, from: data)

        let pairs = try JSONDecoder().decode(unversioned: [Pair].self, from: data)

        #expect(pairs == expected)
      }
    }
  }

  @Test func `a field is encoded with the current name of its key`() throws {
    for names in Self.languages {
      try Key.$names.withValue(names) {
        let pairs = Array(repeating: Pair(1, 2), count: 12)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys

        let data = try encoder.encode(unversioned: pairs)

        #expect(
          try String(decoding: encoder.encode(pairs), as: UTF8.self)
            == String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Changes the names of its keys between one field and the next.
  private struct Shifting: Codable {
    enum Name: CodingKey {
      case it
      static let current = Mutex("a")
      var stringValue: String { Self.current.withLock { $0 } }
      init?(stringValue: String) { self = .it }
      var intValue: Int? { nil }
      init?(intValue: Int) { nil }
    }

    var values: [Int?] = []

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      for name in ["a", "b", "a", "c", "b"] {
        Name.current.withLock { $0 = name }
        values.append(try container.decodeIfPresent(Int.self, forKey: .it))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      for (index, name) in ["a", "b", "a", "c", "b"].enumerated() {
        Name.current.withLock { $0 = name }
        try container.encode(index, forKey: .it)
      }
    }
  }

  @Test func `names that change within an object are looked up each time`() throws {
    let data = Data(
      "[\(Array(repeating: #"{"a":1,"b":2}"#, count: 12).joined(separator: ","))]".utf8)

    let read = try JSONDecoder().decode(unversioned: [Shifting].self, from: data)
    let written = try JSONEncoder().encode(unversioned: [Shifting(), Shifting()])

    for shifting in read { #expect(shifting.values == [1, 2, 1, nil, 2]) }
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"[{"a":2,"b":4,"c":3},{"a":2,"b":4,"c":3}]"#)
  }
}
