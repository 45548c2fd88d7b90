import Foundation
import Testing

@testable import Lineage

/// Finding the fields of an object, in any order of decoding.
struct KeyLookupTests {
  /// Decodes its fields in the order that the test passes.
  private struct Asking: Decodable {
    enum Key: String, CodingKey { case a, b, c, é, other }

    @TaskLocal static var questions: [Key] = []

    var answers: [Int?] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in Self.questions {
        answers.append(try container.decodeIfPresent(Int.self, forKey: key))
      }
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":2,"c":3}"#, [1, 2, 3, nil]),
    (#"{"c":3,"b":2,"a":1}"#, [1, 2, 3, nil]),
    (#"{"a":1,"x":0,"b":2,"y":0,"c":3}"#, [1, 2, 3, nil]),
    (#"{"b":2}"#, [nil, 2, nil, nil]),
    (#"{}"#, [nil, nil, nil, nil]),
    // The first of equal keys wins, wherever the second is.
    (#"{"a":1,"a":9,"b":2,"c":3}"#, [1, 2, 3, nil]),
    (#"{"a":1,"b":2,"a":9,"c":3}"#, [1, 2, 3, nil]),
    (#"{"a":1,"b":2,"c":3,"b":9}"#, [1, 2, 3, nil]),
    (#"{"b":2,"a":1,"b":9,"c":3}"#, [1, 2, 3, nil]),
    (#"{"c":3,"a":1,"b":2,"c":9,"a":9}"#, [1, 2, 3, nil]),
    (#"{"\u0061":1,"a":9,"b":2,"c":3}"#, [1, 2, 3, nil]),
    (#"{"a":1,"\u0061":9,"\u0062":2,"b":9,"c":3}"#, [1, 2, 3, nil]),
    // A letter with an accent has two spellings, which are the same key.
    (#"{"e\u0301":4,"a":1,"b":2,"c":3}"#, [1, 2, 3, 4]),
    ("{\"a\":1,\"e\u{301}\":4,\"\u{E9}\":9,\"b\":2,\"c\":3}", [1, 2, 3, 4]),
    ("{\"a\":1,\"\u{E9}\":4,\"e\u{301}\":9,\"b\":2,\"c\":3}", [1, 2, 3, 4]),
  ])
  func `a field is found in any order of decoding`(text: String, values: [Int?]) throws {
    let keys: [Asking.Key] = [.a, .b, .c, .é]
    let orders = [
      [0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 1, 3], [0, 0, 1, 1, 2, 2, 3, 3],
      [0, 1, 2, 3, 0, 1, 2, 3], [1, 1, 0, 0, 1], [2, 1, 2, 0, 3, 3, 0],
    ]

    // Enough objects to reuse containers.
    let objects = Array(repeating: text, count: 12).joined(separator: ",")

    for order in orders {
      let asked = try Asking.$questions.withValue(order.map { keys[$0] }) {
        try JSONDecoder().decode(unversioned: [Asking].self, from: Data("[\(objects)]".utf8))
      }

      for element in asked { #expect(element.answers == order.map { values[$0] }) }
    }
  }

  /// A letter beyond ASCII that is equal to one in ASCII.
  private struct Kelvin: Decodable {
    enum CodingKeys: String, CodingKey { case key = "Key", other }
    var key: Int?
    var other: Int?
  }

  @Test(arguments: ["\u{212A}ey", "\\u212Aey"])
  func `a canonically equivalent key is found`(key: String) throws {
    for object in ["{\"\(key)\":1}", "{\"other\":2,\"\(key)\":1}", "{\"\(key)\":1,\"Key\":9}"] {
      let objects = Array(repeating: object, count: 12).joined(separator: ",")

      let values = try JSONDecoder().decode(
        unversioned: [Kelvin].self, from: Data("[\(objects)]".utf8))

      #expect(values.map(\.key) == Array(repeating: 1, count: 12))
    }
  }

  /// A one-byte key that isn't an enum, so that there are as many as possible.
  private struct ByteKey: CodingKey {
    var byte: UInt8
    var stringValue: String { "field \(byte)" }
    init(_ byte: UInt8) { self.byte = byte }
    init?(stringValue: String) { nil }
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
  }

  private struct Wide: Decodable {
    @TaskLocal static var questions: [UInt8] = []

    var answers: [Int?] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: ByteKey.self)
      for byte in Self.questions {
        answers.append(try container.decodeIfPresent(Int.self, forKey: ByteKey(byte)))
      }
    }
  }

  @Test(
    arguments: [
      [0, 1, 2], [63, 64, 65], [0, 64, 128, 192], [64, 0, 65, 1], [255, 191, 127, 63],
      [0, 64, 0, 64], Array(0...255), Array((0...255).reversed()),
    ] as [[UInt8]])
  func `a type of many fields finds each of them`(questions: [UInt8]) throws {
    for stored in [Set(questions), Set(questions.dropFirst()), []] {
      let members = Set(questions).sorted().filter { stored.contains($0) }
        .map { #""field \#($0)":\#($0)"# }
      let object = "{\(members.joined(separator: ","))}"
      let objects = Array(repeating: object, count: 12).joined(separator: ",")

      let asked = try Wide.$questions.withValue(questions) {
        try JSONDecoder().decode(unversioned: [Wide].self, from: Data("[\(objects)]".utf8))
      }

      for element in asked {
        #expect(element.answers == questions.map { stored.contains($0) ? Int($0) : nil })
      }
    }
  }

  /// A type that reads and writes as many fields as one can have.
  private struct Widest: FieldCodable {
    private static let keys = (0...255).map { ByteKey($0) }

    var values: [Int?]

    init(_ values: [Int?]) { self.values = values }

    init(reading fields: inout FieldReader) throws {
      fields.open(ByteKey.self, Self.keys)
      values = []
      for index in 0...255 { values.append(try fields.optional(at: index)) }
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(ByteKey.self, Self.keys)
      for index in 0...255 { try fields.write(values[index], at: index) }
    }
  }

  @Test func `a type that reads its fields itself can have 256`() throws {
    let values = (0...255).map { $0 % 3 == 0 ? nil : $0 }

    let data = try JSONEncoder().encode(unversioned: Array(repeating: Widest(values), count: 12))
    let read = try JSONDecoder().decode(unversioned: [Widest].self, from: data)

    #expect(read.map(\.values) == Array(repeating: values, count: 12))
  }

  /// Coding keys of which two have the same name.
  private struct Twice: Decodable, Equatable {
    enum Key: CodingKey {
      case first, second
      var stringValue: String { "same" }
      init?(stringValue: String) { self = .first }
      var intValue: Int? { nil }
      init?(intValue: Int) { nil }
    }

    var values: [Int]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = [
        try container.decode(Int.self, forKey: .first),
        try container.decode(Int.self, forKey: .second),
      ]
    }
  }

  @Test func `two keys with the same name are one field`() throws {
    let decoded = try JSONDecoder().decode(
      unversioned: [Twice].self, from: Data(#"[{"same":1,"same":2},{"same":3,"same":4}]"#.utf8))

    #expect(decoded.map(\.values) == [[1, 1], [3, 3]])
  }

  /// A key type for each type.
  private struct TypedKey<Marker>: CodingKey {
    var stringValue: String { "key" }
    init() {}
    init?(stringValue: String) { nil }
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
  }

  /// As many key types as a large program has: `[[[Int]]]`, and so on.
  private static func keyTypes<Marker>(_ count: Int, after marker: Marker.Type)
    -> [any CodingKey.Type]
  {
    count == 0 ? [] : [TypedKey<Marker>.self] + keyTypes(count - 1, after: [Marker].self)
  }

  @Test func `every key type has its own names`() {
    func names<Key: CodingKey>(of type: Key.Type) -> UInt? {
      tables.names(of: type).map { $0.address }
    }
    var tables = KeyNamesTable()
    let types = Self.keyTypes(500, after: Int.self)

    let first = types.map { names(of: $0) }
    let second = types.map { names(of: $0) }

    #expect(Set(first).count == types.count)
    #expect(first.allSatisfy { $0 != nil })
    #expect(first == second)
    tables.deallocate()
  }

  /// A type with so many keys that all bytes are used.
  @Test func `names are cached for keys of every byte`() {
    var tables = KeyNamesTable()
    let names = tables.names(of: Asking.Key.self)

    for byte in 0...255 { _ = names?.pointee.learnedName("name \(byte)", ofByte: byte) }

    #expect(names != nil)
    #expect((0...255).allSatisfy { names?.name("name \($0)", ofByte: $0) != nil })
    #expect(tables.names(of: AnyKey.self) == nil)
  }
}
