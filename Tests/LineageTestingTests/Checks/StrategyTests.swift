import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Strategies of coders that change after documents were recorded.
@Suite struct StrategyTests {
  private struct VisitV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var day: Date
    var photo: Data?
    var height: Double
  }

  private struct Visit: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = VisitV1
    var day = Date(timeIntervalSince1970: 0)
    var photo: Data?
    var height = 0.0
    var place = ""
  }

  private struct Place: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  private static func format(
    _ set: (JSONDecoder, JSONEncoder) -> Void = { _, _ in }
  ) -> FixtureFormat {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    set(decoder, encoder)
    return .json(decoder: decoder, encoder: encoder)
  }

  private static var seconds: FixtureFormat {
    format {
      $0.dateDecodingStrategy = .secondsSince1970
      $1.dateEncodingStrategy = .secondsSince1970
    }
  }

  private static var milliseconds: FixtureFormat {
    format {
      $0.dateDecodingStrategy = .millisecondsSince1970
      $1.dateEncodingStrategy = .millisecondsSince1970
    }
  }

  private func failures<Document: VersionedCodable>(
    of type: Document.Type, in directory: TemporaryFixtures, _ format: FixtureFormat,
    mode: RecordingMode = .never
  ) -> [String] {
    directory.failures(of: type, named: "Visit", mode: mode, formats: [format])
  }

  @Test func `a lock has the forms of values for which coders have strategies`() throws {
    let directory = TemporaryFixtures()
    let format = Self.format {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
      $1.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "∞", negativeInfinity: "-∞", nan: "?")
      $0.dateDecodingStrategy = .iso8601
      $1.dateEncodingStrategy = .iso8601
    }

    directory.setUp(VisitV1.self, named: "Visit", formats: [format])

    let lock = try directory.text(of: "Visit/schema.json")
    #expect(
      lock.contains(
        """
          "strategies": {
            "json": {
              "data": "AQID",
              "date": "2023-11-15T12:00:00Z",
              "infinity": "∞"
            }
          },
        """))
    #expect(failures(of: VisitV1.self, in: directory, format) == [])
  }

  @Test func `a lock has no forms of values that the document or the format doesn't have`() throws {
    let directory = TemporaryFixtures()
    directory.setUp(Place.self, named: "Place")
    directory.setUp(VisitV1.self, named: "Visit", formats: [.propertyList])

    #expect(try !directory.text(of: "Place/schema.json").contains("strategies"))
    #expect(try !directory.text(of: "Visit/schema.json").contains("strategies"))
  }

  @Test func `another strategy is found that reads and writes the same documents`() throws {
    let directory = TemporaryFixtures()
    directory.setUp(VisitV1.self, named: "Visit", formats: [Self.seconds])
    directory.setUp(Visit.self, named: "Visit", formats: [Self.seconds])

    #expect(failures(of: Visit.self, in: directory, Self.seconds) == [])
    #expect(
      failures(of: Visit.self, in: directory, Self.milliseconds, mode: .newest).first == """
        The coders of .json files don't write values as MigrationFixtures/Visit/schema.json shows:
          the date 2023-11-15T12:00:00.25Z was `1700049600.25`, and is now `1700049600250`
        Documents have been written with the old values, and may be read as others now: undo the change to the \
        strategies of the coders. If nothing was changed, a strategy depends on the machine, such as on its time \
        zone; if that is right, replace the value in the file with {"differsEachTime": true}. If the program has \
        always written the new ones, delete 'strategies' in the file, and record it: \
        MIGRATION_FIXTURES=missing swift test
        """)
    #expect(failures(of: Visit.self, in: directory, Self.seconds) == [])
  }

  @Test func `a strategy can change until a version has shipped`() throws {
    let directory = TemporaryFixtures()
    directory.setUp(VisitV1.self, named: "Visit", formats: [Self.seconds])

    let found = failures(of: VisitV1.self, in: directory, Self.milliseconds)
    let recorded = failures(of: VisitV1.self, in: directory, Self.milliseconds, mode: .newest)

    #expect(
      found.first?.hasSuffix(
        """
        If version 1 has shipped, undo the change, and set "shipped" to true in schema.json. If not, and the change \
        is right, record it: MIGRATION_FIXTURES=newest swift test
        """) == true)
    #expect(recorded.first?.hasPrefix("Recorded:") == true)
    #expect(failures(of: VisitV1.self, in: directory, Self.milliseconds) == [])
  }

  @Test func `strategies that a lock doesn't have are missing until they are recorded`() throws {
    let directory = TemporaryFixtures()
    directory.setUp(VisitV1.self, named: "Visit", formats: [Self.seconds])
    let lock = try directory.text(of: "Visit/schema.json")
    let start = try #require(lock.range(of: #"  "strategies""#))
    let end = try #require(lock.range(of: "},\n", range: start.lowerBound..<lock.endIndex))
    let shortened = lock.replacingCharacters(
      in: start.lowerBound..<end.upperBound, with: "")
    try directory.put(shortened, at: "Visit/schema.json")

    #expect(
      failures(of: VisitV1.self, in: directory, Self.seconds) == [
        """
        MigrationFixtures/Visit/schema.json doesn't show yet how these values are written:
          the date 2023-11-15T12:00:00.25Z, in .json files
          the data with the bytes 1, 2, 3, in .json files
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """
      ])
    #expect(failures(of: VisitV1.self, in: directory, Self.seconds, mode: .missing).count == 1)
    #expect(try directory.text(of: "Visit/schema.json") == lock)
  }

  @Test func `a strategy that no longer writes a value is found`() throws {
    let directory = TemporaryFixtures()
    let format = Self.format {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      $1.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    directory.setUp(VisitV1.self, named: "Visit", formats: [format])

    let found = failures(of: VisitV1.self, in: directory, Self.format())

    #expect(found.count == 1)
    #expect(
      found.first?.contains(#"  infinity was `"inf"`, and can't be written now"#) == true)
  }

  @Test func `a value that is marked may be written in any way`() throws {
    let directory = TemporaryFixtures()
    directory.setUp(VisitV1.self, named: "Visit", formats: [Self.seconds])
    let lock = try directory.text(of: "Visit/schema.json")
    try directory.put(
      lock.replacing("1700049600.25", with: #"{"differsEachTime": true}"#), at: "Visit/schema.json")

    #expect(failures(of: VisitV1.self, in: directory, Self.seconds) == [])
    let other = failures(of: VisitV1.self, in: directory, Self.format())
    #expect(!other.contains { $0.contains("The coders of") })
    _ = failures(of: VisitV1.self, in: directory, Self.seconds, mode: .newest)
    #expect(try directory.text(of: "Visit/schema.json").contains("differsEachTime"))
  }

  @Test func `a strategy that a draft no longer has is removed from the lock`() throws {
    let directory = TemporaryFixtures()
    let format = Self.format {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      $1.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    struct Height: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var height: Double
    }
    directory.setUp(Height.self, named: "Visit", formats: [format])

    #expect(failures(of: Height.self, in: directory, Self.format()).count == 1)
    _ = failures(of: Height.self, in: directory, Self.format(), mode: .newest)
    #expect(failures(of: Height.self, in: directory, Self.format()) == [])
    #expect(try !directory.text(of: "Visit/schema.json").contains("strategies\": {\n"))
  }

  /// A format whose documents are objects, as those of TOML are.
  private struct ObjectEncoder: VersionedEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Data {
      let data = try JSONEncoder().encode(value)
      guard data.first == UInt8(ascii: "{") else {
        throw EncodingError.invalidValue(
          value, EncodingError.Context(codingPath: [], debugDescription: "It isn't an object."))
      }
      return data
    }
  }

  @Test func `strategies are locked for a format that has only objects`() throws {
    let directory = TemporaryFixtures()
    let format = FixtureFormat(
      fileExtension: "toml", decoder: JSONDecoder(), encoder: ObjectEncoder())

    directory.setUp(VisitV1.self, named: "Visit", formats: [format])

    #expect(try directory.text(of: "Visit/schema.json").contains(#""date": 721742400.25"#))
  }
}
