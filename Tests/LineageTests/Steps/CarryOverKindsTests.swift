import Foundation
import Lineage
import Testing

/// A field that has changed its type gets the value that a document would have given it, or is an
/// error.
struct CarryOverKindsTests {
  // MARK: - Models

  typealias Value = Codable & Equatable & Sendable

  struct Old<Field: Value>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var value: Field
  }

  struct New<Field: Value, OldField: Value>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = Old<OldField>
    var value: Field

    init(from old: Old<OldField>) throws { try self.init(carryingOver: old) }
  }

  struct Unversioned<Field: Value>: Codable {
    var value: Field
  }

  enum Word: String, Value {
    case one = "1"
    case yes = "true"
    case web
  }

  enum Digit: Int, Value {
    case zero, one, two
  }

  /// A value that a type decodes with the methods of a container.
  struct Contained<Field: Value>: Value {
    var value: Field

    init(_ value: Field) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Field.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// A value that a type decodes without a container, so that no strategy applies to it.
  struct Direct<Field: Value>: Value {
    var value: Field

    init(_ value: Field) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Field(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  // MARK: - Kinds of values

  private static let moment = Date(timeIntervalSinceReferenceDate: 1)
  private static let epoch = Date(timeIntervalSince1970: 0)
  private static let bytes = Data([1, 2])
  private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  static let values: [any Value] = [
    true, false, Bool?.some(true),
    0, 1, -1, 255, 256, 9_007_199_254_740_993, Int.max, Int?.some(1), Int?.none,
    Int8(1), UInt8(1), UInt64.max, Int128(1), Int128.max, UInt128(7),
    0.0, -0.0, 1.0, 0.1, 3.5, 1e100, 1e160, 1e300, 1e-160, Double.leastNonzeroMagnitude,
    Double.infinity, -Double.infinity, Double.nan, 9_007_199_254_740_992.0,
    Float(0.1), Float(1), Float.infinity, -Float.infinity, Float(16_777_216),
    epoch, moment, Date(timeIntervalSinceReferenceDate: 0.1 + 0.2), Date?.some(moment),
    Data(), Data([1]), bytes, Data("abc".utf8), Data([255]), Data?.some(bytes),
    "", "1", "true", "1.0", "0.1", "AQ==", "web", "inf", "-inf", "nan", "null",
    "2001-01-01T00:00:01Z", "https://swift.org", id.uuidString, String?.some("1"),
    URL(string: "https://swift.org/?a=b"), URL(string: "1"), URL(string: "AQ=="),
    id, Decimal(1), Decimal(-1), Decimal(string: "0.1"), Decimal(string: "1e30"),
    Decimal(string: "123456789012345678901234567890.125"), Decimal(string: "1e100"),
    [true], [Bool](), [1], [1, 2], [300], [Int](), [UInt8](bytes), [0.5], [1.0, 2.0],
    ["a"], ["1", "2"], [bytes], [moment], [Decimal(1)], [[1]], [["a"]], [1, nil] as [Int?],
    Set([1]), Set<Int>(), Set(["a"]), 1..<3, Duration.seconds(1),
    ["a": 1], ["1": 1], ["1": "1"], [1: 1], [1: "1"], [String: Int](), [Int: Int](),
    ["a": bytes], ["a": moment], [Digit.one: 1], [Word.one: 1],
    Word.one, Word.yes, Word.web, Digit.one, Digit.two,
    OpenEnum<Word>.unknown("5"), OpenEnum<Digit>.unknown(5),
    "1" as DocumentValue, DocumentValue.null, [1, 2] as DocumentValue,
    ["value": 1] as DocumentValue,
    Contained(bytes), Contained(moment), Contained(1), Contained([1]), Contained("AQ=="),
    Direct(bytes), Direct(moment), Direct(Decimal(1)), Direct([1]),
  ]

  static let types: [any Value.Type] = [
    Bool.self, Int.self, Int8.self, UInt8.self, UInt64.self, Int128.self, UInt128.self,
    Double.self, Float.self, Date.self, Data.self, String.self, URL.self, UUID.self,
    Decimal.self, Word.self, Digit.self, OpenEnum<Word>.self, OpenEnum<Digit>.self,
    [Bool].self, [Int].self, [UInt8].self, [Double].self, [String].self, [Data].self,
    [Date].self, [Decimal].self, [URL].self, [Int?].self, [Data?].self, [Int]?.self,
    Set<Int>.self, Set<String>.self, Set<Double>.self, Range<Int>.self, Duration.self,
    [String: Int].self, [String: String].self, [String: Double].self, [String: Data].self,
    [String: Date].self, [Int: Int].self, [Int: String].self, [Int: Data].self,
    [Word: Int].self, [Digit: Int].self, [OpenEnum<Word>: Int].self,
    Bool?.self, Int?.self, Double?.self, String?.self, Data?.self, Date?.self, Decimal?.self,
    Contained<Data>.self, Contained<Date>.self, Contained<Int>.self, Contained<String>.self,
    Direct<Data>.self, Direct<Date>.self, Direct<Decimal>.self, Direct<URL>.self,
    Direct<[Int]>.self, DocumentValue.self,
  ]

  // MARK: - Coders

  struct Coders: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var isJSON = true
    /// For how many pairs of a value and a type neither encoding nor carrying over throws.
    let comparedPairs: Int
    let encode: @Sendable (any Encodable) throws -> Data
    let decode: @Sendable (any Decodable.Type, Data) throws -> any Decodable

    static let all = json + [propertyList(.xml), propertyList(.binary)]

    private typealias Strategy = (
      name: String, comparedPairs: Int,
      apply: @Sendable (_ encoder: JSONEncoder, _ decoder: JSONDecoder) -> Void
    )

    private static let dates: [Strategy] = [
      ("deferredToDate, base64", 1063, { _, _ in }),
      (
        "seconds", 1063,
        {
          $0.dateEncodingStrategy = .secondsSince1970
          $1.dateDecodingStrategy = .secondsSince1970
        }
      ),
      (
        "milliseconds", 1063,
        {
          $0.dateEncodingStrategy = .millisecondsSince1970
          $1.dateDecodingStrategy = .millisecondsSince1970
        }
      ),
      (
        "iso8601", 1061,
        {
          $0.dateEncodingStrategy = .iso8601
          $1.dateDecodingStrategy = .iso8601
        }
      ),
      (
        "date by single value", 1064,
        {
          $0.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode("\(date.timeIntervalSinceReferenceDate)")
          }
          $1.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let seconds = Double(text) else { throw CocoaError(.coderInvalidValue) }
            return Date(timeIntervalSinceReferenceDate: seconds)
          }
        }
      ),
    ]

    private static let data: [Strategy] = [
      (
        "deferredToData", 1110,
        {
          $0.dataEncodingStrategy = .deferredToData
          $1.dataDecodingStrategy = .deferredToData
        }
      ),
      (
        "data by unkeyed container", 1066,
        {
          $0.dataEncodingStrategy = .custom { data, encoder in
            var container = encoder.unkeyedContainer()
            for byte in data.reversed() { try container.encode(byte) }
          }
          $1.dataDecodingStrategy = .custom { decoder in
            var container = try decoder.unkeyedContainer()
            var bytes: [UInt8] = []
            while !container.isAtEnd { bytes.append(try container.decode(UInt8.self)) }
            return Data(bytes.reversed())
          }
        }
      ),
    ]

    private static let json: [Coders] = (dates + data).map { strategy in
      Coders(
        testDescription: strategy.name, comparedPairs: strategy.comparedPairs,
        encode: { value in
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
          strategy.apply(encoder, JSONDecoder())
          return try encoder.encode(anyVersion: value)
        },
        decode: { type, data in
          let decoder = JSONDecoder()
          decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
          strategy.apply(JSONEncoder(), decoder)
          return try decoder.decode(anyVersion: type, from: data)
        })
    }

    private static func propertyList(
      _ format: PropertyListSerialization.PropertyListFormat
    ) -> Coders {
      Coders(
        testDescription: format == .xml ? "XML" : "binary", isJSON: false,
        comparedPairs: 1050,
        encode: { value in
          let encoder = PropertyListEncoder(format)
          return try encoder.encode(anyVersion: value)
        },
        decode: { try PropertyListDecoder().decode(anyVersion: $0, from: $1) })
    }
  }

  // MARK: - The law

  @Test(arguments: Coders.all)
  func `a value that carries over to another type is the one in the document`(
    coders: Coders
  ) throws {
    var differences: [String] = []
    var count = 0
    func compare<OldField: Value, Field: Value>(_ old: OldField, _ type: Field.Type) {
      guard let document = try? coders.encode(Old(value: old)),
        let new = try? coders.decode(New<Field, OldField>.self, document),
        let carried = (new as? New<Field, OldField>)?.value
      else { return }
      count += 1
      let content = Self.content(try? coders.encode(Unversioned(value: carried)))
      for plain in plain(old, as: Field.self, coders) {
        if plain.value == carried { return }
        if let content, content == Self.content(try? coders.encode(plain)) { return }
      }
      differences.append("\(OldField.self) \(old) as \(Field.self)")
    }
    func compare(_ old: some Value) {
      for type in Self.types { compare(old, type) }
    }

    for value in Self.values { compare(value) }

    #expect(differences == [])
    // Pairs that throw are skipped. Change the number only if the list of values or types changes.
    #expect(count == coders.comparedPairs)
  }

  /// What a document without versions decodes as. For a property list, that may also be what JSON
  /// does: some types encode themselves in another way there, but carry over as if in JSON.
  private func plain<Field: Value>(
    _ value: some Value, as type: Field.Type, _ coders: Coders
  ) -> [Unversioned<Field>] {
    (coders.isJSON ? [coders] : [coders, Coders.all[0]]).compactMap { coders in
      guard let document = try? coders.encode(Unversioned(value: value)) else { return nil }
      return try? coders.decode(Unversioned<Field>.self, document) as? Unversioned<Field>
    }
  }

  /// The content of a document, in which `1` and `1.0` are equal.
  private static func content(_ document: Data?) -> NSObject? {
    guard let document else { return nil }
    let content =
      (try? JSONSerialization.jsonObject(with: document))
      ?? (try? PropertyListSerialization.propertyList(from: document, format: nil))
    return content as? NSObject
  }

  // MARK: - Data

  struct Blob: VersionedCodable, ZeroFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = Old<[Int]>
    var value: Data
  }

  @Test func `an array becomes data where documents have data as arrays`() throws {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .deferredToData
    let document = Data(#"{"version": 1, "value": [1, 2]}"#.utf8)

    let blob = try decoder.decode(versioned: Blob.self, from: document)

    #expect(blob == Blob(value: Data([1, 2])))
  }

  @Test(arguments: StoredFormat.allCases)
  func `an array never becomes data otherwise`(format: StoredFormat) throws {
    let document = try format.document(#"{"version": 1, "value": [1, 2]}"#)

    let error = try migrationError { try format.decode(Blob.self, from: document) }

    #expect(error.reason == .carryOverFailed(from: "Old<Array<Int>>", to: "Blob"))
    #expect(error.path == "value")
  }

  @Test func `an array never becomes data without a document`() throws {
    let error = try migrationError { try Blob(carryingOver: Old(value: [1, 2])) }

    #expect(error.path == "value")
  }

  // MARK: - Decimals

  struct Price: VersionedCodable, ZeroFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = Old<Double>
    var value: Decimal
  }

  @Test(arguments: [Double.infinity, -.infinity])
  func `an infinite double never becomes a decimal`(number: Double) throws {
    let error = try migrationError { try Price(carryingOver: Old(value: number)) }

    #expect(error.path == "value")
  }
}

extension VersionedEncoder {
  fileprivate func encode(anyVersion value: any Encodable) throws -> Output {
    if let value = value as? any VersionedCodable { return try encode(versioned: value) }
    return try encode(unversioned: value)
  }
}

extension VersionedDecoder {
  fileprivate func decode(
    anyVersion type: any Decodable.Type, from input: Input
  ) throws -> any Decodable {
    if let type = type as? any VersionedCodable.Type {
      return try decode(versioned: type, from: input)
    }
    return try decode(unversioned: type, from: input)
  }
}
