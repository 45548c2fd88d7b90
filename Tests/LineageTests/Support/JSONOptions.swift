import Foundation

/// The options of Foundation's coders, each with a name for test output.
struct JSONOption<Coder>: Sendable, CustomStringConvertible {
  let description: String
  let apply: @Sendable (Coder) -> Void

  init(_ description: String, _ apply: @escaping @Sendable (Coder) -> Void) {
    self.description = description
    self.apply = apply
  }
}

extension JSONOption where Coder == JSONDecoder {
  static let all: [JSONOption] = dates + data + floats + keys + syntax

  static let dates: [JSONOption] = [
    JSONOption("deferredToDate") { $0.dateDecodingStrategy = .deferredToDate },
    JSONOption("secondsSince1970") { $0.dateDecodingStrategy = .secondsSince1970 },
    JSONOption("millisecondsSince1970") { $0.dateDecodingStrategy = .millisecondsSince1970 },
    JSONOption("iso8601") { $0.dateDecodingStrategy = .iso8601 },
    JSONOption("formatted") { decoder in
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "yyyy-MM-dd"
      decoder.dateDecodingStrategy = .formatted(formatter)
    },
    JSONOption("date by single value") {
      $0.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        if container.decodeNil() { return .distantPast }
        if let text = try? container.decode(String.self) {
          return Date(timeIntervalSince1970: Double(text.count + decoder.codingPath.count))
        }
        return try container.decode(Date.self, default: .distantFuture)
      }
    },
    JSONOption("date by keyed or unkeyed container") {
      $0.dateDecodingStrategy = .custom { decoder in
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
          return Date(timeIntervalSince1970: Double(object.allKeys.count))
        }
        if var array = try? decoder.unkeyedContainer() {
          return Date(timeIntervalSince1970: try array.decode(Double.self))
        }
        return try Date(from: decoder)
      }
    },
    JSONOption("date from nothing") { $0.dateDecodingStrategy = .custom { _ in .distantPast } },
  ]

  static let data: [JSONOption] = [
    JSONOption("deferredToData") { $0.dataDecodingStrategy = .deferredToData },
    JSONOption("base64") { $0.dataDecodingStrategy = .base64 },
    JSONOption("data by unkeyed container") {
      $0.dataDecodingStrategy = .custom { decoder in
        guard var array = try? decoder.unkeyedContainer() else {
          return Data(try decoder.singleValueContainer().decode(String.self).utf8)
        }
        var data = Data()
        while !array.isAtEnd { data.append(try array.decode(UInt8.self)) }
        return data
      }
    },
    JSONOption("data that throws") {
      $0.dataDecodingStrategy = .custom { _ in throw CocoaError(.coderInvalidValue) }
    },
  ]

  static let floats: [JSONOption] = [
    JSONOption("floats throw") { $0.nonConformingFloatDecodingStrategy = .throw },
    JSONOption("floats from strings") {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "a", negativeInfinity: "é", nan: "")
    },
  ]

  static let keys: [JSONOption] = [
    JSONOption("useDefaultKeys") { $0.keyDecodingStrategy = .useDefaultKeys },
    JSONOption("convertFromSnakeCase") { $0.keyDecodingStrategy = .convertFromSnakeCase },
    JSONOption("keys by path") {
      $0.keyDecodingStrategy = .custom { path in
        let name = path.last?.stringValue ?? ""
        return AnyKey(path.count % 2 == 0 ? name.replacing("_", with: "") : name)
      }
    },
    JSONOption("keys that collide") {
      $0.keyDecodingStrategy = .custom { AnyKey(String($0.last?.stringValue.prefix(4) ?? "")) }
    },
  ]

  static let syntax: [JSONOption] = [
    JSONOption("JSON5") { $0.allowsJSON5 = true },
    JSONOption("assumesTopLevelDictionary") { $0.assumesTopLevelDictionary = true },
    JSONOption("JSON5 and assumesTopLevelDictionary") {
      $0.allowsJSON5 = true
      $0.assumesTopLevelDictionary = true
    },
  ]
}

extension JSONOption where Coder == JSONEncoder {
  static let dates: [JSONOption] = [
    JSONOption("deferredToDate") { $0.dateEncodingStrategy = .deferredToDate },
    JSONOption("secondsSince1970") { $0.dateEncodingStrategy = .secondsSince1970 },
    JSONOption("millisecondsSince1970") { $0.dateEncodingStrategy = .millisecondsSince1970 },
    JSONOption("iso8601") { $0.dateEncodingStrategy = .iso8601 },
    JSONOption("formatted") { encoder in
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "yyyy/MM/dd"
      encoder.dateEncodingStrategy = .formatted(formatter)
    },
    JSONOption("date as single value") {
      $0.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("\(date.timeIntervalSince1970) at \(encoder.codingPath.count)")
      }
    },
    JSONOption("date as object") {
      $0.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(date.timeIntervalSince1970, forKey: AnyKey("unixTime"))
        try container.encode([date == .distantPast], forKey: AnyKey("isPast"))
      }
    },
    JSONOption("date as array") {
      $0.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        var nested = container.nestedContainer(keyedBy: AnyKey.self)
        try nested.encode("b", forKey: AnyKey("a"))
      }
    },
    JSONOption("date as nothing") { $0.dateEncodingStrategy = .custom { _, _ in } },
  ]

  static let data: [JSONOption] = [
    JSONOption("deferredToData") { $0.dataEncodingStrategy = .deferredToData },
    JSONOption("base64") { $0.dataEncodingStrategy = .base64 },
    JSONOption("data as nothing") { $0.dataEncodingStrategy = .custom { _, _ in } },
    JSONOption("data as null") {
      $0.dataEncodingStrategy = .custom { _, encoder in
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      }
    },
    JSONOption("data that throws") {
      $0.dataEncodingStrategy = .custom { _, _ in throw CocoaError(.coderInvalidValue) }
    },
  ]

  static let floats: [JSONOption] = [
    JSONOption("floats throw") { $0.nonConformingFloatEncodingStrategy = .throw },
    JSONOption("floats to strings") {
      $0.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+\"", negativeInfinity: "-/", nan: "")
    },
  ]

  static let keys: [JSONOption] = [
    JSONOption("useDefaultKeys") { $0.keyEncodingStrategy = .useDefaultKeys },
    JSONOption("convertToSnakeCase") { $0.keyEncodingStrategy = .convertToSnakeCase },
    JSONOption("longer keys") {
      $0.keyEncodingStrategy = .custom { AnyKey("\($0.last?.stringValue ?? "") (key)") }
    },
    JSONOption("keys that collide") {
      $0.keyEncodingStrategy = .custom { AnyKey(String($0.last?.stringValue.prefix(3) ?? "")) }
    },
  ]

  static let layouts: [JSONOption] = [
    JSONOption("sorted") { $0.outputFormatting = .sortedKeys },
    JSONOption("sorted, pretty") { $0.outputFormatting = [.sortedKeys, .prettyPrinted] },
    JSONOption("sorted, slashes") {
      $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    },
    JSONOption("sorted, pretty, slashes") {
      $0.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    },
  ]
}

extension SingleValueDecodingContainer {
  fileprivate func decode(_ type: Date.Type, default date: Date) throws -> Date {
    (try? decode(Double.self)).map { Date(timeIntervalSince1970: $0) } ?? date
  }
}
