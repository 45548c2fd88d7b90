#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads and writes JSON documents with Lineage's own reader and writer, and the options of a
/// `JSONDecoder` or `JSONEncoder`.
enum JSONDocument {
  @inline(__always)
  static func read<Value>(
    _ data: Data, by json: JSONDecoder, as type: any Any.Type, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    try data.withBytes { bytes in
      try DecodingSession.readRoot(
        open(bytes, by: json, as: type, reportBuilder: reportBuilder), body)
    }
  }

  /// Begins a session for a document, whose text must outlive the session.
  private static func open(
    _ text: Bytes, by json: JSONDecoder, as type: any Any.Type,
    reportBuilder: ReportBuilder?
  ) throws -> DecodingSession {
    let session = DecodingSession.begin()
    let state = session.state
    state.pointee.stack = .aroundHere
    state.pointee.settings.json = JSONDecodingOptions(json)
    state.pointee.settings.keyConversion = state.pointee.settings.json?.keyConversion ?? .none
    state.pointee.report(to: reportBuilder)
    do {
      switch try TextEncoding.utf8(text) {
      case .asItIs(let skip):
        let text = Bytes(rebasing: text[skip...])
        let syntax = JSONSyntax(of: json, for: text)
        try state.pointee.document.read(text, syntax: syntax)
      case .converted(let text):
        try text.withBytes { text in
          let syntax = JSONSyntax(of: json, for: text)
          try state.pointee.document.read(copyOf: text, syntax: syntax)
        }
      }
    } catch let error as JSONSyntaxError {
      throw error.migrationError(as: type)
    }
    return session
  }
}

extension JSONSyntax {
  /// The JSON syntax that a decoder accepts. Each option is behind a lock, so options that don't
  /// affect the text aren't read.
  fileprivate init(of json: JSONDecoder, for text: Bytes) {
    allowsJSON5 = json.allowsJSON5
    assumesTopLevelDictionary =
      text.first != ASCII.openBrace && json.assumesTopLevelDictionary
  }
}

extension JSONDocument {
  /// Finds a version without reading the whole document; nil if that isn't possible.
  static func skimVersion(
    of chain: ResolvedChain, in data: Data, by json: JSONDecoder
  ) -> AnyVersion? {
    data.withBytes { bytes in
      guard case .asItIs(let skip)? = try? TextEncoding.utf8(bytes) else { return nil }
      let text = Bytes(rebasing: bytes[skip...])
      // Reading the options takes as long as finding a version at the beginning, which depends on them only if a key
      // strategy of the program's own renames the version.
      return chain.version(in: JSONSkimmer(text, skippingValues: false))
        ?? versionSkippingValues(of: chain, in: text, by: json)
    }
  }

  @inline(never)
  private static func versionSkippingValues(
    of chain: ResolvedChain, in text: Bytes, by json: JSONDecoder
  ) -> AnyVersion? {
    guard !json.allowsJSON5, case .useDefaultKeys = json.keyDecodingStrategy else { return nil }
    return chain.version(in: JSONSkimmer(text, skippingValues: true))
  }
}

extension JSONDecoder {
  /// Whether it decodes like Foundation. A subclass may override how it decodes.
  var isPlain: Bool { type(of: self) == JSONDecoder.self || self is VersionedJSONDecoder }
}

extension JSONEncoder {
  /// Whether it encodes like Foundation. A subclass may override how it encodes.
  var isPlain: Bool { type(of: self) == JSONEncoder.self || self is VersionedJSONEncoder }
}

extension JSONDocument {
  /// Writes a value with Lineage's own writer, and the options of a `JSONEncoder`.
  ///
  /// - Parameters:
  ///   - type: The type of the value, for errors.
  ///   - build: Writes the value.
  static func write(
    _ type: any Any.Type, by json: JSONEncoder, _ build: (ValueEncoder) throws -> Void
  ) throws -> Data {
    let writer = WriterPool.acquire()
    defer { WriterPool.recycle(writer) }
    let options = JSONWriterOptions(json.outputFormatting)
    try build(writer.begin(json, options))
    return try writer.finish(type, options)
  }
}

extension JSONWriterOptions {
  fileprivate init(_ formatting: JSONEncoder.OutputFormatting) {
    self = []
    if formatting.contains(.prettyPrinted) { insert(.prettyPrinted) }
    if formatting.contains(.sortedKeys) { insert(.sortedKeys) }
    if formatting.contains(.withoutEscapingSlashes) { insert(.withoutEscapingSlashes) }
  }
}
