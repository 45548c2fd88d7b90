import Foundation
import Lineage
import Testing

/// Errors about dates and data that have another form than a strategy of the decoder expects.
struct StrategyMismatchTests {
  private struct Garden: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var founded: Date?
    var map: Data?
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
    var data = JSONDecoder.DataDecodingStrategy.base64
    let text: String

    var testDescription: String { "\(json), \(text)" }

    func decode() throws {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = dates
      decoder.dataDecodingStrategy = data
      let text = json.replacing("{", with: #"{"version": 1, "#, maxReplacements: 1)
      _ = try decoder.decode(versioned: Garden.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [
    Case(
      json: #"{"founded": "2020-01-01T00:00:00Z"}"#,
      text: "Expected a number for a date (dateDecodingStrategy .deferredToDate), found a string."),
    Case(
      json: #"{"founded": {"year": 2020}}"#, dates: .secondsSince1970,
      text:
        "Expected a number for a date (dateDecodingStrategy .secondsSince1970), found an object."),
    Case(
      json: #"{"founded": true}"#, dates: .millisecondsSince1970,
      text: """
        Expected a number for a date (dateDecodingStrategy .millisecondsSince1970), found a boolean.
        """),
    Case(
      json: #"{"founded": 599529600}"#, dates: .iso8601,
      text: "Expected a string for a date (dateDecodingStrategy .iso8601), found a number."),
    Case(
      json: #"{"map": [1, 2]}"#,
      text: "Expected a string for data (dataDecodingStrategy .base64), found an array."),
    Case(
      json: #"{"map": "AQI="}"#, data: .deferredToData,
      text: "Expected an array for data (dataDecodingStrategy .deferredToData), found a string."),
  ])
  private func `an error that a strategy explains names it and advises to use the coder's`(
    _ wrong: Case
  ) throws {
    let error = try #require(throws: MigrationError.self) { try wrong.decode() }

    #expect(error.description.contains(": \(wrong.text) If documents like this exist, decode them"))
  }

  @Test(arguments: [
    Case(
      json: #"{"map": ["a"]}"#, data: .deferredToData, text: "Expected a number, found a string."),
    Case(
      json: #"{"map": [256]}"#, data: .deferredToData,
      text: "The number doesn't fit in UInt8."),
    Case(json: #"{"map": "?"}"#, text: "The value isn't data in Base64."),
    Case(
      json: #"{"founded": "today"}"#, dates: .iso8601,
      text: "The value isn't a date in ISO 8601 format."),
    Case(
      json: #"{"founded": 1}"#,
      dates: .custom { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) },
      text: "Expected a string, found a number."),
  ])
  private func `an error that no strategy explains gets no advice about strategies`(_ wrong: Case)
    throws
  {
    let error = try #require(throws: MigrationError.self) { try wrong.decode() }

    #expect(error.description.contains(": \(wrong.text) If documents of that version look like"))
  }

  @Test func `the error is still the one that Foundation throws`() throws {
    let data = Data(#"{"founded": "2020"}"#.utf8)
    let error = try #require(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: [String: Date].self, from: data)
    }

    guard case .typeMismatch(let type, let context)? = error.underlyingError as? DecodingError
    else {
      Issue.record("\(error)")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(Double.self))
    #expect(context.codingPath.map(\.stringValue) == ["founded"])
  }
}
