public import Foundation
public import Lineage

/// How documents are decoded and encoded: JSON, a property list, or any format whose coders conform to
/// `VersionedDecoder` and `VersionedEncoder`.
///
/// ```swift
/// var options = DocumentOptions()
/// options.format = DocumentFormat(decoder: myDecoder, encoder: myEncoder)
/// ```
///
/// A format uses its coders from several threads. Don't change their options later.
public struct DocumentFormat: Sendable {
  package let coding: any DocumentCoding

  /// Creates a format from coders of data.
  public init<Decoder: VersionedDecoder & Sendable, Encoder: VersionedEncoder & Sendable>(
    decoder: Decoder, encoder: Encoder
  ) where Decoder.Input == Data, Encoder.Output == Data {
    coding = Coding(decoder: decoder, encoder: encoder, input: { $0 }, output: { $0 })
  }

  /// Creates a format from coders of text, which is stored as UTF-8.
  public init<Decoder: VersionedDecoder & Sendable, Encoder: VersionedEncoder & Sendable>(
    decoder: Decoder, encoder: Encoder
  ) where Decoder.Input == String, Encoder.Output == String {
    coding = Coding(
      decoder: decoder, encoder: encoder,
      input: { data in
        guard let text = String(validating: data, as: UTF8.self) else {
          throw CocoaError(.fileReadInapplicableStringEncoding)
        }
        return text
      }, output: { Data($0.utf8) })
  }

  /// JSON, by a `JSONDecoder` and a `JSONEncoder` without options.
  public static var json: DocumentFormat {
    DocumentFormat(decoder: JSONDecoder(), encoder: JSONEncoder())
  }

  /// A property list, written as XML, which has dates in whole seconds.
  public static var propertyList: DocumentFormat { propertyList(writtenAs: .xml) }

  /// A property list, written in the binary format.
  public static var binaryPropertyList: DocumentFormat { propertyList(writtenAs: .binary) }

  private static func propertyList(
    writtenAs outputFormat: PropertyListSerialization.PropertyListFormat
  ) -> DocumentFormat {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = outputFormat
    return DocumentFormat(decoder: PropertyListDecoder(), encoder: encoder)
  }
}

extension DocumentFormat: CustomStringConvertible {
  /// The types of the coders.
  public var description: String { coding.description }
}

/// What a store needs from a format, whatever its coders are.
package protocol DocumentCoding: CustomStringConvertible, Sendable {
  func decode<Value: VersionedCodable>(
    _ type: Value.Type, from data: Data, report: inout MigrationReport
  ) throws -> Value
  func encode<Value: VersionedCodable>(_ value: Value) throws -> Data
  /// Encodes a value with all its fields, also those that their types leave out because they equal their defaults, except
  /// in a value of a newer version, whose defaults aren't known.
  func encode<Value: VersionedCodable>(complete value: Value) throws -> Data
  func version<Value: VersionedCodable>(of type: Value.Type, in data: Data) throws -> AnyVersion?
  /// Decodes a document with only as much of a report as migrating needs.
  func decode<Value: VersionedCodable>(
    migrating type: Value.Type, from data: Data
  ) throws -> (value: Value, report: MigrationReport)
  /// Finds the lines of JSON that are current; nil for other formats.
  func currentLines<Value: VersionedCodable>(
    of type: Value.Type, after separator: [UInt8]
  ) -> CurrentLines?
  /// Whether documents are JSON, which can be lines of a text.
  var isJSON: Bool { get }
  /// Whether documents are property lists.
  var isPropertyList: Bool { get }
  /// The fields of a document, without a type. Of fields with the same key, it has the first; the report lists the
  /// others.
  func fields(of data: Data, report: inout MigrationReport) throws -> DocumentValue
  /// A document with these fields.
  func data(from fields: DocumentValue) throws -> Data
  /// Finds what the arrays and the indivisible values in a value's document are in Swift, as far as that is known.
  func forEachOrigin<Value: VersionedCodable>(
    in value: Value, _ body: (FieldPath, ValueOrigin) -> Void
  ) throws
  /// A hash of a value's document, for which the order of sets and dictionaries doesn't matter; nil if nothing tells them
  /// from other arrays.
  func hashIgnoringOrderOfSets<Value: VersionedCodable>(of value: Value) throws -> Int?
}

