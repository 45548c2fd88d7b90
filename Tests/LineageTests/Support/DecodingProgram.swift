import Foundation
import Lineage

/// A random program of container operations, which records their results.
///
/// The next operation depends only on the seed and the previous results, so two decoders with the
/// same results run the same program.
final class DecodingProgram: @unchecked Sendable {
  @TaskLocal static var current: DecodingProgram?

  private var random: JSONRandom
  private(set) var notes: [String] = []
  /// The maximum number of further operations.
  private var rest: Int
  private var depth = 0

  init(seed: UInt64, length: Int = 24) {
    random = JSONRandom(seed: seed)
    rest = length
  }

  /// Runs the program with a decoder, and returns the recorded results.
  static func notes(seed: UInt64, _ decode: (Decoded.Type) throws -> Decoded) -> [String] {
    let program = DecodingProgram(seed: seed)
    $current.withValue(program) {
      program.note("document") { try decode(Decoded.self) }
    }
    return program.notes
  }

  /// A type that runs the program to decode itself.
  struct Decoded: Decodable {
    init(from decoder: any Decoder) throws { try DecodingProgram.current?.run(decoder) }
  }

  /// A class that runs the program to decode itself.
  final class Reference: Decodable {
    init(from decoder: any Decoder) throws { try DecodingProgram.current?.run(decoder) }
  }

  // MARK: - Keys

  enum Letter: String, CodingKey { case a, b, c, d, e, `super` }
  enum Numbered: Int, CodingKey { case a = 1, b, c, d, e }
  enum Only: String, CodingKey { case a }

  static let names = ["a", "b", "c", "d", "e", "super", "1", "2", "é", ""]

  // MARK: - Notes

  @discardableResult
  private func note<Value>(_ name: String, _ body: () throws -> Value) -> Value? {
    do {
      let value = try body()
      notes.append("\(name): \(Self.text(value))")
      return value
    } catch {
      notes.append("\(name): \(Self.text(error))")
      return nil
    }
  }

