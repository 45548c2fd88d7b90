import Foundation
import Synchronization
import Testing

@testable import Lineage

/// Enums whose names a document repeats.
struct RepeatedNameTests {
  /// Counts how often it is decoded.
  private enum Counted: String, Decodable {
    case first, second
    static let count = Mutex(0)

    init(from decoder: any Decoder) throws {
      Self.count.withLock { $0 += 1 }
      let name = try decoder.singleValueContainer().decode(String.self)
      self = Self(rawValue: name) ?? .second
    }
  }

  @Test func `a call decodes each name once, and the next call again`() throws {
    let document = Data(#"["first","second","first","other","first","other"]"#.utf8)

    for call in 1...3 {
      let values = try JSONDecoder().decode(unversioned: [Counted].self, from: document)

      #expect(values == [.first, .second, .first, .second, .first, .second])
      #expect(Counted.count.withLock { $0 } == 3 * call)
    }
  }

  private final class Answers: @unchecked Sendable {
    var next = 0
    static let key = CodingUserInfoKey(rawValue: "answers")
  }

  /// The value depends on `userInfo`, which changes from one question to the next.
  private enum Asking: UInt8, Decodable {
    case zero, one, two

    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(String.self)
      let answers = Answers.key.flatMap { decoder.userInfo[$0] as? Answers }
      self = Self(rawValue: UInt8(answers?.next ?? 0)) ?? .zero
      answers?.next += 1
    }
  }

  /// Decodes another type, which asks.
  private enum Forwarding: UInt8, Decodable {
    case zero, one, two

    init(from decoder: any Decoder) throws {
      let answer = try decoder.singleValueContainer().decode(Asking.self)
      self = Self(rawValue: answer.rawValue) ?? .zero
    }
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    let decoder = JSONDecoder()
    if let key = Answers.key { decoder.userInfo[key] = Answers() }
    return try decoder.decode(unversioned: type, from: Data(text.utf8))
  }

  @Test func `an enum that asks for userInfo decodes every name`() throws {
    #expect(try Self.decode([Asking].self, #"["a","a","a"]"#) == [.zero, .one, .two])
    #expect(try Self.decode([Forwarding].self, #"["a","a","a"]"#) == [.zero, .one, .two])
  }

  /// The value depends on the coding path.
  private enum Located: String, Decodable {
    case left, right

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      _ = try container.decode(String.self)
      self = Self(rawValue: container.codingPath.last?.stringValue ?? "") ?? .left
    }
  }

  @Test func `an enum that asks for its coding path decodes every name`() throws {
    let sides = try Self.decode([String: Located].self, #"{"left":"side","right":"side"}"#)

    #expect(sides == ["left": .left, "right": .right])
  }

  /// An enum with more cases than others that are remembered at a time.
  private enum Many: Decodable, Equatable {
    case small(Bool), large(Bool)
    case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9

    init(from decoder: any Decoder) throws {
      let name = try decoder.singleValueContainer().decode(String.self)
      switch name.utf8.reduce(0, { ($0 &* 31 &+ Int($1)) & 0xFFFF }) % 14 {
      case 0: self = .small(false)
      case 1: self = .small(true)
      case 2: self = .large(false)
      case 3: self = .large(true)
      case 4: self = .c0
      case 5: self = .c1
      case 6: self = .c2
      case 7: self = .c3
      case 8: self = .c4
      case 9: self = .c5
      case 10: self = .c6
      case 11: self = .c7
      case 12: self = .c8
      default: self = .c9
      }
    }
  }

  /// The cases have the same names as others of another type.
  private enum Weather: String, Codable { case sun, rain, `é`, empty = "" }
  private enum Wine: String, Codable { case rain, sun, empty = "", `é` }

  private struct Day: Codable, Equatable {
    var weather: Weather
    var wine: Wine
    var next: Weather?
    var others: [String: Wine] = [:]
  }

  @Test func `names of several types are the values that Foundation decodes`() throws {
    var random = SystemRandomNumberGenerator()
    let names = (0..<700).map { _ in
      String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          "abcé".randomElement(using: &random) ?? "a"
        })
    }
    let many = try JSONEncoder().encode(
      (0..<5_000).map { _ in names.randomElement(using: &random) ?? "" })
    let day =
      #"{"weather":"sun","wine":"rain","next":"r\u0061in","others":{"a":"é","b":"sun","c":"","d":"é"}}"#
    let days = Data("[\(day),\(day.replacing("sun", with: "rain")),\(day)]".utf8)

    #expect(
      try JSONDecoder().decode(unversioned: [Many].self, from: many)
        == JSONDecoder().decode([Many].self, from: many))
    #expect(
      try JSONDecoder().decode(unversioned: [Day].self, from: days)
        == JSONDecoder().decode([Day].self, from: days))
  }

  @Test func `names in a property list are the values that Foundation decodes`() throws {
    let days = [
      Day(weather: .sun, wine: .sun), Day(weather: .é, wine: .é, others: ["a": .rain, "b": .rain]),
      Day(weather: .sun, wine: .rain, next: .sun),
    ]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = PropertyListEncoder(format)
      let document = try encoder.encode(days)

      #expect(try PropertyListDecoder().decode(unversioned: [Day].self, from: document) == days)
    }
  }

  @Test func `a name that isn't a case is an error wherever it is`() throws {
    let document = Data(#"["sun","rain","sun","snow","snow"]"#.utf8)
    #expect {
      try JSONDecoder().decode(unversioned: [Weather].self, from: document)
    } throws: { error in
      (error as? MigrationError)?.codingPath.map(\.stringValue) == ["Index 3"]
    }
  }

  /// Stores its decoder, which doesn't change its value.
  private enum Storing: String, Decodable {
    case a, b
    static let decoders = Mutex<[Stored]>([])

    struct Stored: @unchecked Sendable { let decoder: any Decoder }

    init(from decoder: any Decoder) throws {
      let stored = Stored(decoder: decoder)
      Self.decoders.withLock { $0.append(stored) }
      let name = try decoder.singleValueContainer().decode(String.self)
      self = Self(rawValue: name) ?? .b
    }
  }

  @Test func `a stored decoder decodes its name after the call`() throws {
    let text = #"["rain","a","é","sun"]"#
    _ = try JSONDecoder().decode(unversioned: [Storing].self, from: Data(text.utf8))
    // Other calls reuse the memory of earlier ones.
    let other = Data(#"["sun","sun","rain","rain"]"#.utf8)
    for _ in 0..<3 { _ = try JSONDecoder().decode(unversioned: [Weather].self, from: other) }

    let stored = Storing.decoders.withLock { $0 }
    let weather = try [0, 2, 3, 0].map { try Weather(from: stored[$0].decoder) }
    let decoded = try [0, 2, 3, 0].map {
      try stored[$0].decoder.singleValueContainer().decode(Weather.self)
    }

    #expect(weather == [.rain, .é, .sun, .rain])
    #expect(decoded == weather)
  }
}
