import Foundation

// `Codable` types of all shapes, which can generate documents.

struct Scalars: JSONSample {
  var bool: Bool
  var string: String
  var double: Double
  var float: Float
  var int: Int
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var int128: Int128
  var uint: UInt
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var uint128: UInt128

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("bool", random.value(Bool.self)), ("string", random.value(String.self)),
      ("double", random.value(Double.self)), ("float", random.value(Float.self)),
      ("int", random.value(Int.self)), ("int8", random.value(Int8.self)),
      ("int16", random.value(Int16.self)), ("int32", random.value(Int32.self)),
      ("int64", random.value(Int64.self)), ("int128", random.value(Int128.self)),
      ("uint", random.value(UInt.self)), ("uint8", random.value(UInt8.self)),
      ("uint16", random.value(UInt16.self)), ("uint32", random.value(UInt32.self)),
      ("uint64", random.value(UInt64.self)), ("uint128", random.value(UInt128.self)),
    ])
  }
}

struct Optionals: JSONSample {
  var bool: Bool?
  var string: String?
  var double: Double?
  var integer: Int8?
  var twice: Int??
  var numbers: [Int?]?
  var words: [String: String?]?
  var date: Date?
  var nested: NamedKeys?

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("bool", random.value(Bool?.self)), ("string", random.value(String?.self)),
      ("double", random.value(Double?.self)), ("integer", random.value(Int8?.self)),
      ("twice", random.value(Int??.self)), ("numbers", random.value([Int?]?.self)),
      ("words", random.value([String: String?]?.self)), ("date", random.value(Date?.self)),
      ("nested", random.value(NamedKeys?.self)),
    ])
  }
}

/// Keys that aren't the names of properties.
struct NamedKeys: JSONSample {
  var empty: Int
  var quoted: String
  var accented: Int?
  var emoji: [Int]
  var index: Int?
  var snake: Bool

  enum CodingKeys: String, CodingKey {
    case empty = ""
    case quoted = "say \"\\hi\\\" /\n"
    case accented = "é"
    case emoji = "👩‍👩‍👧"
    case index = "0"
    case snake = "isSnakeCased"
  }

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("", random.value(Int.self)), ("say \"\\hi\\\" /\n", random.value(String.self)),
      (random.pick(["é", "e\u{301}"]), random.value(Int?.self)),
      ("👩‍👩‍👧", random.value([Int].self)), ("0", random.value(Int?.self)),
      (random.pick(["isSnakeCased", "is_snake_cased"]), random.value(Bool.self)),
    ])
  }
}

enum Season: String, JSONSample, CaseIterable, CodingKeyRepresentable, JSONSampleKey {
  case spring, summer, autumnLeaves, winter

  static func json(_ random: inout JSONRandom) -> String {
    random.chance(5) ? random.string() : "\"\(random.pick(allCases).rawValue)\""
  }

  static func sampleKey(_ random: inout JSONRandom) -> String {
    random.chance(2) ? "autumn_leaves" : random.pick(allCases).rawValue
  }
}

/// An enum whose dictionaries are encoded as arrays of alternating keys and values.
enum Compass: String, JSONSample, CaseIterable, JSONSampleKey {
  case north, east, south, west

  static var isWrittenAsKey: Bool { false }

  static func json(_ random: inout JSONRandom) -> String { sampleKey(&random) }

  static func sampleKey(_ random: inout JSONRandom) -> String { random.pick(allCases).rawValue }
}

struct Collections: JSONSample {
  var matrix: [[Double]]
  var lists: [String: [Int]]
  var byNumber: [Int: String]
  var bySeason: [Season: Int]
  var byCompass: [Compass: Bool]
  var deep: [String: [String: [Int: [Bool]]]]
  var unique: Set<Int>
  var contiguous: ContiguousArray<UInt8>
  var names: [String]

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("matrix", random.value([[Double]].self)), ("lists", random.value([String: [Int]].self)),
      ("byNumber", random.value([Int: String].self)),
      ("bySeason", random.value([Season: Int].self)),
      ("byCompass", random.value([Compass: Bool].self)),
      ("deep", random.value([String: [String: [Int: [Bool]]]].self)),
      ("unique", random.value(Set<Int>.self)),
      ("contiguous", random.value(ContiguousArray<UInt8>.self)),
      ("names", random.value([String].self)),
    ])
  }
}

indirect enum Shape: JSONSample {
  case point
  case circle(radius: Double)
  case text(String, size: Int?)
  case group([Shape])

  static func json(_ random: inout JSONRandom) -> String {
    switch random.number(below: 5) {
    case 0: random.object([("point", "{}")])
    case 1: random.object([("circle", random.object([("radius", random.value(Double.self))]))])
    case 2:
      random.object([
        (
          "text",
          random.object([("_0", random.value(String.self)), ("size", random.value(Int?.self))])
        )
      ])
    case 3:
      random.object([("group", random.object([("_0", "[\(random.object([("point", "{}")]))]")]))])
    default: random.object([("square", "{}")])
    }
  }
}

