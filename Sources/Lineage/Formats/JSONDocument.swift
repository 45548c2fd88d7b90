#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reading a JSON document by our own reader, with a `JSONDecoder`'s options.
enum JSONDocument {
  static func read<Value>(
    _ data: Data, by json: JSONDecoder, as type: any Any.Type, journal: Journal?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    try data.withUnsafeBytes { bytes in
      do {
        let text = bytes.bindMemory(to: UInt8.self)
        switch try JSONTextEncoding.utf8(text) {
        case .asItIs(let skip):
          let text = UnsafeBufferPointer(rebasing: text[skip...])
          return try read(text, by: json, journal: journal, body)
        case .converted(let text):
          return try text.withUnsafeBufferPointer {
            try read($0, by: json, journal: journal, body)
          }
        }
      } catch let error as JSONSyntaxError {
        throw MigrationError(
          .unreadable, in: type, chain: VersionChain.of(type),
          underlying: DecodingError.dataCorrupted(
            .init(codingPath: [], debugDescription: error.description, underlyingError: error)))
      }
    }
  }

  private static func read<Value>(
    _ text: UnsafeBufferPointer<UInt8>, by json: JSONDecoder, journal: Journal?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    var session = Session()
    let state = session.state
    let syntax = JSONSyntax(
      allowsJSON5: json.allowsJSON5, assumesTopLevelDictionary: json.assumesTopLevelDictionary)
    state.pointee.json = json
    state.pointee.journal = journal
    state.pointee.tracksReads = journal != nil
    if case .useDefaultKeys = json.keyDecodingStrategy {} else { state.pointee.convertsKeys = true }
    try state.pointee.document.index(text, syntax: syntax)
    defer {
      if !isKnownUniquelyReferenced(&session) { session.outlive(textLength: text.count) }
    }
    let value = try body(session.root)
    journal?.noteUnknown(in: session)
    return value
  }
}

extension JSONDocument {
  /// Finds a version without looking at the whole document; nil where that says nothing.
  static func skimVersion(
    of chain: ChainLinks, in data: Data, by json: JSONDecoder
  ) -> AnyVersion? {
    guard !json.allowsJSON5, case .useDefaultKeys = json.keyDecodingStrategy else {
      return nil
    }
    return data.withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      guard case .asItIs(let skip)? = try? JSONTextEncoding.utf8(bytes) else { return nil }
      let text = UnsafeBufferPointer(rebasing: bytes[skip...])
      // What can't be told of one place may count more than what stands at another.
      var isSure = true
      let found = chain.versionFound { location in
        guard isSure, let slot = JSONSkimmer(text).scalar(at: location.keys) else {
          isSure = false
          return nil
        }
        return VersionFound(slot, in: FieldTree.View(of: text))
      }
      return isSure ? found?.version : nil
    }
  }
}

extension FieldTree {
  /// Fills the tree with the slots of a JSON text, which has to stay where it is.
  fileprivate func index(
    _ text: UnsafeBufferPointer<UInt8>, syntax: JSONSyntax
  ) throws(JSONSyntaxError) {
    try withSlots { (slots: inout Arena<FieldSlot>) throws(JSONSyntaxError) in
      try JSONIndexer.index(text, into: &slots, syntax: syntax)
    }
    if let start = text.baseAddress { borrow(text: start) }
  }
}

extension JSONDecoder {
  /// Whether it decodes as Foundation does: a subclass may do so in ways that we can't know.
  var isPlain: Bool { type(of: self) == JSONDecoder.self || self is VersionedJSONDecoder }
}

extension JSONEncoder {
  /// Whether it encodes as Foundation does: a subclass may do so in ways that we can't know.
  var isPlain: Bool { type(of: self) == JSONEncoder.self || self is VersionedJSONEncoder }
}

extension VersionChain {
  /// The chain of a type, empty if it has none.
  static func of(_ type: any Any.Type) -> VersionChain {
    (type as? any VersionedCodable.Type)?.chain ?? VersionChain(links: [])
  }
}

extension JSONDocument {
  /// Writes a value by our own writer, with a `JSONEncoder`'s options.
  static func write(
    _ value: Any, by json: JSONEncoder, _ build: (FieldEncoder) throws -> Void
  ) throws -> Data {
    let writer = WriterPool.take()
    defer { WriterPool.giveBack(writer) }
    try build(writer.begin(json: json, userInfo: [:]))
    return try writer.finish(value, options: JSONWriterOptions(json.outputFormatting))
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
