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
  /// The decoder of the value; nil for a context that belongs to no document.
  private let decoder: (any Decoder)?
  private let addNote: ((MigrationReport.Note) -> Void)?

  /// The version that was found in the data, from which the chain is walked.
  public let versionFound: AnyVersion?

  init(
    decoder: any Decoder, versionFound: AnyVersion,
    addNote: @escaping (MigrationReport.Note) -> Void
  ) {
    self.decoder = decoder
    self.addNote = addNote
    self.versionFound = versionFound
  }

  /// Makes a context that belongs to no document, to call a step by hand.
  public init() {
    decoder = nil
    addNote = nil
    versionFound = nil
  }

  /// What the program gave to the decoder.
  public var userInfo: [CodingUserInfoKey: Any] { decoder?.userInfo ?? [:] }

  /// Where in the document the value is.
  public var path: FieldPath { FieldPath(decoder?.codingPath ?? []) }

  /// Adds a sentence to the report of the call, if there is one.
  public func note(_ text: String) {
    addNote?(MigrationReport.Note(path: path, text: text))
  }
}