/// A class that shares its object with its superclass, and one that encodes it separately.
class Animal: Codable {
  var name: String
  var legs: Int?
}

final class Dog: Animal, JSONSample {
  var breed: String

  enum CodingKeys: String, CodingKey { case breed }

  required init(from decoder: any Decoder) throws {
    breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(breed, forKey: .breed)
  }

  static func == (one: Dog, other: Dog) -> Bool {
    one.name == other.name && one.legs == other.legs && one.breed == other.breed
  }

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("name", random.value(String.self)), ("legs", random.value(Int?.self)),
      ("breed", random.value(String.self)),
    ])
  }
}

final class Cat: Animal, JSONSample {
  var lives: Int

  enum CodingKeys: String, CodingKey { case lives }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lives = try container.decode(Int.self, forKey: .lives)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lives, forKey: .lives)
    try super.encode(to: container.superEncoder())
  }

  static func == (one: Cat, other: Cat) -> Bool {
    one.name == other.name && one.legs == other.legs && one.lives == other.lives
  }

  static func json(_ random: inout JSONRandom) -> String {
    let animal = random.object([
      ("name", random.value(String.self)), ("legs", random.value(Int?.self)),
    ])
    return random.object([("lives", random.value(Int.self)), ("super", animal)])
  }
}

struct FoundationValues: JSONSample {
  var id: UUID
  var date: Date
  var dates: [Date]
  var data: Data
  var url: URL
  var price: Decimal
  var blobs: [String: Data]

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("id", random.value(UUID.self)), ("date", random.value(Date.self)),
      ("dates", random.value([Date].self)), ("data", random.value(Data.self)),
      ("url", random.value(URL.self)), ("price", random.value(Decimal.self)),
      ("blobs", random.value([String: Data].self)),
    ])
  }
}

/// A type with a single value container.
struct Wrapper<Value: JSONSample>: JSONSample {
  var value: Value

  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  static func json(_ random: inout JSONRandom) -> String { random.value(Value.self) }
}

extension Wrapper: Hashable where Value: Hashable {}

/// Decodes any document through every kind of container, and records what it finds.
///
/// Its values are compared by these records, so any difference between two decoders is found.
enum Walk: JSONSample {
  case null
  case bool(Bool)
  case number(Double, Int?)
  case text(String)
  case list([Walk])
  case members([String: Walk])

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      var members: [String: Walk] = [:]
      for key in container.allKeys {
        guard container.contains(key) else { continue }
        if try container.decodeNil(forKey: key) {
          members[key.stringValue] = .null
        } else if key.stringValue.count % 2 == 0 {
          members[key.stringValue] = try container.decode(Walk.self, forKey: key)
        } else {
          members[key.stringValue] = try Walk(from: container.superDecoder(forKey: key))
        }
      }
      self = .members(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var list: [Walk] = []
      while !container.isAtEnd {
        if try container.decodeNil() {
          list.append(.null)
        } else if list.count % 2 == 0 {
          list.append(try container.decode(Walk.self))
        } else {
          list.append(try Walk(from: container.superDecoder()))
        }
      }
      self = .list(list)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .number(try container.decode(Double.self), try? container.decode(Int.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .members(let members):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, value) in members { try container.encode(value, forKey: AnyKey(name)) }
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for (index, value) in list.enumerated() {
        if index % 2 == 0 {
          try container.encode(value)
        } else {
          try value.encode(to: container.superEncoder())
        }
      }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let bool): try container.encode(bool)
      case .number(_, let integer?): try container.encode(integer)
      case .number(let double, nil): try container.encode(double)
      case .text(let text): try container.encode(text)
      case .list, .members: break
      }
    }
  }

  static func json(_ random: inout JSONRandom) -> String {
    let noise = random.noise
    defer { random.noise = noise }
    return random.anything()
  }
}

/// Requests nested containers itself, and the same ones in two ways.
struct HandWritten: JSONSample {
  var width: Int
  var height: Int
  var first: String
  var rest: [Double]
  var inner: [Int]
  var alternatives: [Alternative]
  var extra: Bool?

  /// The first of its types that decodes: containers must not advance if one doesn't.
  enum Alternative: Codable, Equatable {
    case number(Int)
    case flags([Bool])
    case named(NameOnly)
    case text(String)
  }

  struct NameOnly: Codable, Equatable { var name: String }

