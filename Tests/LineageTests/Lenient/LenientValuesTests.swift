import Foundation
import Lineage
import Testing

/// Dictionaries that skip invalid values.
struct LenientValuesTests {
  struct Scores: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientValues var points: [String: Int] = [:]
  }

  static let mixed: DocumentValue = [
    "version": 1, "points": ["Ada": 1, "Bob": "many", "Cid": .null, "Dan": ["x": 1.5], "Eve": 5],
  ]

  @Test(arguments: FutureFormat.allCases)
  func `only an invalid value is skipped, and written back`(format: FutureFormat) throws {
    var report = MigrationReport()

    let scores = try format.read(Scores.self, Self.mixed, report: &report)

    #expect(scores.points == ["Ada": 1, "Eve": 5])
    #expect(Set(report.rejected) == ["points.Bob", "points.Cid", "points.Dan"])
    #expect(report.unknownFieldsDropped == [])
    #expect(try format.write(scores) == Self.mixed)
  }

  @Test func `setting another value for the key discards the rejected one`() throws {
    let saved = try Future.saved(
      #"{"points":{"Ada":1,"Bob":"many","Cid":[]},"version":1}"#, by: Scores.self
    ) {
      $0.points["Bob"] = 2
      $0.points["Ada"] = nil
    }

    #expect(saved == #"{"points":{"Bob":2,"Cid":[]},"version":1}"#)
  }

  @Test func `rejected values can be removed`() throws {
    let saved = try Future.saved(#"{"points":{"Ada":1,"Bob":"x"},"version":1}"#, by: Scores.self) {
      $0.$points.removeRejected()
    }

    #expect(saved == #"{"points":{"Ada":1},"version":1}"#)
  }

  @Test func `the keys are data, also under snake case`() throws {
    let json = #"{"points":{"anA_b":1,"anX_y":"z","":null},"version":1}"#

    let saved = try Future.saved(json, by: Scores.self, snakeCase: true)

    #expect(saved == #"{"points":{"":null,"anA_b":1,"anX_y":"z"},"version":1}"#)
  }

  @Test func `a rejected value preserves every character`() throws {
    let json = #"{"points":{"a":{"z":1e400,"b":[1.10,-0]}},"version":1}"#

    let scores = try Future.read(Scores.self, json)

    #expect(String(decoding: try JSONEncoder().encode(versioned: scores), as: UTF8.self) == json)
  }

  @Test func `a value that is not an object is an error`() throws {
    let error = try migrationError { try Future.read(Scores.self, #"{"points":[],"version":1}"#) }

    #expect(error.description.contains("At points: Expected an object, found an array."))
  }
}
