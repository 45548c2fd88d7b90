import Foundation

extension FilePlace {
  func storedBackups() throws(PlaceError) -> [StoredBackup] {
    guard let path = try backupPath() else { return [] }
    do {
      let folder = try calls.open(path, in: .workingFolder, .folder)
      defer { try? calls.close(folder) }
      return try calls.names(in: folder).compactMap(BackupName.init)
        .sorted(by: >)
        .map {
          StoredBackup(
            name: $0.text, label: $0.label, date: $0.date,
            url: URL(literalPath: FilePath.joined(path, $0.text)))
        }
    } catch {
      if error.code == ENOENT { return [] }
      throw PlaceError(.unavailable, error)
    }
  }

  func read(_ backup: StoredBackup) throws(PlaceError) -> StoredBytes {
    guard let folder = try backupPath() else {
      throw PlaceError(.unavailable, SystemError(call: "open", code: ENOENT))
    }
    let path = FilePath.joined(folder, backup.name)
    do {
      let file = try calls.open(path, in: .workingFolder, .reading)
      defer { try? calls.close(file) }
      return StoredBytes(try calls.document(in: file))
    } catch {
      throw PlaceError(.unavailable, from: error)
    }
  }

  /// The folder of the document's backups; nil if the folder of the document isn't made yet.
  private func backupPath() throws(PlaceError) -> String? {
    try checkPath()
    let file: ResolvedFile
    do {
      file = try calls.resolve(path)
    } catch {
      if error.systemError?.code == ENOENT, settings.createsFolder { return nil }
      throw error
    }
    defer { try? calls.close(file.folder) }
    do {
      return try BackupFolder.path(
        of: file.name, in: file.folder, at: file.folderPath, settings, calls)
    } catch {
      throw PlaceError(.unavailable, error)
    }
  }
}
