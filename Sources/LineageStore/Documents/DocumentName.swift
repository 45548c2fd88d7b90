import Lineage

/// What errors call a document: its type, and where it is.
///
/// The text of the type takes long to make, so it is made for errors only.
struct DocumentName: Sendable {
  let valueType: any VersionedCodable.Type
  let location: String?
  /// Whether the location is the file of a backup.
  let isBackup: Bool

  init(_ type: any VersionedCodable.Type, at location: String?, isBackup: Bool = false) {
    valueType = type
    self.location = location
    self.isBackup = isBackup
  }

  var type: String { TypeName.shown(valueType) }
}
