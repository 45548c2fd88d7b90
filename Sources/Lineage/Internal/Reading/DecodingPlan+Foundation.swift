#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The plans of types that formats encode by their own rules. Foreign decoders apply these rules
// themselves. In a tree of values, the values are stored unchanged. In JSON text, the decoder's
// strategies say how they are written. Property lists have dates and data as values, and the other
// types encode themselves there.

extension Date: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { DatePlan() }
}

private final class DatePlan: NativePlan<Date> {
  override func decodeNode(_ field: Field) throws -> Date {
    if case .date(let date)? = field.native { return date }
    if field.isNull { throw field.mismatch(Date.self) }
    guard field.isJSON,
      let strategy = field.state.outermost.pointee.settings.json?.dateDecodingStrategy
    else {
      throw field.mismatch(Date.self)
    }
    do {
      return try date(in: field, by: strategy)
    } catch DecodingError.typeMismatch(let type, let context) {
      throw field.mismatch(type, context, expected: strategy.form)
    }
  }

  @inline(__always)
  private func date(
    in field: Field, by strategy: JSONDecoder.DateDecodingStrategy
  ) throws -> Date {
    switch strategy {
    // A date decodes itself as this number, and nothing else, from a single-value container.
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try Double.decode(field))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try Double.decode(field))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try Double.decode(field) / 1000)
    case .iso8601:
      if let date = field.iso8601Date {
        return Date(timeIntervalSinceReferenceDate: Double(date.seconds))
      }
      let text = try String.decode(field)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        throw field.malformed("a date in ISO 8601 format")
      }
      return date
    case .custom(let decode):
      return try decode(field.decoder(filling: .error))
    #if canImport(Darwin)
      // Only Foundation for Apple platforms has a strategy with a formatter.
      case .formatted(let formatter):
        guard let date = formatter.date(from: try String.decode(field)) else {
          throw field.malformed("a date in the decoder's format")
        }
        return date
      @unknown default:
        throw field.malformed("a date in a strategy that this version of Lineage supports")
    #endif
    }
  }
}

extension JSONDecoder.DateDecodingStrategy {
  /// What a date is in a document, with the name of the strategy; nil if only the program knows.
  fileprivate var form: String? {
    switch self {
    case .deferredToDate: "a number for a date (dateDecodingStrategy .deferredToDate)"
    case .secondsSince1970: "a number for a date (dateDecodingStrategy .secondsSince1970)"
    case .millisecondsSince1970: "a number for a date (dateDecodingStrategy .millisecondsSince1970)"
    case .iso8601: "a string for a date (dateDecodingStrategy .iso8601)"
    case .custom: nil
    #if canImport(Darwin)
      case .formatted: "a string for a date (dateDecodingStrategy .formatted)"
      @unknown default: nil
    #endif
    }
  }
}

extension Data: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { DataPlan() }
}

private final class DataPlan: NativePlan<Data> {
  override func decodeNode(_ field: Field) throws -> Data {
    if case .data(let data)? = field.native { return data }
    if field.isInPropertyList { throw field.mismatch(Data.self) }
    if field.isNull { throw field.mismatch(Data.self) }
    guard let strategy = field.state.outermost.pointee.settings.json?.dataDecodingStrategy else {
      // In another library's format, an unknown field with an array may be data.
      guard field.isUndecoded else { throw field.mismatch(Data.self) }
      return try decodeBody(field)
    }
    do {
      return try data(in: field, by: strategy)
    } catch DecodingError.typeMismatch(let type, let context) {
      throw field.mismatch(type, context, expected: field.isJSON ? strategy.form : nil)
    }
  }

  @inline(__always)
  private func data(
    in field: Field, by strategy: JSONDecoder.DataDecodingStrategy
  ) throws -> Data {
    switch strategy {
    case .deferredToData:
      return try decodeBody(field)
    // An array that was carried over isn't what the decoder expects data to be.
    case _ where !field.isJSON:
      throw field.mismatch(Data.self)
    case .base64:
      guard let data = Data(base64Encoded: try String.decode(field)) else {
        throw field.malformed("data in Base64")
      }
      return data
    case .custom(let decode):
      return try decode(field.decoder(filling: .error))
    #if canImport(Darwin)
      @unknown default:
        throw field.malformed("data in a strategy that this version of Lineage supports")
    #endif
    }
  }
}

extension JSONDecoder.DataDecodingStrategy {
  /// What data is in a document, with the name of the strategy; nil if only the program knows.
  fileprivate var form: String? {
    switch self {
    case .deferredToData: "an array for data (dataDecodingStrategy .deferredToData)"
    case .base64: "a string for data (dataDecodingStrategy .base64)"
    case .custom: nil
    #if canImport(Darwin)
      @unknown default: nil
    #endif
    }
  }
}

extension Decimal: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { DecimalPlan() }
}

private final class DecimalPlan: NativePlan<Decimal> {
  override func decodeNode(_ field: Field) throws -> Decimal {
    if field.isInPropertyList { return try decodeBody(field) }
    let node = field.tree[field.slot]
    switch node.kind {
    case .integerText, .numberText, .json5NumberText:
      guard let number = JSONNumber.decimal(field.tree.text(of: node), kind: node.kind) else {
        throw field.mismatch(Decimal.self)
      }
      return number
    case .signed: return Decimal(Int64(bitPattern: node.bits))
    case .unsigned: return Decimal(node.bits)
    case .double: return try decimal(Double(bitPattern: node.bits), in: field)
    case .float: return try decimal(Float(bitPattern: UInt32(node.bits)), in: field)
    default:
      let number: Decimal? =
        switch field.native {
        case .decimal(let number)?: number
        case .int128(let number)?: DocumentNumber(number).decimal
        case .uint128(let number)?: DocumentNumber(number).decimal
        default: nil
        }
      guard let number else { throw field.mismatch(Decimal.self) }
      return number
    }
  }

  /// Converts a number from the digits that it is printed with, not from its exact binary fraction.
  private func decimal(
    _ number: some BinaryFloatingPoint & CustomStringConvertible, in field: Field
  ) throws -> Decimal {
    // Foundation converts "-inf" to 0.
    guard number.isFinite, let decimal = Decimal(string: number.description) else {
      throw field.mismatch(Decimal.self)
    }
    return decimal
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Decimal? { .zero }
}

extension URL: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { URLPlan() }
}

private final class URLPlan: NativePlan<URL> {
  override func decodeNode(_ field: Field) throws -> URL {
    if case .url(let url)? = field.native { return url }
    if field.isInPropertyList { return try decodeBody(field) }
    if field.isNull { throw field.mismatch(URL.self) }
    guard let url = URL(string: try String.decode(field)) else {
      throw field.malformed("a URL")
    }
    return url
  }
}

extension UUID: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { UUIDPlan() }
}

/// The plan of UUIDs, which databases store as bytes, and other formats as text.
private final class UUIDPlan: NativePlan<UUID> {
  override func decodeNode(_ field: Field) throws -> UUID {
    if field.kind == .plainText, let text = UUIDText(field.tree.text(of: field.tree[field.slot])) {
      return text.uuid
    }
    return try decodeBody(field)
  }
}

// MARK: - Reading fields

extension Field {
  /// The native value of the slot, if it has one.
  fileprivate var native: NativeValue? {
    kind == .native ? tree.native(of: tree[slot]) : nil
  }

  /// The date in the slot, if it is written in the usual form.
  fileprivate var iso8601Date: ISO8601Date? {
    let node = tree[slot]
    return node.kind == .plainText ? ISO8601Date(tree.text(of: node)) : nil
  }
}
