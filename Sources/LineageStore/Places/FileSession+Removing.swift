import Foundation

extension FileSession {
  func checkRemovable() throws(PlaceError) {
    do {
      try calls.checkWritable(name, in: folder)
      try calls.checkWritable(".", in: folder)
      // A link to it is removed, too.
      if isLink { try calls.checkWritable(FilePath.split(path).folder, in: .workingFolder) }
    } catch {
      throw PlaceError(.readOnly, error)
    }
  }

  func remove(_ base: StoredBytes, backup: BackupLabel?) throws(PlaceError) -> Bool {
    guard let original = try openOriginal() else { return false }
    defer { try? calls.close(original) }
    let current = try calls.document(in: original)
    guard base.bytes == current else { return false }
    return try backingUp(current, like: original, backup) { () throws(PlaceError) in
      try remove(original, containing: current)
    }
  }

  private func remove(
    _ original: Descriptor, containing base: Data
  ) throws(PlaceError) -> Bool {
    removeTemporaryFile()
    do {
      // Under its own name, what another program has written in the meantime would be removed.
      try calls.rename(name, to: temporaryName, in: folder, .replacing)
    } catch {
      throw namingObstacle(PlaceError(.notWritten, error), in: folderPath)
    }
    let isDisplaced = Result { () throws(SystemError) in
      let isDisplaced = try self.isDisplaced(original, containing: base)
      if isDisplaced { try calls.remove(temporaryName, in: folder) }
      return isDisplaced
    }
    switch isDisplaced {
    case .success(true):
      removeLink()
      try syncFolder()
      return true
    case .success(false):
      try putBack()
      return false
    case .failure(let error):
      try putBack()
      throw PlaceError(.notWritten, error)
    }
  }

  /// Removes a link to the document. Where it leads nowhere, it isn't known whether there is a document.
  private func removeLink() {
    if isLink { try? calls.remove(path, in: .workingFolder) }
  }

  /// Whether the program names the document by a link to it.
  private var isLink: Bool {
    let status = try? calls.status(of: path, in: .workingFolder, followingLinks: false)
    return status?.kind == .symbolicLink
  }

  /// Gives the document its name back that was to be removed.
  private func putBack() throws(PlaceError) {
    do {
      try calls.rename(temporaryName, toUnusedName: name, in: folder)
    } catch {
      throw displacement(error)
    }
  }
}
