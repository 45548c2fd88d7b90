/// What a document is called when it is kept, if it isn't its version.
enum BackupLabel {
  /// The label of documents that couldn't be read.
  static let damaged = "damaged"
  /// The label of changes that couldn't be saved.
  static let unsaved = "unsaved"
  /// The label of documents of other programs that were replaced without being merged.
  static let overruled = "overruled"

  /// Whether documents with a label may exist nowhere else, so that they are never removed.
  static func isOnlyCopy(_ label: String) -> Bool {
    label == damaged || label == unsaved || label == overruled
  }
}
