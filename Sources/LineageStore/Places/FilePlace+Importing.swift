import Foundation

// Removing what was imported from a file.

extension FilePlace {
  /// Removes the file if it still is what was read. A link to it is removed in its place.
  func removeImported(_ stored: StoredBytes) throws(PlaceError) {
    // An older program may be saving it. The new document's folder is locked, so whoever has locked this one may be
    // waiting for it.
    var settings = FileSettings()
    settings.lockTimeout = .milliseconds(100)
    let session = try? FileSession(FilePlace(path: path, settings: settings, calls: calls))
    defer { session?.end() }
    do throws(SystemError) {
      guard try contains(stored.bytes, at: path) else { return }
      if session?.isLocked == true {
        try calls.remove(path, in: .workingFolder)
      } else {
        try removeAside(ifItContains: stored.bytes)
      }
      try syncFolder()
    } catch {
      var failure = PlaceError(.notWritten, error)
      failure.problem = """
        what is in its previous location '\(path)' would be read in its place, and can't be removed: \(error)
        """
      throw failure
    }
  }

  /// Gives the file another name before it is compared and removed. Under its own name, what an older program saves after
  /// the comparison would be removed.
  private func removeAside(ifItContains bytes: Data) throws(SystemError) {
    let (folder, name) = FilePath.split(path)
    let aside = FilePath.joined(folder, FileSession.temporaryName(for: name, isShared: true))
    do {
      try calls.rename(path, to: aside, in: .workingFolder, .replacing)
    } catch  where error.code == ENOENT {
      return
    }
    do throws(SystemError) {
      if try contains(bytes, at: aside) {
        return try calls.remove(aside, in: .workingFolder)
      }
    } catch {
      try calls.rename(aside, toUnusedName: path, in: .workingFolder)
      throw error
    }
    try calls.rename(aside, toUnusedName: path, in: .workingFolder)
  }

  /// After a power cut, the file must not be there again. A folder that may not be read can't be synced.
  private func syncFolder() throws(SystemError) {
    do {
      let folder = try calls.open(FilePath.split(path).folder, in: .workingFolder, .folder)
      defer { try? calls.close(folder) }
      try calls.syncFolder(folder)
    } catch  where error.isPermissionDenied {
    }
  }

  /// Whether a file has these bytes; false if there is none.
  private func contains(_ bytes: Data, at path: String) throws(SystemError) -> Bool {
    let file: Descriptor
    do {
      file = try calls.open(path, in: .workingFolder, .reading)
    } catch  where error.code == ENOENT {
      return false
    }
    defer { try? calls.close(file) }
    return try calls.hasContent(bytes, file)
  }
}
