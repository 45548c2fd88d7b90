public import Foundation
public import Lineage

/// A format of fixtures: a file extension and its coders.
///
/// JSON and property lists are built in. If your program sets strategies on its coders, pass coders
/// with the same ones. For any other coder, write:
///
/// ```swift
/// FixtureFormat(fileExtension: "lines", decoder: LineDecoder(), encoder: LineEncoder())
/// ```
public struct FixtureFormat: Sendable {
  /// The extension of the files, without the dot.
  public let fileExtension: String
  private let coders: Coders
  private let endsWithNewline: Bool
  /// Whether lines end in LF, so that other line endings come from Git.
  private let hasLineFeeds: Bool

  /// Coders aren't `Sendable` because they are mutable. These aren't mutated.
  private struct Coders: @unchecked Sendable {
    let decoder: any VersionedDecoder<Data>
    let encoder: any VersionedEncoder<Data>
  }

  /// Creates a format from a decoder and an encoder.
  ///
  /// - Parameters:
  ///   - fileExtension: The extension of the files, without the dot.
  ///   - decoder: Decodes the files. It must not be mutated afterwards.
  ///   - encoder: Encodes the files, with keys in the order of encoding or sorted. It must not be
  ///     mutated afterwards.
  public init(
    fileExtension: String, decoder: some VersionedDecoder<Data>,
    encoder: some VersionedEncoder<Data>
  ) {
    self.init(fileExtension, decoder, encoder)
  }

  /// Creates a format from a decoder and an encoder for text.
  ///
  /// - Parameters:
  ///   - fileExtension: The extension of the files, without the dot.
  ///   - decoder: Decodes the files. It must not be mutated afterwards.
  ///   - encoder: Encodes the files, with keys in the order of encoding or sorted. It must not be
  ///     mutated afterwards.
  public init(
    fileExtension: String, decoder: some VersionedDecoder<String>,
    encoder: some VersionedEncoder<String>
  ) {
    self.init(fileExtension, TextDecoder(base: decoder), TextEncoder(base: encoder))
  }

  private init(
    _ fileExtension: String, _ decoder: any VersionedDecoder<Data>,
    _ encoder: any VersionedEncoder<Data>, endsWithNewline: Bool = false,
    hasLineFeeds: Bool = false
  ) {
    self.fileExtension = fileExtension
    self.coders = Coders(decoder: decoder, encoder: encoder)
    self.endsWithNewline = endsWithNewline
    self.hasLineFeeds = hasLineFeeds
  }

  /// JSON with the coders' usual options.
  public static var json: FixtureFormat { .json(decoder: JSONDecoder(), encoder: JSONEncoder()) }

  /// JSON with options of your own.
  ///
  /// - Parameters:
  ///   - decoder: Decodes the files. It must not be mutated afterwards.
  ///   - encoder: An encoder whose strategies and `userInfo` are used. The output is always
  ///     pretty-printed, with sorted keys.
  public static func json(decoder: JSONDecoder, encoder: JSONEncoder) -> FixtureFormat {
    let readable = JSONEncoder()
    readable.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    readable.dateEncodingStrategy = encoder.dateEncodingStrategy
    readable.dataEncodingStrategy = encoder.dataEncodingStrategy
    readable.nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
    readable.keyEncodingStrategy = encoder.keyEncodingStrategy
    readable.userInfo = encoder.userInfo
    return FixtureFormat("json", decoder, readable, endsWithNewline: true, hasLineFeeds: true)
  }

  /// Property lists. They are written as XML; binary ones can be read, too.
  public static var propertyList: FixtureFormat {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return FixtureFormat("plist", PropertyListDecoder(), encoder, hasLineFeeds: true)
  }
}

// MARK: - Reading and writing

extension FixtureFormat {
  /// Decodes a document as a type, with the given version or the one in the document.
  func decode<Value: VersionedCodable>(
    _ type: Value.Type, from data: Data, version: AnyVersion? = nil,
    report: inout MigrationReport
  ) throws -> Value {
    if let version {
      return try coders.decoder.decode(
        versioned: type, version: version, from: data, report: &report)
    }
    return try coders.decoder.decode(versioned: type, from: data, report: &report)
  }

  /// Encodes a document with its version, in the formatting of fixtures.
  func encode<Value: VersionedCodable>(_ value: Value) throws -> Data {
    finished(try coders.encoder.encode(versioned: value))
  }

  /// Encodes a document as an older version, in the formatting of fixtures.
  func encode<Value: VersionedCodable, Older: VersionedCodable>(
    _ value: Value, as older: Older.Type
  ) throws -> Data {
    finished(try coders.encoder.encode(versioned: value, as: older))
  }

  /// The version that a document of a type contains; nil if it contains none.
  func version<Value: VersionedCodable>(
    of type: Value.Type, in data: Data
  ) throws -> AnyVersion? {
    try coders.decoder.version(of: type, in: data)
  }

  /// Decodes a document without a type.
  func value(from data: Data) throws -> DocumentValue {
    try coders.decoder.decode(unversioned: DocumentValue.self, from: data)
  }

  /// Encodes a value without a version, in the formatting of fixtures.
  func data(of value: some Encodable) throws -> Data {
    finished(try coders.encoder.encode(unversioned: value))
  }

  /// The document in a file, with the line endings that it was written with.
  ///
  /// Git can check out files with CR LF. Then all of their lines end in it. If only some do, these are in strings of a
  /// property list.
  func document(in file: Data) -> Data {
    guard hasLineFeeds, !file.starts(with: "bplist".utf8) else { return file }
    let lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.dropLast().allSatisfy({ $0.last == 0x0D }) else { return file }
    return Data(lines.dropLast().map { $0.dropLast() + [0x0A] }.joined()) + lines[lines.count - 1]
  }

  private func finished(_ data: Data) -> Data {
    endsWithNewline && data.last != 0x0A ? data + [0x0A] : data
  }
}

// MARK: - Coders for text

private struct TextDecoder<Base: VersionedDecoder<String>>: VersionedDecoder {
  let base: Base

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    return try base.decode(type, from: text)
  }
}

private struct TextEncoder<Base: VersionedEncoder<String>>: VersionedEncoder {
  let base: Base

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    Data(try base.encode(value).utf8)
  }
}
