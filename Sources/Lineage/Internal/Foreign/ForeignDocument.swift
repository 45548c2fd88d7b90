/// Reading and writing documents with another library's coder.
///
/// A coder only passes its `Decoder` to the type that it is asked to decode. That type is
/// `ForeignRoot`. It has no other way to know what to do with the decoder, so it finds a closure in
/// a task-local value.
enum ForeignDocument {
  /// Reads a document through a decoder.
  ///
  /// - Parameters:
  ///   - mayConvertKeys: Whether the decoder may have a key strategy.
  ///   - decode: Asks the decoder for the type that it is called with.
  static func read<Value>(
    as type: any Any.Type, mayConvertKeys: Bool, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value,
    through decode: (ForeignRoot.Type) throws -> Void
  ) throws -> Value {
    var result: Result<Value, any Error>?
    do {
      try withoutActuallyEscaping(body) { body in
        let visit = CoderVisit<any Decoder, Void> { decoder in
          do {
            result = .success(
              try read(decoder, mayConvertKeys: mayConvertKeys, reportBuilder: reportBuilder, body))
          } catch {
            result = .failure(error)
            throw (error as? MigrationError)?.foreignError ?? error
          }
        }
        try ForeignRoot.$decodingVisit.withValue(visit) { try decode(ForeignRoot.self) }
      }
    } catch {
      // A coder may wrap Lineage's errors in its own, so the original error is thrown.
      if case .failure(let own) = result {
        throw (own as? MigrationError)?.withForeignError(error) ?? own
      }
      throw MigrationError(.unreadable, in: type, underlying: error)
    }
    guard let result else {
      throw MigrationError(.unreadable, in: type)
    }
    return try result.get()
  }

  /// Reads the value of another library's decoder.
  static func read<Value>(
    _ decoder: any Decoder, mayConvertKeys: Bool, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    try DecodingSession.using(.begin()) { session in
      session.state.pointee.report(to: reportBuilder)
      let document = ForeignValue(
        decoder, mayConvertKeys: mayConvertKeys, recordsReads: reportBuilder != nil)
      let path = FieldPath(document.codingPath)
      let value = try body(session.state.field(of: document, parent: -1, pathKey: .root))
      if let reads = document.reads { reportBuilder?.recordUnread(reads.unread(in: path)) }
      return value
    }
  }

  /// Writes a value with another library's encoder.
  ///
  /// - Parameters:
  ///   - type: The type of the value, for errors.
  ///   - rules: What is known about the encoder.
  ///   - build: Writes the value into a tree.
  ///   - encode: Asks the encoder to encode the value that it is called with.
  static func write<Output>(
    _ type: any Any.Type, by rules: ForeignRules, _ build: (ValueEncoder) throws -> Void,
    through encode: (ForeignRoot) throws -> Output
  ) throws -> Output {
    try write(type, { try write(to: $0, by: rules, build) }, through: encode)
  }

  /// Writes the tree of a value as a property list, with another library's encoder.
  static func writePropertyList<Output>(
    _ tree: DocumentTree, of type: any Any.Type,
    through encode: (ForeignRoot) throws -> Output
  ) throws -> Output {
    let root = ForeignTree(tree: tree.view, slot: 0, rules: .propertyList)
    return try write(type, root.encode(to:), through: encode)
  }

  private static func write<Output>(
    _ type: any Any.Type, _ write: (any Encoder) throws -> Void,
    through encode: (ForeignRoot) throws -> Output
  ) throws -> Output {
    var failure: (any Error)?
    do {
      return try withoutActuallyEscaping(write) { write in
        let visit = CoderVisit<any Encoder, Void> { encoder in
          do {
            try write(encoder)
          } catch {
            failure = error
            throw error
          }
        }
        return try ForeignRoot.$encodingVisit.withValue(visit) { try encode(ForeignRoot()) }
      }
    } catch {
      throw failure ?? (error as? EncodingError)?.naming(type) ?? error
    }
  }
}

extension ForeignDocument {
  /// Writes a value to an `Encoder` of another library.
  static func write(
    to encoder: any Encoder, by rules: ForeignRules = .keyStrategy,
    _ build: (ValueEncoder) throws -> Void
  ) throws {
    let writer = DocumentWriter()
    writer.state.pointee.pathOfRoot = encoder.codingPath
    try writer.write(.document, userInfo: encoder.userInfo, build)
    let root = ForeignTree(tree: writer.tree.view, slot: 0, rules: rules)
    try root.encode(to: encoder)
    withExtendedLifetime(writer) {}
  }
}

/// The type that foreign coders are asked to decode or encode. It passes their decoder or encoder
/// to Lineage.
struct ForeignRoot: Codable {
  @TaskLocal fileprivate static var decodingVisit: CoderVisit<any Decoder, Void>?
  @TaskLocal fileprivate static var encodingVisit: CoderVisit<any Encoder, Void>?

  init() {}

  init(from decoder: any Decoder) throws {
    guard let visit = Self.decodingVisit else { return }
    try Self.$decodingVisit.withValue(nil) { try visit.visit(decoder) }
  }

  func encode(to encoder: any Encoder) throws {
    guard let visit = Self.encodingVisit else { return }
    try Self.$encodingVisit.withValue(nil) { try visit.visit(encoder) }
  }
}

extension EncodingError {
  /// The encoder's error about `ForeignRoot`, as an error about the value that the root represents.
  /// It contains only the type: printing the value would print the whole document.
  fileprivate func naming(_ type: any Any.Type) -> EncodingError {
    guard case .invalidValue(is ForeignRoot, let context) = self else { return self }
    let text = context.debugDescription.replacing("\(ForeignRoot.self)", with: "\(type)")
    let underlying = context.underlyingError
    return .invalidValue(
      type,
      .init(
        codingPath: context.codingPath, debugDescription: text,
        underlyingError: (underlying as? EncodingError)?.naming(type) ?? underlying))
  }
}
