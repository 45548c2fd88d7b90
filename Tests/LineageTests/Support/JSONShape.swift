import Foundation
import Testing

@testable import Lineage

/// A `Codable` type to compare coding with Lineage and with Foundation.
struct JSONShape: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let document: @Sendable (inout JSONRandom) -> String
  /// Decodes a document in both ways; nil if the outcomes are the same.
  let differenceInReading: @Sendable (Data, JSONDecoder) -> String?
  /// Encodes the value of a document in both ways; nil if the outcomes are the same.
  let differenceInWriting: @Sendable (Data, JSONEncoder) -> String?
  /// Encodes the value of a document in both ways and decodes the results; nil if they are the
  /// same.
  let differenceInReadingBack: @Sendable (Data, JSONEncoder) -> String?

  init<Sample: JSONSample>(_ type: Sample.Type) {
    testDescription = "\(type)"
    document = { random in random.value(type) }
    differenceInReading = { data, decoder in
      let expected = Result { try decoder.decode(type, from: data) }
      let actual = Result { try decoder.decode(unversioned: type, from: data) }
      let difference = Self.difference(expected, actual)
      guard difference != nil, case .success = expected, case .failure(let error) = actual,
        (error as? MigrationError)?.reason == .unreadable
      else { return difference }
      // Foundation doesn't validate values that no type decodes, so it may have missed the damage.
      return Self.isSound(data, decoder) ? difference : nil
    }
    differenceInWriting = { data, encoder in
      guard let value = try? Self.lenientDecoder.decode(type, from: data) else { return nil }
      let expected = Result { try encoder.encode(Letter(body: value)) }
      let actual = Result { try encoder.encode(versioned: Letter(body: value)) }
      if case .failure = expected, case .failure = actual { return nil }
      return Self.difference(expected.map(Self.text), actual.map(Self.text))
    }
    differenceInReadingBack = { data, encoder in
      guard let value = try? Self.lenientDecoder.decode(type, from: data),
        let plain = try? encoder.encode(Letter(body: value))
      else { return nil }
      return Self.difference(
        Result { try JSONDecoder().decode(unversioned: DocumentValue.self, from: plain) },
        Result {
          let data = try encoder.encode(versioned: Letter(body: value))
          // Foundation must be able to decode it too.
          _ = try JSONDecoder().decode(Letter<Sample>.self, from: data)
          return try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
        })
    }
  }

  private static var lenientDecoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  /// Whether a document is valid JSON, according to Foundation's decoding of each value.
  private static func isSound(_ data: Data, _ options: JSONDecoder) -> Bool {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = options.allowsJSON5
    decoder.assumesTopLevelDictionary = options.assumesTopLevelDictionary
    return (try? decoder.decode(Sound.self, from: data)) != nil
  }

  private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  private static func difference<Value: Codable & Equatable>(
    _ expected: Result<Value, any Error>, _ actual: Result<Value, any Error>
  ) -> String? {
    switch (expected, actual) {
    case (.success(let expected), .success(let actual)):
      // A value that contains NaN doesn't equal itself.
      if expected == actual || shown(expected) == shown(actual) { return nil }
      return "Foundation: \(shown(expected))\nLineage:    \(shown(actual))"
    case (.failure, .failure(let error)):
      return error is MigrationError ? nil : "Another error: \(error)"
    case (.success(let expected), .failure(let error)):
      return "Foundation: \(shown(expected))\nLineage:    \(error)"
    case (.failure(let error), .success(let actual)):
      return "Foundation: \(error)\nLineage:    \(shown(actual))"
    }
  }

  /// A value as text. Not its description, which traps for a date in a million years.
  private static func shown<Value: Codable>(_ value: Value) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return (try? encoder.encode(value)).map(text) ?? "what can't be encoded"
  }

  static let all: [JSONShape] = [
    JSONShape(Scalars.self), JSONShape(Optionals.self), JSONShape(NamedKeys.self),
    JSONShape(Collections.self), JSONShape(Shape.self), JSONShape(Dog.self), JSONShape(Cat.self),
    JSONShape(FoundationValues.self), JSONShape(HandWritten.self), JSONShape(ManyKeys.self),
    JSONShape(Page.self), JSONShape(Walk.self), JSONShape([Walk].self),
    JSONShape([String: Walk].self), JSONShape([Scalars].self), JSONShape([Int: Page].self),
    JSONShape(Wrapper<[Double]>.self), JSONShape([Int?].self), JSONShape(Int?.self),
    JSONShape(String.self), JSONShape([Double].self), JSONShape([Float].self),
    JSONShape([Int].self), JSONShape([UInt64].self), JSONShape([Int128].self),
    JSONShape([Decimal].self), JSONShape([Date].self), JSONShape([Data].self),
    JSONShape([String: [URL]].self), JSONShape([Season: [Season?]].self),
  ]
}

/// A document without a version, which is encoded as with Foundation.
struct Letter<Body: Codable>: VersionedCodable {
  static var version: Int? { nil }
  typealias PreviousVersion = NothingOlder

  var body: Body
}

/// Decodes from any completely valid document.
private struct Sound: Decodable {
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      for key in container.allKeys { _ = try container.decode(Sound?.self, forKey: key) }
    } else if var container = try? decoder.unkeyedContainer() {
      while !container.isAtEnd { _ = try container.decode(Sound?.self) }
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() || (try? container.decode(Bool.self)) != nil { return }
      if (try? container.decode(String.self)) == nil { _ = try container.decode(Double.self) }
    }
  }
}
