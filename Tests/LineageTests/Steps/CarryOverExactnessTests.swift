import Foundation
import Lineage
import Testing

/// Carrying over never rounds or reformats values.
struct CarryOverExactnessTests {
  // MARK: - Models

  struct ValuesV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    var data = Data((0...255).map { UInt8($0) })
    var decimal = Decimal(string: "123456789012345678901234567890.12345678") ?? 0
    var url = URL(string: "https://example.org/%C3%A9?q=a%20b#f")
    var int64 = Int64.min
    var uint64 = UInt64.max
    var int128 = Int128.min
    var uint128 = UInt128.max
    var int8 = Int8.min
    var double = 0.1 + 0.2
    var tiny = Double.leastNonzeroMagnitude
    var float = Float(0.1)
    var negativeZero = -0.0
    var infinity = Double.infinity
    var floatInfinity = -Float.infinity
    var text = "\u{0}\u{1F30A}e\u{301}\"\\/\n"
    var uuid = UUID()
    var byDate: [Date: Int] = [Date(timeIntervalSinceReferenceDate: 1): 1]
    var dates = [Date(timeIntervalSinceReferenceDate: 2)]
    var optionalData: Data? = Data([1])
    var duration = Duration(secondsComponent: 1, attosecondsComponent: 1)
  }

  struct ValuesV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = ValuesV1
    var date = Date()
    var data = Data()
    var decimal = Decimal(0)
    var url: URL?
    var int64: Int64 = 0
    var uint64: UInt64 = 0
    var int128: Int128 = 0
    var uint128: UInt128 = 0
    var int8: Int8 = 0
    var double = 0.0
    var tiny = 0.0
    var float: Float = 0
    var negativeZero = 1.0
    var infinity = 0.0
    var floatInfinity: Float = 0
    var text = ""
    var uuid = UUID()
    var byDate: [Date: Int] = [:]
    var dates: [Date] = []
    var optionalData: Data?
    var duration = Duration.zero
  }

  // MARK: - Same type

  @Test func `every value is carried over exactly`() throws {
    let old = ValuesV1()

    let new = try ValuesV2(carryingOver: old)

    #expect(new.date == old.date)
    #expect(new.data == old.data)
    #expect(new.decimal == old.decimal)
    #expect(new.url == old.url)
    #expect(new.int64 == old.int64)
    #expect(new.uint64 == old.uint64)
    #expect(new.int128 == old.int128)
    #expect(new.uint128 == old.uint128)
    #expect(new.int8 == old.int8)
    #expect(new.double.bitPattern == old.double.bitPattern)
    #expect(new.tiny == old.tiny)
    #expect(new.float == old.float)
    #expect(new.negativeZero.bitPattern == old.negativeZero.bitPattern)
    #expect(new.infinity == old.infinity)
    #expect(new.floatInfinity == old.floatInfinity)
    #expect(Array(new.text.unicodeScalars) == Array(old.text.unicodeScalars))
    #expect(new.uuid == old.uuid)
    #expect(new.byDate == old.byDate)
    #expect(new.dates == old.dates)
    #expect(new.optionalData == old.optionalData)
    #expect(new.duration == old.duration)
  }

  @Test func `NaN stays NaN`() throws {
    var old = ValuesV1()
    old.double = .nan

    #expect(try ValuesV2(carryingOver: old).double.isNaN)
  }

  struct MomentV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var date: Date
    var data: Data
    var ratio: Double
  }

  struct Moment: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = MomentV1
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var data = Data()
    var ratio = 0.0
    var start = Date(timeIntervalSinceReferenceDate: 0)
    var blank = Data()
    var limit = Double.infinity
  }

  @Test func `the decoder's strategies apply to the document, not to steps`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let document = Data(
      #"{"version": 1, "date": "2001-01-01T00:00:01Z", "data": [1, 2], "ratio": "-inf"}"#.utf8)

    let moment = try decoder.decode(versioned: Moment.self, from: document)

    #expect(
      moment
        == Moment(
          date: Date(timeIntervalSinceReferenceDate: 1), data: Data([1, 2]),
          ratio: -.infinity))
  }

  // MARK: - Another type

  struct NumbersV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var number: Double
  }

  struct Money: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = NumbersV1
    var number = Decimal(0)
  }

  @Test(arguments: ["3.14", "0.1", "1234.56", "2.675"])
  func `a double becomes the decimal that it is encoded as`(number: String) throws {
    let money = try migrated(Money.self, #"{"version": 1, "number": \#(number)}"#)

    #expect(money.number == Decimal(string: number))
  }

  struct RatiosV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var single: Float
    var double: Double
  }

  struct Ratios: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = RatiosV1
    var single = 0.0
    var double: Float = 0
  }

  @Test(arguments: [
    "0.1", "-0.3", "16777216", "1e-45", "3.4028235e38", "0.333333343", "1e10", "-0.0",
  ])
  func `a number in another precision equals the one in the document`(number: String) throws {
    let document = #"{"version": 1, "single": \#(number), "double": \#(number)}"#

    let ratios = try migrated(Ratios.self, document)
    let single = try #require(Float(number))

    #expect(ratios.single == Double("\(single)"))
    #expect(ratios.double == single)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `NaN and infinity are preserved in another precision`(number: Double) throws {
    let ratios = try Ratios(carryingOver: RatiosV1(single: Float(number), double: number))

    #expect("\(ratios)" == "Ratios(single: \(number), double: \(number))")
  }

  struct Whole: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = NumbersV1
    var number = 0
  }

  @Test func `a double that is an integer can become an integer`() throws {
    #expect(try migrated(Whole.self, #"{"version": 1, "number": 3.0}"#).number == 3)
  }

  @Test(arguments: ["3.5", "1e19", "1e300"])
  func `a double that is not an integer never becomes one`(number: String) throws {
    let error = try migrationError {
      try migrated(Whole.self, #"{"version": 1, "number": \#(number)}"#)
    }

    #expect(error.reason == .carryOverFailed(from: "NumbersV1", to: "Whole"))
  }

  struct SmallV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var number: Int
  }

  struct Small: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = SmallV1
    var number: UInt8 = 0
  }

  @Test(arguments: [-1, 256])
  func `an integer that does not fit is an error`(number: Int) throws {
    let error = try migrationError {
      try migrated(Small.self, #"{"version": 1, "number": \#(number)}"#)
    }

    #expect(error.reason == .carryOverFailed(from: "SmallV1", to: "Small"))
  }

  struct Wide: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = SmallV1
    var number = 0.0
  }

  @Test func `an integer becomes the same double as in a document`() throws {
    let value = try migrated(Wide.self, #"{"version": 1, "number": 9007199254740993}"#)

    #expect(value.number == 9_007_199_254_740_992)
  }

  struct Kinds: Codable, Equatable {
    var flag = true
    var text = "1"
    var number = 1
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var data = Data([1])
  }

  struct KindsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: Kinds
  }

  struct OtherKinds<Flag: Codable, Text: Codable, Number: Codable, Day: Codable, Bytes: Codable>:
    Codable
  {
    var flag: Flag
    var text: Text
    var number: Number
    var date: Day
    var data: Bytes
  }

  struct Holder<Value: Codable>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = KindsV1
    var value: Value
    init(from old: KindsV1) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: [
    Holder<OtherKinds<Int, String, Int, Date, Data>>.self as any VersionedCodable.Type,
    Holder<OtherKinds<String, String, Int, Date, Data>>.self,
    Holder<OtherKinds<Bool, Int, Int, Date, Data>>.self,
    Holder<OtherKinds<Bool, Bool, Int, Date, Data>>.self,
    Holder<OtherKinds<Bool, String, String, Date, Data>>.self,
    Holder<OtherKinds<Bool, String, Bool, Date, Data>>.self,
    Holder<OtherKinds<Bool, String, Int, Double, Data>>.self,
    Holder<OtherKinds<Bool, String, Int, String, Data>>.self,
    Holder<OtherKinds<Bool, String, Int, Date, String>>.self,
    Holder<OtherKinds<Bool, String, Int, Date, [String]>>.self,
  ])
  func `a value never becomes one of another kind`(type: any VersionedCodable.Type) throws {
    let document = try StoredFormat.json.encode(KindsV1(value: Kinds()))

    let error = try migrationError { try StoredFormat.json.decode(type, from: document) }

    #expect(error.path.description.hasPrefix("value."))
  }

  struct TypedV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Decimal
    var site: URL
    var id: UUID
    var ratio: Decimal
  }

  struct Typed: VersionedCodable, Equatable {
    static let version = 2
    var count: Int
    var site: String
    var id: String
    var ratio: Double

    init(count: Int, site: String, id: String, ratio: Double) {
      (self.count, self.site, self.id, self.ratio) = (count, site, id, ratio)
    }

    init(from old: TypedV1) throws { self = try Typed(carryingOver: old) }
  }

  private static let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  @Test func `a decimal, a URL and a UUID become what they are encoded as`() throws {
    let typed = try migrated(
      Typed.self,
      #"{"version":1,"count":12,"site":"https://swift.org/?q=a","id":"\#(Self.id)","ratio":0.25}"#)

    #expect(typed == Typed(count: 12, site: "https://swift.org/?q=a", id: Self.id, ratio: 0.25))
  }

  struct LargeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var signed: Int128
    var unsigned: UInt128
  }

  struct Large: VersionedCodable, Equatable {
    static let version = 2
    typealias PreviousVersion = LargeV1
    var signed: Decimal
    var unsigned: Decimal

    init(from old: LargeV1) throws { self = try Large(carryingOver: old) }
  }

  @Test(arguments: [
    ("5", "5"), ("-18446744073709551617", "18446744073709551616"),
    ("9223372036854775808", "99999999999999999999999999999999999999"),
  ])
  func `integers of 128 bits become decimals`(signed: String, unsigned: String) throws {
    let large = try migrated(
      Large.self, #"{"version":1,"signed":\#(signed),"unsigned":\#(unsigned)}"#)

    #expect("\(large.signed) \(large.unsigned)" == "\(signed) \(unsigned)")
  }

  @Test(arguments: ["1.5", "1e20"])
  func `a decimal that no integer equals is an error`(count: String) {
    let error = #expect(throws: MigrationError.self) {
      try migrated(
        Typed.self,
        #"{"version":1,"count":\#(count),"site":"a","id":"\#(Self.id)","ratio":1}"#)
    }
    #expect(error?.path == "count")
  }
}