/// A format that documents can be recognized by.
enum KnownFormat: String, Equatable, Sendable {
  case json, propertyList, binaryPropertyList

  var name: String {
    switch self {
    case .json: "JSON"
    case .propertyList: "an XML property list"
    case .binaryPropertyList: "a binary property list"
    }
  }
}

extension DocumentCoding {
  /// The format of a document that the coders can't read, if it is one of another format.
  func otherFormat(of data: Data) -> KnownFormat? {
    if isJSON {
      let isBinary = data.starts(with: Data("bplist".utf8))
      // Any word is a property list in the format of OpenStep.
      guard isBinary || data.range(of: Data("<plist".utf8)) != nil,
        (try? PropertyListDecoder().decode(unversioned: DocumentValue.self, from: data)) != nil
      else { return nil }
      return isBinary ? .binaryPropertyList : .propertyList
    }
    guard isPropertyList,
      (try? JSONDecoder().decode(unversioned: DocumentValue.self, from: data)) != nil
    else { return nil }
    return .json
  }

  /// The fields of a document, without a type.
  package func fields(of data: Data) throws -> DocumentValue {
    var report = MigrationReport()
    return try fields(of: data, report: &report)
  }
}

/// A pair of coders, with what their input and output are made from and to.
private struct Coding<Decoder: VersionedDecoder & Sendable, Encoder: VersionedEncoder & Sendable>:
  DocumentCoding
{
  let decoder: Decoder
  let encoder: Encoder
  let input: @Sendable (Data) throws -> Decoder.Input
  let output: @Sendable (Encoder.Output) throws -> Data

  var description: String { "\(Decoder.self) and \(Encoder.self)" }

  func decode<Value: VersionedCodable>(
    _ type: Value.Type, from data: Data, report: inout MigrationReport
  ) throws -> Value {
    try decoder.decode(versioned: type, from: input(data), report: &report)
  }

  func encode<Value: VersionedCodable>(_ value: Value) throws -> Data {
    try output(encoder.encode(versioned: value))
  }

  func encode<Value: VersionedCodable>(complete value: Value) throws -> Data {
    try output(encoder.encode(complete: value))
  }

  func version<Value: VersionedCodable>(
    of type: Value.Type, in data: Data
  ) throws -> AnyVersion? {
    try decoder.version(of: type, in: input(data))
  }

  func decode<Value: VersionedCodable>(
    migrating type: Value.Type, from data: Data
  ) throws -> (value: Value, report: MigrationReport) {
    try decoder.decode(migrating: type, from: input(data))
  }

  func currentLines<Value: VersionedCodable>(
    of type: Value.Type, after separator: [UInt8]
  ) -> CurrentLines? {
    (decoder as? JSONDecoder).flatMap { CurrentLines(of: type, by: $0, after: separator) }
  }

  /// Whether documents are JSON, which can be lines of a text.
  var isJSON: Bool { decoder is JSONDecoder && encoder is JSONEncoder }
  var isPropertyList: Bool { decoder is PropertyListDecoder }

  func fields(of data: Data, report: inout MigrationReport) throws -> DocumentValue {
    try decoder.decode(unversioned: DocumentValue.self, from: input(data), report: &report)
  }

  func data(from fields: DocumentValue) throws -> Data {
    try output(encoder.encode(unversioned: fields))
  }

  func forEachOrigin<Value: VersionedCodable>(
    in value: Value, _ body: (FieldPath, ValueOrigin) -> Void
  ) throws {
    try encoder.forEachOrigin(in: value, body)
  }

  func hashIgnoringOrderOfSets<Value: VersionedCodable>(of value: Value) throws -> Int? {
    try encoder.hashIgnoringOrderOfSets(of: value)
  }
}