  private static func text(_ value: some Any) -> String {
    switch value {
    case let members as [String: Any]:
      "[\(members.map { "\($0): \(text($1))" }.sorted().joined(separator: ", "))]"
    case let text as String: text.debugDescription
    case is Decoded, is Reference: "decoded"
    case is any Decoder: "decoder"
    case is any UnkeyedDecodingContainer: "array"
    default: String(describing: value).contains("KeyedDecodingContainer") ? "object" : "\(value)"
    }
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case let error as MigrationError:
      error.underlyingError.map { text($0) } ?? "\(error)"
    case DecodingError.keyNotFound(let key, let context):
      "keyNotFound \(text(key)) at \(text(context.codingPath))"
    case DecodingError.typeMismatch(let type, let context):
      "typeMismatch \(type) at \(text(context.codingPath))"
    case DecodingError.valueNotFound(let type, let context):
      "valueNotFound \(type) at \(text(context.codingPath))"
    case DecodingError.dataCorrupted(let context):
      "dataCorrupted at \(text(context.codingPath))"
    // Foundation has private errors for numbers, without a path.
    default: String(describing: error).contains("numberIsNotRepresentable") ? placeless : "\(error)"
    }
  }

  private static let placeless = "dataCorrupted somewhere"

  /// Whether results agree, as far as the expected ones contain details.
  static func agree(_ expected: String, _ found: String) -> Bool {
    expected == found
      // In Foundation, the path of an invalid date leaves out the date's key.
      || expected.contains("dataCorrupted at ") && found.hasPrefix(expected)
      || expected.hasSuffix(placeless) && found.hasPrefix(expected.dropLast(placeless.count - 13))
  }

  /// Records a dictionary or an error without details, since which invalid member is found first
  /// depends on hashes.
  private func recordDictionary<Value>(_ name: String, _ body: () throws -> Value) {
    notes.append("\(name): \((try? body()).map { Self.text($0) } ?? "error")")
  }

  private static func text(_ path: [any CodingKey]) -> String {
    "/" + path.map { text($0) }.joined(separator: "/")
  }

  private static func text(_ key: any CodingKey) -> String {
    let ownType =
      key is Letter || key is Numbered || key is Only || key is AnyKey ? "\(type(of: key))." : ""
    return ownType + key.stringValue + (key.intValue.map { "=\($0)" } ?? "")
  }

  // MARK: - Programs

  private func run(_ decoder: any Decoder) throws {
    depth += 1
    defer { depth -= 1 }
    var failure: (any Error)?
    for _ in 0...random.number(below: 3) where rest > 0 && depth < 8 {
      rest -= 1
      notes.append("at \(Self.text(decoder.codingPath)), \(decoder.userInfo.count)")
      switch random.number(below: 10) {
      case 0, 1:
        attempt("object", &failure) { try self.run(decoder.container(keyedBy: Letter.self)) }
      case 2:
        attempt("object", &failure) { try self.run(decoder.container(keyedBy: Numbered.self)) }
      case 3, 4:
        attempt("object", &failure) { try self.run(decoder.container(keyedBy: AnyKey.self)) }
      case 5: attempt("object", &failure) { try self.run(decoder.container(keyedBy: Only.self)) }
      case 6, 7, 8: attempt("array", &failure) { try self.run(decoder.unkeyedContainer()) }
      default: attempt("value", &failure) { try self.run(decoder.singleValueContainer()) }
      }
    }
    if let failure, random.chance(25) { throw failure }
  }

  /// Runs an operation and stores its error, which may be thrown later.
  private func attempt(_ name: String, _ failure: inout (any Error)?, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      notes.append("\(name): \(Self.text(error))")
      failure = error
    }
  }

  private func key<Key: CodingKey>(_ type: Key.Type) -> Key? {
    if type == AnyKey.self, random.chance(20) { return Key(intValue: random.number(below: 3)) }
    return Key(stringValue: random.pick(Self.names)) ?? Key(stringValue: "a")
  }

  private func run<Key: CodingKey>(_ container: KeyedDecodingContainer<Key>) throws {
    var failure: (any Error)?
    for _ in 0...random.number(below: 7) where rest > 0 {
      rest -= 1
      guard let key = key(Key.self) else { return }
      let name = key.stringValue
      switch random.number(below: 22) {
      case 0: note("\(name) Int") { try container.decode(Int.self, forKey: key) }
      case 1: note("\(name) Int8") { try container.decode(Int8.self, forKey: key) }
      case 2: note("\(name) String") { try container.decode(String.self, forKey: key) }
      case 3: note("\(name) Double") { try container.decode(Double.self, forKey: key) }
      case 4: note("\(name) Bool") { try container.decode(Bool.self, forKey: key) }
      case 5: note("\(name) Int?") { try container.decodeIfPresent(Int.self, forKey: key) as Any }
      case 6:
        note("\(name) String?") { try container.decodeIfPresent(String.self, forKey: key) as Any }
      case 7: note("\(name) [Int]") { try container.decode([Int].self, forKey: key) }
      case 8:
        recordDictionary("\(name) [String: Bool?]") {
          try container.decode([String: Bool?].self, forKey: key)
        }
      case 9:
        recordDictionary("\(name) [Int: Int]") {
          try container.decode([Int: Int].self, forKey: key)
        }
      case 10: note("\(name) Date") { try container.decode(Date.self, forKey: key) }
      case 11:
        note("\(name) Date?") { try container.decodeIfPresent(Date.self, forKey: key) as Any }
      case 12: note("\(name) URL") { try container.decode(URL.self, forKey: key) }
      case 13: note("\(name) Decimal") { try container.decode(Decimal.self, forKey: key) }
      case 14: note("\(name) Data") { try container.decode(Data.self, forKey: key) }
      case 15: note("\(name) null") { try container.decodeNil(forKey: key) }
      case 16:
        note("contains \(name)") { container.contains(key) }
        note("allKeys") { container.allKeys.map { Self.text($0) }.sorted() }
        note("path") { Self.text(container.codingPath) }
      case 17:
        attempt("\(name) object", &failure) {
          if random.chance(50) {
            try run(container.nestedContainer(keyedBy: Letter.self, forKey: key))
          } else {
            try run(container.nestedContainer(keyedBy: AnyKey.self, forKey: key))
          }
        }
      case 18:
        attempt("\(name) array", &failure) {
          try run(container.nestedUnkeyedContainer(forKey: key))
        }
      case 19:
        attempt("super", &failure) {
          try run(
            random.chance(50) ? container.superDecoder() : container.superDecoder(forKey: key))
        }
      case 20:
        attempt("\(name) value", &failure) { _ = try container.decode(Decoded.self, forKey: key) }
      default:
        attempt("\(name) value?", &failure) {
          let value = try container.decodeIfPresent(Reference.self, forKey: key)
          notes.append(value == nil ? "nil" : "decoded")
        }
      }
    }
    if let failure, random.chance(25) { throw failure }
  }

  private func run(_ first: any UnkeyedDecodingContainer) throws {
    var containers = [first]
    var failure: (any Error)?
    for _ in 0...random.number(below: 9) where rest > 0 {
      rest -= 1
      if random.chance(10) { containers.append(random.pick(containers)) }
      let index = random.number(below: containers.count)
      let place = "\(index)@\(containers[index].currentIndex)"
      // At the end, `decodeIfPresent` of JSONDecoder advances the index.
      let atEnd = containers[index].isAtEnd ? containers[index] : nil
      switch random.number(below: 20) {
      case 0: note("\(place) Int") { try containers[index].decode(Int.self) }
      case 1: note("\(place) Int8") { try containers[index].decode(Int8.self) }
      case 2: note("\(place) String") { try containers[index].decode(String.self) }
      case 3: note("\(place) Double") { try containers[index].decode(Double.self) }
      case 4: note("\(place) Bool") { try containers[index].decode(Bool.self) }
      case 5: note("\(place) Int?") { try containers[index].decodeIfPresent(Int.self) as Any }
      case 6: note("\(place) String?") { try containers[index].decodeIfPresent(String.self) as Any }
      case 7: note("\(place) [Int]") { try containers[index].decode([Int].self) }
      case 8:
        recordDictionary("\(place) [String: Int]") {
          try containers[index].decode([String: Int].self)
        }
      case 9: note("\(place) Date") { try containers[index].decode(Date.self) }
      case 10: note("\(place) Int??") { try containers[index].decode(Int?.self) as Any }
      case 11: note("\(place) URL?") { try containers[index].decodeIfPresent(URL.self) as Any }
      case 12: note("\(place) null") { try containers[index].decodeNil() }
      case 13:
        note("\(place) path") { Self.text(containers[index].codingPath) }
        note("\(place) count") { containers[index].count as Any }
      case 14, 15:
        attempt("\(place) object", &failure) {
          if random.chance(50) {
            try run(containers[index].nestedContainer(keyedBy: Letter.self))
          } else {
            try run(containers[index].nestedContainer(keyedBy: AnyKey.self))
          }
        }
      case 16:
        attempt("\(place) array", &failure) { try run(containers[index].nestedUnkeyedContainer()) }
      case 17: attempt("\(place) super", &failure) { try run(containers[index].superDecoder()) }
      case 18:
        attempt("\(place) value", &failure) { _ = try containers[index].decode(Decoded.self) }
      default:
        attempt("\(place) value?", &failure) {
          let value = try containers[index].decodeIfPresent(Reference.self)
          notes.append(value == nil ? "nil" : "decoded")
        }
      }
      if let atEnd { containers[index] = atEnd }
      notes.append("now \(containers[index].currentIndex), \(containers[index].isAtEnd)")
    }
    if let failure, random.chance(25) { throw failure }
  }

  private func run(_ container: any SingleValueDecodingContainer) throws {
    var failure: (any Error)?
    for _ in 0...random.number(below: 3) where rest > 0 {
      rest -= 1
      switch random.number(below: 12) {
      case 0: note("Int") { try container.decode(Int.self) }
      case 1: note("UInt16") { try container.decode(UInt16.self) }
      case 2: note("String") { try container.decode(String.self) }
      case 3: note("Float") { try container.decode(Float.self) }
      case 4: note("Bool") { try container.decode(Bool.self) }
      case 5: note("null") { container.decodeNil() }
      case 6: note("[Int?]") { try container.decode([Int?].self) }
      case 7: recordDictionary("[String: Int]") { try container.decode([String: Int].self) }
      case 8: note("Date") { try container.decode(Date.self) }
      case 9: note("Int?") { try container.decode(Int?.self) as Any }
      case 10: note("path") { Self.text(container.codingPath) }
      default: attempt("value", &failure) { _ = try container.decode(Decoded.self) }
      }
    }
    if let failure, random.chance(25) { throw failure }
  }
}

extension JSONRandom {
  /// A document for programs: nested objects and arrays with few different keys.
  mutating func programDocument(depth: Int = 0) -> String {
    switch number(below: depth == 0 ? 4 : depth > 4 ? 7 : 12) {
    case _ where depth == 0 && chance(90), 8, 9:
      if chance(50) { fallthrough }
      let names = DecodingProgram.names.shuffled(using: &self)
      return object(
        (0..<number(below: 7)).map { (names[$0], programDocument(depth: depth + 1)) },
        isComplete: true)
    case 10, 11: return array((0..<number(below: 6)).map { _ in programDocument(depth: depth + 1) })
    case 0: return "null"
    case 1: return pick(["true", "false"])
    case 2: return integer()
    case 3: return pick(["1", "2", "300", "-7", "0.5", "1.0", "1e3"])
    case 4: return string()
    case 5: return pick([#""2024-02-29T00:00:00Z""#, #""https://example.com""#, #""AAAA""#])
    default: return pick(["null", "0", "\"\""])
    }
  }
}
