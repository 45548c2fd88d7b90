#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads and writes property lists with Lineage's own readers and writers, and the options of a
/// `PropertyListDecoder` or `PropertyListEncoder`.
enum PropertyListDocument {
  static func read<Value>(
    _ data: Data, by decoder: PropertyListDecoder, as type: any Any.Type,
    reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    try DecodingSession.readRoot(
      open(data, by: decoder, as: type, reportBuilder: reportBuilder), body)
  }

  private static func open(
    _ data: Data, by decoder: PropertyListDecoder, as type: any Any.Type,
    reportBuilder: ReportBuilder?
  ) throws -> DecodingSession {
    let session = DecodingSession.begin()
    session.state.pointee.stack = .aroundHere
    session.state.pointee.settings.propertyListUserInfo = decoder.userInfo
    session.state.pointee.report(to: reportBuilder)
    do throws(PropertyListError) {
      try PropertyListReader.read(data, into: session.state.pointee.document)
    } catch {
      throw error.migrationError(as: type)
    }
    return session
  }

  /// Throws an error if a document nests too deeply for the stack of another decoder.
  static func checkDepth(of data: Data, as type: any Any.Type) throws {
    do throws(PropertyListError) {
      try PropertyListReader.read(data, into: DocumentTree())
    } catch {
      if case .tooDeep = error.problem { throw error.migrationError(as: type) }
    }
  }
}

extension PropertyListDocument {
  /// Writes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value, for errors.
  ///   - build: Writes the value into a tree.
  ///   - encode: Asks the encoder to encode the value that it is called with, if it has to write
  ///     the document itself.
  static func write(
    _ type: any Any.Type, by list: PropertyListEncoder, _ build: (ValueEncoder) throws -> Void,
    through encode: (ForeignRoot) throws -> Data
  ) throws -> Data {
    let format = list.outputFormat
    let writer = WriterPool.acquire()
    defer { WriterPool.recycle(writer) }
    try build(writer.beginPropertyList(userInfo: list.userInfo))
    let tree = try writer.finishTree()
    if let data = try PropertyListWriter.write(tree, as: format) { return data }
    let data = try ForeignDocument.writePropertyList(tree, of: type, through: encode)
    return format == .binary ? BinaryPropertyList.restoringIdentifiers(in: data) : data
  }
}

extension PropertyListDecoder {
  /// Whether it decodes like Foundation. A subclass may override how it decodes.
  var isPlain: Bool { type(of: self) == PropertyListDecoder.self }
}

extension PropertyListEncoder {
  /// Whether it encodes like Foundation. A subclass may override how it encodes.
  var isPlain: Bool { type(of: self) == PropertyListEncoder.self }
}
