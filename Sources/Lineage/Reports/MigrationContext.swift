/// The context of a step from one version to the next.
///
/// A step that needs it has a second parameter:
///
/// ```swift
/// init(from old: PoemV1, in context: MigrationContext) throws {
///   author = old.author ?? context.userInfo[.defaultAuthor] as? String ?? ""
///   if old.author == nil { context.note("The author was unknown.") }
/// }
/// ```
///
/// It isn't `Sendable`, because it belongs to the decoding call that created it.
public struct MigrationContext {
  /// The decoder of the value; nil for a context without a document.
  private let decoder: (any Decoder)?
  private let addNote: ((MigrationReport.Note) -> Void)?

  /// The version found in the data, with which the migration began.
  public let versionFound: AnyVersion?

  init(
    decoder: any Decoder, versionFound: AnyVersion,
    addNote: @escaping (MigrationReport.Note) -> Void
  ) {
    self.decoder = decoder
    self.addNote = addNote
    self.versionFound = versionFound
  }

  /// Creates a context without a document, to call a step directly.
  public init() {
    decoder = nil
    addNote = nil
    versionFound = nil
  }

  /// The `userInfo` of the decoder.
  public var userInfo: [CodingUserInfoKey: Any] { decoder?.userInfo ?? [:] }

  /// The path of the value in the document.
  public var path: FieldPath { FieldPath(decoder?.codingPath ?? []) }

  /// Adds a note to the report of the call, if one was requested.
  ///
  /// A migration tool shows notes before it writes anything.
  public func note(_ text: String) {
    addNote?(MigrationReport.Note(path: path, text: text))
  }
}
