import Foundation
import Lineage
import Testing

/// What is wrong is said once, also by types that catch the error of a field and throw one of their own.
struct RethrownErrorTests {
  enum CodingKeys: CodingKey { case name }

  static func name(in decoder: any Decoder) throws -> String {
    try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
  }

  struct AsItIs: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String

    init(from decoder: any Decoder) throws {
      do { name = try RethrownErrorTests.name(in: decoder) } catch { throw error }
    }
  }

  struct Wrapping: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String

    init(from decoder: any Decoder) throws {
      do {
        name = try RethrownErrorTests.name(in: decoder)
      } catch {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath, debugDescription: "There is no name.",
            underlyingError: error))
      }
    }
  }

  /// Says where the error came from, and keeps the cause.
  struct Extending: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String

    init(from decoder: any Decoder) throws {
      do {
        name = try RethrownErrorTests.name(in: decoder)
      } catch DecodingError.typeMismatch(let type, let context) {
        throw DecodingError.typeMismatch(
          type,
          .init(
            codingPath: context.codingPath,
            debugDescription: "There is no name: \(context.debugDescription)",
            underlyingError: context.underlyingError))
      }
    }
  }

  static let cases: [(type: any VersionedCodable.Type, cause: String, underlying: String)] = [
    (
      AsItIs.self, "At name: Expected a string, found a number.",
      """
      DecodingError.typeMismatch: expected value of type String. Path: name. Debug description: Expected a \
      string, found a number.
      """
    ),
    (
      Wrapping.self, "The value isn't valid.",
      """
      DecodingError.dataCorrupted: Data was corrupted. Debug description: There is no name.. Underlying error: \
      DecodingError.typeMismatch: expected value of type String. Path: name. Debug description: Expected a \
      string, found a number.
      """
    ),
    (
      Extending.self, "At name: Expected a string, found a number.",
      """
      DecodingError.typeMismatch: expected value of type String. Path: name. Debug description: There is no \
      name: Expected a string, found a number.
      """
    ),
  ]

  @Test(arguments: cases.indices)
  func `an error that a type rethrows says its text once`(index: Int) throws {
    let (type, cause, underlying) = Self.cases[index]

    let error = try #require(
      #expect(throws: MigrationError.self) {
        try Future.report(reading: type, #"{"version":1,"name":5}"#)
      })

    #expect(
      error.description == """
        The document (\(type)) has version '1', but it can't be decoded as \(type). \(cause) If documents \
        of that version look like this, fix the type; otherwise the document is damaged. Known versions: \
        '1' (\(type)).
        """)
    #expect(error.underlyingError.map(String.init(reflecting:)) == underlying)
  }
}
