// What the checked modules use of Apple's module Foundation. `.ci/apple` only type-checks with this; nothing is run.
//
// Everything here exists in the oldest versions that Package.swift names. As in Apple's module, enums can get new
// cases, and `JSONEncoder` and `JSONDecoder` have a strategy with a formatter, unlike those on Linux.

// MARK: - Values

public struct Data: Codable, Hashable, Sendable, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection
{
  public init() { fatalError() }
  public init(bytes: UnsafeRawPointer, count: Int) { fatalError() }
  public init?(base64Encoded text: String, options: Base64DecodingOptions = []) { fatalError() }
  public init?(base64Encoded text: Data, options: Base64DecodingOptions = []) { fatalError() }

  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
  }

  public var startIndex: Int { fatalError() }
  public var endIndex: Int { fatalError() }
  public subscript(index: Int) -> UInt8 {
    get { fatalError() }
    set { fatalError() }
  }
  public subscript(bounds: Range<Int>) -> Data {
    get { fatalError() }
    set { fatalError() }
  }
  public mutating func replaceSubrange<New: Collection<UInt8>>(_ range: Range<Int>, with new: New) {
    fatalError()
  }

  public var bytes: RawSpan {
    @_lifetime(borrow self) get { fatalError() }
  }
  public func base64EncodedString() -> String { fatalError() }
  public func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result { fatalError() }
}

public struct Date: Codable, Comparable, Hashable, Sendable {
  public init() { fatalError() }
  public init(timeIntervalSince1970 seconds: Double) { fatalError() }
  public init(timeIntervalSinceReferenceDate seconds: Double) { fatalError() }
  public var timeIntervalSince1970: Double { fatalError() }
  public var timeIntervalSinceReferenceDate: Double { fatalError() }
  public static func < (first: Date, second: Date) -> Bool { fatalError() }

  public struct ISO8601FormatStyle: Sendable {
    public init() { fatalError() }
    public func parse(_ text: String) throws -> Date { fatalError() }
    public static var iso8601: ISO8601FormatStyle { fatalError() }
  }
  public init(_ text: String, strategy: ISO8601FormatStyle) throws { fatalError() }
  public func formatted(_ style: ISO8601FormatStyle) -> String { fatalError() }
}

public struct Decimal: Codable, Comparable, CustomStringConvertible, Hashable, Sendable,
  SignedNumeric
{
  public init(_ number: Int) { fatalError() }
  public init(_ number: Int64) { fatalError() }
  public init(_ number: UInt64) { fatalError() }
  public init(_ number: Double) { fatalError() }
  public init?(string: String) { fatalError() }
  public init(sign: FloatingPointSign, exponent: Int, significand: Decimal) { fatalError() }
  public init?<Source: BinaryInteger>(exactly number: Source) { fatalError() }
  public init(integerLiteral number: Int) { fatalError() }
  public static var nan: Decimal { fatalError() }
  public var description: String { fatalError() }
  public var isNaN: Bool { fatalError() }
  public var magnitude: Decimal { fatalError() }
  public static func < (first: Decimal, second: Decimal) -> Bool { fatalError() }
  public static func + (first: Decimal, second: Decimal) -> Decimal { fatalError() }
  public static func - (first: Decimal, second: Decimal) -> Decimal { fatalError() }
  public static func * (first: Decimal, second: Decimal) -> Decimal { fatalError() }
  public static func *= (first: inout Decimal, second: Decimal) { fatalError() }
}

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

public struct UUID: Codable, Hashable, Sendable {
  public init() { fatalError() }
  public init(uuid: uuid_t) { fatalError() }
  public init?(uuidString: String) { fatalError() }
  public var uuid: uuid_t { fatalError() }
  public var uuidString: String { fatalError() }
}

public struct URL: Codable, Hashable, Sendable {
  public init?(string: String) { fatalError() }
  public init?(string: String, relativeTo base: URL?) { fatalError() }
  public var absoluteString: String { fatalError() }
  public var baseURL: URL? { fatalError() }
  public var relativeString: String { fatalError() }
}

extension String {
  public struct Encoding: Sendable {
    public static var nextstep: Encoding { fatalError() }
  }
  public init?<Bytes: Sequence<UInt8>>(bytes: Bytes, encoding: Encoding) { fatalError() }
}