  private enum Keys: String, CodingKey { case size, list, alternatives, extra }
  private enum SizeKeys: String, CodingKey { case width, height }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let size = try container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
    width = try size.decode(Int.self, forKey: .width)
    let sizeAgain = try container.superDecoder(forKey: .size).container(keyedBy: SizeKeys.self)
    height = try sizeAgain.decode(Int.self, forKey: .height)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    first = try list.decode(String.self)
    rest = []
    var numbers = try list.nestedUnkeyedContainer()
    while !numbers.isAtEnd { rest.append(try numbers.decode(Double.self)) }
    let last = try list.nestedContainer(keyedBy: AnyKey.self)
    inner = try last.decode([Int].self, forKey: AnyKey("inner"))
    guard list.isAtEnd, list.currentIndex == 3, list.count == 3 else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "Too many elements.")
    }
    alternatives = []
    var open = try container.nestedUnkeyedContainer(forKey: .alternatives)
    while !open.isAtEnd {
      if let number = try? open.decode(Int.self) {
        alternatives.append(.number(number))
      } else if let flags = try? open.decode([Bool].self) {
        alternatives.append(.flags(flags))
      } else if let named = try? open.decode(NameOnly.self) {
        alternatives.append(.named(named))
      } else {
        alternatives.append(.text(try open.decode(String.self)))
      }
    }
    extra = try container.decodeIfPresent(Bool.self, forKey: .extra)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
    try size.encode(width, forKey: .width)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    try list.encode(first)
    var numbers = list.nestedUnkeyedContainer()
    for number in rest { try numbers.encode(number) }
    var last = list.nestedContainer(keyedBy: AnyKey.self)
    try last.encode(inner, forKey: AnyKey("inner"))
    var open = container.nestedUnkeyedContainer(forKey: .alternatives)
    for alternative in alternatives {
      switch alternative {
      case .number(let number): try open.encode(number)
      case .flags(let flags): try open.encode(contentsOf: [flags])
      case .named(let named): try named.encode(to: open.superEncoder())
      case .text(let text): try open.encode(text)
      }
    }
    try size.encode(height, forKey: .height)
    try container.encodeIfPresent(extra, forKey: .extra)
  }

  static func json(_ random: inout JSONRandom) -> String {
    let size = random.object([
      ("width", random.value(Int.self)), ("height", random.value(Int.self)),
    ])
    let inner = random.object([("inner", random.value([Int].self))])
    let list = random.array([random.value(String.self), random.value([Double].self), inner])
    let alternatives = (0..<random.number(below: 5)).map { _ in
      switch random.number(below: 4) {
      case 0: random.value(Int.self)
      case 1: random.value([Bool].self)
      case 2: random.object([("name", random.value(String.self))])
      default: random.value(String.self)
      }
    }
    return random.object([
      ("size", size), ("list", list), ("alternatives", random.array(alternatives)),
      ("extra", random.value(Bool?.self)),
    ])
  }
}

/// Decodes many keys from one object, regardless of their order.
struct ManyKeys: JSONSample {
  var values: [Int?]

  private static let names = (0..<80).map { "key\($0 % 3 == 0 ? "Of" : "")\($0)" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    values = try Self.names.map { try container.decodeIfPresent(Int.self, forKey: AnyKey($0)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (name, value) in zip(Self.names, values) {
      try container.encodeIfPresent(value, forKey: AnyKey(name))
    }
  }

  static func json(_ random: inout JSONRandom) -> String {
    let names = names.prefix(random.pick([3, 20, 80]))
    // A strategy may convert the other spelling to the name.
    let keys = names.map { random.chance(80) ? $0 : $0.replacing("Of", with: "_of") }
    return random.object(keys.map { ($0, "\(random.number(below: 100))") })
  }
}

struct Page: JSONSample {
  var title: String
  var shapes: [Shape]
  var dog: Dog?
  var cats: [Cat]
  var season: Season
  var wrapped: Wrapper<Wrapper<[Int]>>
  var ids: Wrapper<String>?
  var range: Range<Int>?
  var hand: HandWritten?
  var byWrapper: [String: Wrapper<Decimal>]

  static func json(_ random: inout JSONRandom) -> String {
    random.object([
      ("title", random.value(String.self)), ("shapes", random.value([Shape].self)),
      ("dog", random.value(Dog?.self)), ("cats", random.value([Cat].self)),
      ("season", random.value(Season.self)),
      ("wrapped", random.value(Wrapper<Wrapper<[Int]>>.self)),
      ("ids", random.value(Wrapper<String>?.self)),
      ("range", random.pick(["[1,2]", "[2,1]", "null", "[]", "[1]", "[1,2,3]"])),
      ("hand", random.value(HandWritten?.self)),
      ("byWrapper", random.value([String: Wrapper<Decimal>].self)),
    ])
  }
}
