import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ForeignValue {
  /// Decodes the value completely.
  ///
  /// - Parameter keys: Finds out whether the decoder converts keys; nil if that is known.
  func documentValue(checking keys: ForeignKeys?) throws -> DocumentValue {
    if isNull { return .null }
    return try ForeignAnyValue.$depth.withValue(depth) {
      try ForeignAnyValue.$keys.withValue(keys) { try .foreign(decoder) }
    }
  }
}

extension DocumentValue {
  /// Decodes the value of a foreign decoder by trying one shape after another.
  ///
  /// Dates and data are tried last. Formats that write them as numbers or strings decode them as
  /// such.
  fileprivate static func foreign(_ decoder: any Decoder) throws -> DocumentValue {
    // Counted, because some decoders need the longer to compute their path the deeper they are.
    let depth = ForeignAnyValue.depth
    guard depth <= DocumentDepth.maximum else { throw ValueProblem.tooDeep.decodingError }
    guard StackSpace.hasRoom(forPathOf: depth) else { throw ValueProblem.stackEnds.decodingError }
    return try ForeignAnyValue.$depth.withValue(depth + 1) { try foreignValue(decoder) }
  }

  /// Objects come first wherever the value is, since some decoders give an array for an object too.
  /// In decoders of Foundation, an error takes longer the deeper it is, so arrays in arrays take
  /// more than linear time there, like objects in objects if arrays came first.
  private static func foreignValue(_ decoder: any Decoder) throws -> DocumentValue {
    if let object = try? decoder.container(keyedBy: AnyCodingKey.self) {
      // Decoded as a dictionary, because key strategies don't convert the keys of dictionaries.
      let members = try decoder.singleValueContainer().decode([String: ForeignAnyValue].self)
      ForeignAnyValue.keys?.check(members.keys, asKeysOf: object)
      return .object(DocumentObject(members.map { ($0.key, $0.value.value) }))
    }
    if var elements = try? decoder.unkeyedContainer() {
      var values: [DocumentValue] = []
      while !elements.isAtEnd {
        values.append(
          try elements.decodeNil() ? .null : elements.decode(ForeignAnyValue.self).value)
      }
      return .array(values)
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    if let text = try? container.decode(String.self) {
      return booleanOrNumber(spelled: text, in: container) ?? .string(text)
    }
    // Before booleans, because some decoders read 0 and 1 as these.
    if let number = number(in: container) { return .number(number) }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Date.self) { return .date(value) }
    return .data(try container.decode(Data.self))
  }

  /// The boolean or number of a format that decodes all scalars as strings, too; nil if its text isn't the usual one. A
  /// postal code such as `01234` is a string, and so is a version such as `1.10`.
  private static func booleanOrNumber(
    spelled text: String, in container: any SingleValueDecodingContainer
  ) -> DocumentValue? {
    if text == "true" || text == "false" {
      return (try? container.decode(Bool.self)).flatMap { "\($0)" == text ? .bool($0) : nil }
    }
    guard let digits = DecimalDigits(text) else { return nil }
    let number =
      (try? container.decode(Int64.self)).map { DocumentNumber($0) }
      ?? (try? container.decode(UInt64.self)).map { DocumentNumber($0) }
      ?? (try? container.decode(Double.self)).map { DocumentNumber($0) }
    guard let number else { return nil }
    let isUsual =
      number.literal == text
      || isScientific(text) && DecimalDigits(number.literal) == digits
    return isUsual ? .number(number) : nil
  }

  /// Whether a number is written as some encoders write all doubles: `1.5e+0`. A text such as `1e05` may be a code.
  private static func isScientific(_ number: String) -> Bool {
    let mantissa = number.drop { $0 == "-" }.prefix { $0 != "e" }
    let exponent = number[mantissa.endIndex...].dropFirst()
    return exponent.hasPrefix("+") || exponent.hasPrefix("-")
  }

  private static func number(in container: any SingleValueDecodingContainer) -> DocumentNumber? {
    if let value = try? container.decode(Int64.self) {
      return value == 0 ? smallNumber(in: container) : DocumentNumber(value)
    }
    if let value = try? container.decode(UInt64.self) { return DocumentNumber(value) }
    if let value = try? container.decode(Decimal.self) {
      return value == 0 ? smallNumber(in: container) : DocumentNumber(value)
    }
    return (try? container.decode(Double.self)).map { DocumentNumber($0) }
  }

  /// A number that a decoder decodes as 0, which may have been rounded or have lost its sign.
  private static func smallNumber(
    in container: any SingleValueDecodingContainer
  ) -> DocumentNumber {
    guard let real = try? container.decode(Double.self), real.bitPattern != 0 else {
      return DocumentNumber(0)
    }
    return DocumentNumber(real)
  }
}

/// What the keys of a value say about the key strategy of its decoder.
final class ForeignKeys: Sendable {
  private let isFound = Atomic(false)

  /// Whether the decoder converts keys from snake_case.
  var isInSnakeCase: Bool { isFound.load(ordering: .relaxed) }

  func check(_ keys: some Sequence<String>, asKeysOf object: KeyedDecodingContainer<AnyCodingKey>) {
    if isInSnakeCase { return }
    for key in keys {
      let name = SnakeCase.camel(key)
      guard name != key else { continue }
      let isConverted = object.contains(AnyCodingKey(name)) && !object.contains(AnyCodingKey(key))
      return isFound.store(isConverted, ordering: .relaxed)
    }
  }
}

/// A nested value of a foreign decoder.
private struct ForeignAnyValue: Decodable {
  /// The number of containers around the value.
  @TaskLocal static var depth = 0
  /// What is found out about the decoder's key strategy; nil if it has none.
  @TaskLocal static var keys: ForeignKeys?

  let value: DocumentValue

  init(from decoder: any Decoder) throws {
    value = try .foreign(decoder)
  }
}