// MARK: - Calendars

public struct TimeZone: Codable, Hashable, Sendable {
  public init?(identifier: String) { fatalError() }
  public static var gmt: TimeZone { fatalError() }
}

public struct Locale: Codable, Hashable, Sendable {
  public init(identifier: String) { fatalError() }
}

public struct Calendar: Codable, Hashable, Sendable {
  public enum Identifier: Sendable {
    case gregorian, iso8601
  }
  public init(identifier: Identifier) { fatalError() }
  public var timeZone: TimeZone {
    get { fatalError() }
    set { fatalError() }
  }
  public func date(from components: DateComponents) -> Date? { fatalError() }
}

public struct URLComponents: Codable, Hashable, Sendable {
  public init?(string: String) { fatalError() }
}

public struct DateComponents: Codable, Hashable, Sendable {
  public init(
    year: Int? = nil, month: Int? = nil, day: Int? = nil, hour: Int? = nil, minute: Int? = nil,
    second: Int? = nil
  ) { fatalError() }
}

// MARK: - Errors and configurations

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { fatalError() }
  public var failureReason: String? { fatalError() }
  public var recoverySuggestion: String? { fatalError() }
  public var helpAnchor: String? { fatalError() }
}

public protocol DecodableWithConfiguration {
  associatedtype DecodingConfiguration
  init(from decoder: any Decoder, configuration: DecodingConfiguration) throws
}

public protocol EncodableWithConfiguration {
  associatedtype EncodingConfiguration
  func encode(to encoder: any Encoder, configuration: EncodingConfiguration) throws
}

// MARK: - Coders

open class DateFormatter: @unchecked Sendable {
  open func date(from text: String) -> Date? { fatalError() }
  open func string(from date: Date) -> String { fatalError() }
}

open class JSONDecoder: @unchecked Sendable {
  public enum DateDecodingStrategy: Sendable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
    case formatted(DateFormatter)
    case custom(@Sendable (any Decoder) throws -> Date)
  }
  public enum DataDecodingStrategy: Sendable {
    case deferredToData, base64
    case custom(@Sendable (any Decoder) throws -> Data)
  }
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum KeyDecodingStrategy: Sendable {
    case useDefaultKeys, convertFromSnakeCase
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }
  open var dateDecodingStrategy: DateDecodingStrategy
  open var dataDecodingStrategy: DataDecodingStrategy
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy
  open var keyDecodingStrategy: KeyDecodingStrategy
  open var userInfo: [CodingUserInfoKey: any Sendable]
  open var allowsJSON5: Bool
  open var assumesTopLevelDictionary: Bool

  public init() { fatalError() }
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    fatalError()
  }
  open func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
  ) throws -> Value { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { fatalError() }
    public static var prettyPrinted: Self { fatalError() }
    public static var sortedKeys: Self { fatalError() }
    public static var withoutEscapingSlashes: Self { fatalError() }
  }
  public enum DateEncodingStrategy: Sendable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
    case formatted(DateFormatter)
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }
  public enum DataEncodingStrategy: Sendable {
    case deferredToData, base64
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
  public enum KeyEncodingStrategy: Sendable {
    case useDefaultKeys, convertToSnakeCase
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }
  open var outputFormatting: OutputFormatting
  open var dateEncodingStrategy: DateEncodingStrategy
  open var dataEncodingStrategy: DataEncodingStrategy
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy
  open var keyEncodingStrategy: KeyEncodingStrategy
  open var userInfo: [CodingUserInfoKey: any Sendable]

  public init() { fatalError() }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
  open func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data { fatalError() }
}

open class PropertyListDecoder: @unchecked Sendable {
  public enum PropertyListFormat: UInt, Sendable {
    case openStep = 1
    case xml = 100
    case binary = 200
  }
  open var userInfo: [CodingUserInfoKey: any Sendable]

  public init() { fatalError() }
  open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    fatalError()
  }
  open func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, format: inout PropertyListFormat
  ) throws -> Value { fatalError() }
}

open class PropertyListEncoder: @unchecked Sendable {
  open var outputFormat: PropertyListDecoder.PropertyListFormat
  open var userInfo: [CodingUserInfoKey: any Sendable]

  public init() { fatalError() }
  open func encode<Value: Encodable>(_ value: Value) throws -> Data { fatalError() }
}
