/// Reading and writing documents through somebody else's coder.
///
/// A coder takes a type to decode and gives it a decoder. We give it a type of ours, which has nowhere
/// to keep what is to be done with that decoder, so it finds that in a task-local value.
enum ForeignDocument {
  /// Reads a document through a decoder.
  ///
  /// - Parameters:
  ///   - mayConvertKeys: Whether the decoder may have a strategy for keys.
  ///   - decode: Asks the decoder for the type it is given.
  static func read<Value>(
    as type: any Any.Type, mayConvertKeys: Bool, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value,
    through decode: (ForeignRoot.Type) throws -> Void
  ) throws -> Value {
    var result: Result<Value, any Error>?
    do {
      try withoutActuallyEscaping(body) { body in
        let visit = DecodingVisit { decoder in
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
      // A coder may wrap our errors in its own: those that we threw count.
      if case .failure(let own) = result {
        throw (own as? MigrationError)?.withForeignError(error) ?? own
      }
      throw MigrationError(.unreadable, in: type, chain: .ofContent(type), underlying: error)
    }
    guard let result else {
      throw MigrationError(.unreadable, in: type, chain: .ofContent(type))
    }
    return try result.get()
  }

  /// Reads a value that somebody else's decoder has.
  static func read<Value>(
    _ decoder: any Decoder, mayConvertKeys: Bool, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    let session = DecodingSession.begin()
    session.state.pointee.report(to: reportBuilder)
    session.state.pointee.foreign.append(
      ForeignValue(decoder, mayConvertKeys: mayConvertKeys))
    var root = Field(
      state: session.state, tree: .nothing, slot: 0, parent: -1, step: Frame.rootStep)
    root.foreign = 0
    return try withExtendedLifetime(session) {
      let value = try body(root)
      reportBuilder?.recordUnknown(in: session)
      return value
    }
  }

  /// Writes a value through an encoder.
  ///
  /// - Parameters:
  ///   - type: The type of the value, for errors.
  ///   - mayConvertKeys: Whether the encoder may have a strategy for keys.
  ///   - isPropertyList: Whether the encoder writes a property list.
  ///   - build: Writes the value into a tree.
  ///   - encode: Asks the encoder to encode what it is given.
  static func write<Output>(
    _ type: any Any.Type, mayConvertKeys: Bool, isPropertyList: Bool,
    _ build: (ValueEncoder) throws -> Void,
    through encode: (ForeignRoot) throws -> Output
  ) throws -> Output {
    var failure: (any Error)?
    do {
      return try withoutActuallyEscaping(build) { build in
        let visit = EncodingVisit { encoder in
          do {
            try write(
              to: encoder, mayConvertKeys: mayConvertKeys, isPropertyList: isPropertyList, build)
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
  /// Writes a value through somebody else's encoder.
  static func write(
    to encoder: any Encoder, mayConvertKeys: Bool = true, isPropertyList: Bool = false,
    _ build: (ValueEncoder) throws -> Void
  ) throws {
    let writer = DocumentWriter()
    try build(writer.begin(userInfo: encoder.userInfo))
    try writer.tree.checkSize()
    try writer.checkNameCollisions()
    let root = ForeignTree(
      tree: writer.tree.view, slot: 0, mayConvertKeys: mayConvertKeys,
      isPropertyList: isPropertyList)
    try root.encode(to: encoder)
    withExtendedLifetime(writer) {}
  }
}

/// The type that foreign coders are asked to code: it hands their decoder or encoder to us.
struct ForeignRoot: Codable {
  @TaskLocal fileprivate static var decodingVisit: DecodingVisit?
  @TaskLocal fileprivate static var encodingVisit: EncodingVisit?

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
  /// The error of an encoder that was given our root, about the value that the root is there for. It names
  /// the type only: printing the value would print all of the document.
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

/// Not sent anywhere: it is hidden again before any code of a user runs, which might start a task.
private struct DecodingVisit: @unchecked Sendable {
  let visit: (any Decoder) throws -> Void
}

/// Not sent anywhere: it is hidden again before any code of a user runs, which might start a task.
private struct EncodingVisit: @unchecked Sendable {
  let visit: (any Encoder) throws -> Void
}
