/// What a step from one version to the next can know besides the old value.
///
/// A step that needs it takes it as a second argument:
///
/// ```swift
/// init(from old: PoemV1, in context: MigrationContext) throws {
///   author = old.author ?? context.userInfo[.defaultAuthor] as? String ?? ""
///   if old.author == nil { context.note("The author was unknown.") }
/// }
/// ```
///
/// It is not Sendable: it belongs to the decoding call that made it.
public struct MigrationContext {
  /// Where in the document the value stands; nil for a context that belongs to no document.
  let decoder: FieldDecoder?

  /// The version that was found in the data, from which the chain is walked.
  public let versionFound: AnyVersion?

  init(decoder: FieldDecoder, versionFound: AnyVersion) {
    self.decoder = decoder
    self.versionFound = versionFound
  }

  /// Makes a context that belongs to no document, to call a step by hand.
  public init() {
    decoder = nil
    versionFound = nil
  }

  /// What the program gave to the decoder.
  public var userInfo: [CodingUserInfoKey: Any] { decoder?.userInfo ?? [:] }

  /// Where in the document the value stands.
  public var codingPath: [any CodingKey] { decoder?.codingPath ?? [] }

  /// Adds a sentence to the report of the call, if there is one.
  public func note(_ text: String) {
    guard let decoder, let journal = decoder.state.pointee.journal else { return }
    journal.report.notes.append(
      MigrationReport.Note(path: FieldPath(decoder.codingPath), text: text))
  }
}
