import Foundation
import Lineage
import Testing

/// Compares the writers with `PropertyListEncoder`, byte for byte.
struct PropertyListWritingTests {
  static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  /// A value that is written as a property list.
  struct Value: CustomTestStringConvertible, Encodable {
    let testDescription: String
    private let content: any Encodable & Sendable

    init(_ name: String, _ content: some Encodable & Sendable) {
      testDescription = name
      self.content = content
    }

    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
  }

  /// Members in an order that isn't that of their names.
  private struct Members: Encodable, Sendable {
    let keys: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (index, key) in keys.enumerated() { try container.encode(index, forKey: AnyKey(key)) }
    }
  }

  private struct Everything: Encodable, Sendable {
    var zebra = 1
    var apple: String? = "x"
    var mango: Int?
    var url = URL(string: "b/c", relativeTo: URL(string: "http://example.com/a"))
    var date = Date(timeIntervalSinceReferenceDate: 0.75)
    var small = UInt8(200)
    var float = Float(0.1)
    var nested = ["one": [Inner(), Inner(b: nil)]]
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var truth = [true, false, true]
    var more = [1, 255, 256, 65535, 65536, 4_294_967_295, 4_294_967_296, -1, -129, .min, .max]

    struct Inner: Encodable {
      var b: String? = "x"
      var a = [1.5, 2]
    }
  }

  static let values: [Value] = [
    Value("no elements", [Int]()), Value("no members", [String: Int]()),
    Value("everything", Everything()), Value("many of it", (0..<30).map { _ in Everything() }),
    Value("nulls", [nil, "a", nil] as [String?]),
    Value(
      "reals",
      [
        0, 1, -1, 0.1, -2.5, 100_000, 1e15, 1e16, 1e17, 1.5e-7, 1e300, .leastNonzeroMagnitude, .pi,
        .infinity,
        -.infinity, .nan, .greatestFiniteMagnitude, 123_456_789_012_345_680, 0.000123, 1e-4, 1e-5,
        9_007_199_254_740_992, 18_014_398_509_481_984, 36_028_797_018_963_968,
      ] as [Double]),
    Value("negative zero", [-0.0]),
    Value(
      "floats",
      [0.1, 1, 16_777_216, -3.25, .infinity, .nan, .leastNonzeroMagnitude, 3.4e38] as [Float]),
    Value(
      "dates",
      [-0.5, 0, 0.999, 1e9, -13_190_860_800, -13_190_860_801, 252_423_993_599, 252_423_993_600]
        .map(Date.init(timeIntervalSinceReferenceDate:))),
    Value(
      "data",
      [0, 1, 2, 3, 11, 12, 13, 50, 51, 52, 56, 57, 58, 100, 114, 115, 300].map {
        Data(repeating: UInt8($0 % 251), count: $0)
      }),
    Value("deep data", [[[[[[[[[[Data(repeating: 1, count: 40)]]]]]]]]]]),
    Value("text", ["", "a<b>&\"'\n\t", "é", "日本語", "😀", "\u{1}", "<&>", "]]>"]),
    Value(
      "long text", [String(repeating: "long ", count: 100), String(repeating: "é", count: 300)]),
    Value("repeated long text", Array(repeating: String(repeating: "long ", count: 100), count: 3)),
    Value("keys", Members(keys: ["b", "a", "aa", "B", "", "a b", "a<b", "ab", "<", ">"])),
    Value("keys beyond ASCII", Members(keys: ["é", "z", "e", "ä", "日", "😀", "a", "\u{FB01}"])),
    Value("many keys", Members(keys: (0..<300).map { "key \(($0 * 7) % 300)" })),
    Value("14 keys", Members(keys: (0..<14).map { "\(14 - $0)" })),
    Value("15 keys", Members(keys: (0..<15).map { "\(15 - $0)" })),
    Value("a dictionary", ["z": 1, "a": 2, "m": 3, "é": 4, "B": 5, "": 6, "zz": 7]),
    Value("dictionaries in one", ["b": ["y": [1], "x": [2]], "a": ["z": [], "w": [3, 4]]]),
    Value("many objects", (0..<70_000).map { $0 % 300 * 1000 }),
    Value("integers of each type", Integers()),
    Value("integers beside a decimal", ["a": [Integers()], "b": []]),
    Value("a decimal beside integers", Mixed()),
    Value("URLs", [URL(string: "https://example.com/a?b=c&d=<e>"), nil]),
    Value("decimals", [Decimal(string: "1.10")]),
    Value("a decimal beside others", ["b": [Decimal(1)], "a": []]),
  ]

  /// The same small and large numbers in integers of each size.
  struct Integers: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try encode(Int.self, to: &container)
      try encode(Int8.self, to: &container)
      try encode(Int16.self, to: &container)
      try encode(Int32.self, to: &container)
      try encode(Int64.self, to: &container)
      try encode(UInt.self, to: &container)
      try encode(UInt8.self, to: &container)
      try encode(UInt16.self, to: &container)
      try encode(UInt32.self, to: &container)
      try encode(UInt64.self, to: &container)
    }

    private func encode<Number: FixedWidthInteger & Encodable>(
      _ type: Number.Type, to container: inout KeyedEncodingContainer<AnyKey>
    ) throws {
      let powers = (0..<64).map { Int128(1) << $0 }
      let numbers = powers.flatMap { [$0 - 1, $0, -$0] }.compactMap { Number(exactly: $0) }
      try container.encode(numbers, forKey: AnyKey("\(type)s"))
      for number in numbers {
        try container.encode(number, forKey: AnyKey("\(type) \(number)"))
      }
    }
  }

  struct Mixed: Encodable {
    var price = Decimal(string: "0.1")
    var integers = Integers()
  }

  @Test(arguments: values, formats)
  func `a property list has the same bytes as with PropertyListEncoder`(
    value: Value, format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let written = try PropertyListEncoder(format).encode(unversioned: value)

    #expect(written == (try PropertyListEncoder(format).encode(value)))
  }

  @Test(arguments: formats)
  func `an unsigned number is read back`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let numbers: [UInt64] = [0, 5, .max, UInt64(Int64.max), UInt64(Int64.max) + 1]

    let written = try PropertyListEncoder(format).encode(unversioned: numbers)

    #expect(try PropertyListDecoder().decode([UInt64].self, from: written) == numbers)
  }

  @Test func `values that Foundation takes for equal stay different`() throws {
    let numbers = [0.0, -0.0]
    let texts = ["\u{E9}", "e\u{301}"]

    let writtenNumbers = try PropertyListEncoder(.binary).encode(unversioned: numbers)
    let writtenTexts = try PropertyListEncoder(.binary).encode(unversioned: texts)

    let readNumbers = try PropertyListDecoder().decode([Double].self, from: writtenNumbers)
    #expect(readNumbers.map(\.sign) == [FloatingPointSign.plus, .minus])
    let readTexts = try PropertyListDecoder().decode([String].self, from: writtenTexts)
    #expect(readTexts.map(\.utf8.count) == [2, 3])
  }

  struct Note: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = "a"
    var unknownFields = UnknownFields()
  }

  @Test(arguments: formats)
  func `numbers of unknown fields are written as property lists have them`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let text = #"""
      {"version":1,"text":"b","a":1,"b":-0,"c":18446744073709551615,"d":1.50,"e":1e3,"f":[],\#
      "g":{"h":null,"i":true}}
      """#
    let note = try JSONDecoder().decode(versioned: Note.self, from: Data(text.utf8))

    let written = try PropertyListEncoder(format).encode(versioned: note)

    let list = try PropertyListSerialization.propertyList(from: written, format: nil)
    let fields = try #require(list as? [String: Any])
    #expect(fields["a"] as? Int == 1)
    #expect((fields["b"] as? Double)?.sign == .minus)
    #expect(fields["c"] as? UInt64 == .max)
    #expect(fields["d"] as? Double == 1.5)
    #expect(fields["e"] as? Double == 1000)
    #expect((fields["g"] as? [String: Any])?["i"] as? Bool == true)
    #expect(fields["version"] as? Int == 1)
  }

  @Test(arguments: formats)
  func `a value is encoded only once, whoever writes it`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    final class Counter { var count = 0 }
    struct Counting<Content: Encodable>: Encodable {
      let counter: Counter
      let content: Content

      func encode(to encoder: any Encoder) throws {
        counter.count += 1
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(content, forKey: AnyKey("content"))
      }
    }
    let (plain, decimal, invalid) = (Counter(), Counter(), Counter())

    _ = try PropertyListEncoder(format).encode(unversioned: Counting(counter: plain, content: 1))
    _ = try PropertyListEncoder(format).encode(
      unversioned: Counting(counter: decimal, content: Decimal(1)))
    #expect(throws: EncodingError.self) {
      try PropertyListEncoder(format).encode(
        unversioned: Counting(counter: invalid, content: "$null"))
    }

    #expect(plain.count == 1)
    #expect(decimal.count == 1)
    #expect(invalid.count == 1)
  }
}
