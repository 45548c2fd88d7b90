import Foundation

/// The folder of a document's backups.
enum BackupFolder {
  /// Its name, unless the options say another path.
  static let name = ".backups"

  /// The folder for one document: beside it, or in the folder for all backups.
  ///
  /// In the folder for all backups, it is at the path of the document from the nearest folder that contains both. Thus
  /// backups are found again if that folder moves, such as the container of an app. How many levels it is above comes
  /// first, `up1`, because each of these folders may contain a document with the same path. Symbolic links are followed,
  /// because they may lead to another document later.
  static func path(
    of name: String, in folder: Descriptor, at folderPath: String, _ settings: FileSettings,
    _ calls: any FileCalls
  ) throws(SystemError) -> String {
    guard let backupFolder = settings.backupFolder else {
      return FilePath.joined(FilePath.joined(folderPath, Self.name), name)
    }
    let root = FilePath.absolute(backupFolder)
    let (up, path) = FilePath.relative(
      FilePath.joined(try calls.realPath(of: folder, at: folderPath), name),
      to: try calls.realPath(ofUnmade: root))
    return FilePath.joined(root, "up\(up)/\(path)")
  }
}
