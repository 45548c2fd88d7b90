public import Foundation
public import Lineage

/// A format that fixtures are written in: a file extension, and the coders for it.
///
/// JSON and property lists are known. If the program sets strategies on its coders, give the fixtures
/// the same ones; any other coder joins like this:
///
/// ```swift
/// FixtureFormat(fileExtension: "lines", decoder: LineDecoder(), encoder: LineEncoder())
/// ```
public struct FixtureFormat: Sendable {
  /// The extension of the files, without the dot.
  public let fileExtension: String
  private let coders: Coders
  private let endsWithNewline: Bool

  /// Coders aren't `Sendable` because they can be changed. These are only used.
  private struct Coders: @unchecked Sendable {
    let decoder: any VersionedDecoder<Data>
    let encoder: any VersionedEncoder<Data>
  }

  /// Makes a format of a decoder and an encoder.
  ///
  /// - Parameters:
  ///   - fileExtension: The extension of the files, without the dot.
  ///   - decoder: Reads them. It must not be changed afterwards.
  ///   - encoder: Writes them, with keys in the order they come in or sorted. It must not be changed
  ///     afterwards.
  public init(
    fileExtension: String, decoder: some VersionedDecoder<Data>,
    encoder: some VersionedEncoder<Data>
  ) {
    self.init(fileExtension, decoder, encoder, endsWithNewline: false)
  }

  /// Makes a format of a decoder and an encoder for text.
  ///
  /// - Parameters:
  ///   - fileExtension: The extension of the files, without the dot.
  ///   - decoder: Reads them. It must not be changed afterwards.
  ///   - encoder: Writes them, with keys in the order they come in or sorted. It must not be changed
  ///     afterwards.
  public init(
    fileExtension: String, decoder: some VersionedDecoder<String>,
    encoder: some VersionedEncoder<String>
  ) {
    self.init(
      fileExtension, TextDecoder(base: decoder), TextEncoder(base: encoder), endsWithNewline: false)
  }

  private init(
    _ fileExtension: String, _ decoder: any VersionedDecoder<Data>,
    _ encoder: any VersionedEncoder<Data>, endsWithNewline: Bool
  ) {
    self.fileExtension = fileExtension
    self.coders = Coders(decoder: decoder, encoder: encoder)
    self.endsWithNewline = endsWithNewline
  }

  /// JSON with the coders' usual options.
  public static var json: FixtureFormat { .json(decoder: JSONDecoder(), encoder: JSONEncoder()) }

  /// JSON with options of your own.
  ///
  /// - Parameters:
  ///   - decoder: Reads the files. It must not be changed afterwards.
  ///   - encoder: Says how values are written: its strategies are taken over, and the output is made
  ///     readable, with sorted keys.
  public static func json(decoder: JSONDecoder, encoder: JSONEncoder) -> FixtureFormat {
    let readable = JSONEncoder()
    readable.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    readable.dateEncodingStrategy = encoder.dateEncodingStrategy
    readable.dataEncodingStrategy = encoder.dataEncodingStrategy
    readable.nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
    readable.keyEncodingStrategy = encoder.keyEncodingStrategy
    readable.userInfo = encoder.userInfo
    return FixtureFormat("json", decoder, readable, endsWithNewline: true)
  }

  /// Property lists, written as XML; binary ones are read as well.
  public static var propertyList: FixtureFormat {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    return FixtureFormat("plist", PropertyListDecoder(), encoder, endsWithNewline: false)
  }
}

// MARK: - Reading and writing

extension FixtureFormat {
  /// Decodes a document as a type, reading only what `version` says where it is given.
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

  /// Encodes a document with its version, as fixtures are written.
  func encode<Value: VersionedCodable>(_ value: Value) throws -> Data {
    finished(try coders.encoder.encode(versioned: value))
  }

  /// Reads a document as a value of no type.
  func value(from data: Data) throws -> DocumentValue {
    try coders.decoder.decode(unversioned: DocumentValue.self, from: data)
  }

  /// Writes something that is no versioned document, as fixtures are written.
  func data(of value: some Encodable) throws -> Data {
    finished(try coders.encoder.encode(unversioned: value))
  }

  private func finished(_ data: Data) -> Data {
    endsWithNewline && data.last != 0x0A ? data + [0x0A] : data
  }
}

// MARK: - Coders for text

private struct TextDecoder<Base: VersionedDecoder<String>>: VersionedDecoder {
  let base: Base

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try base.decode(type, from: String(decoding: data, as: UTF8.self))
  }
}

private struct TextEncoder<Base: VersionedEncoder<String>>: VersionedEncoder {
  let base: Base

  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    Data(try base.encode(value).utf8)
  }
}
