import Foundation

/// Where a file itself is, after all symbolic links were followed.
struct ResolvedFile {
  let folder: Descriptor
  let folderPath: String
  let name: String
}

extension FileCalls {
  /// Follows symbolic links to a file, which may not exist, and opens its folder.
  func resolve(_ path: String) throws(PlaceError) -> ResolvedFile {
    var path = path
    do {
      for hop in 0..<40 {
        let (folderPath, name) = FilePath.split(path)
        let folder = try openFolder(folderPath)
        do {
          guard try kind(of: name, in: folder) == .symbolicLink else {
            if hop > 0, try kind(of: name, in: folder) == nil {
              throw PlaceError(.unavailable, .linkLeadsNowhere)
            }
            return ResolvedFile(folder: folder, folderPath: folderPath, name: name)
          }
          path = FilePath.joined(folderPath, try target(ofLink: name, in: folder))
        } catch {
          try? close(folder)
          throw error
        }
        try close(folder)
      }
      throw SystemError(call: "readlinkat", code: ELOOP)
    } catch {
      throw PlaceError(.unavailable, from: error)
    }
  }

  private func target(ofLink name: String, in folder: Descriptor) throws(PlaceError) -> String {
    do {
      return try destination(ofLink: name, in: folder)
    } catch  where error.code == EILSEQ {
      throw PlaceError(.unavailable, "the target of the symbolic link isn't valid UTF-8")
    } catch {
      throw PlaceError(.unavailable, error)
    }
  }

  /// Opens the folder of a file. It must be readable, so that it can be locked and synced.
  private func openFolder(_ path: String) throws(PlaceError) -> Descriptor {
    do {
      return try open(path, in: .workingFolder, .folder)
    } catch {
      var failure = PlaceError(.unavailable, error)
      // The file itself may be readable.
      if error.isPermissionDenied {
        failure.problem = "its folder '\(path)' can't be read: \(error)"
      }
      throw failure
    }
  }

  /// The kind of file that a name refers to; nil if there is none.
  private func kind(
    of name: String, in folder: Descriptor
  ) throws(SystemError) -> FileStatus.Kind? {
    do {
      return try status(of: name, in: folder, followingLinks: false).kind
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// The path of an open folder without symbolic links, whichever of them have led to it.
  func realPath(of folder: Descriptor, at path: String) throws(SystemError) -> String {
    let real = try realPath(of: path)
    // A link in the path may have got another destination since the folder was opened.
    guard
      try status(of: real, in: .workingFolder, followingLinks: false)
        .isSameFile(as: status(of: folder))
    else { throw SystemError(call: "realpath", code: ENOENT) }
    return real
  }

  /// The path of a folder without symbolic links, which may not be made yet.
  func realPath(ofUnmade path: String) throws(SystemError) -> String {
    do {
      return try realPath(of: path)
    } catch {
      let (folder, name) = FilePath.split(path)
      guard error.code == ENOENT, folder != path else { throw error }
      return FilePath.joined(try realPath(ofUnmade: folder), name)
    }
  }

  /// Syncs the names in a folder to the disk.
  func syncFolder(_ folder: Descriptor) throws(SystemError) {
    do {
      try sync(folder, .full)
    } catch {
      // Some disks can't sync a folder, and don't need to.
      guard error.isUnsupported else { throw error }
    }
  }

  /// Makes a folder, and those that it is in, and brings their names to the disk.
  ///
  /// - Parameter original: The folder whose owner, permissions and attributes they get; nil if they are for the owner of
  ///   the process only.
  /// - Returns: Whether the folder had to be made.
  @discardableResult
  func makeFolders(
    _ path: String, in start: Descriptor = .workingFolder, like original: Descriptor? = nil
  ) throws(PlaceError) -> Bool {
    do {
      if try folderExists(path, in: start) { return false }
      try makeFolderAndParents(path, in: start, like: original)
      return true
    } catch {
      throw PlaceError(error.isReadOnly ? .readOnly : .notWritten, error)
    }
  }

  private func folderExists(_ path: String, in start: Descriptor) throws(SystemError) -> Bool {
    do {
      _ = try status(of: path, in: start, followingLinks: true)
      return true
    } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
  }

  private func makeFolderAndParents(
    _ path: String, in start: Descriptor, like original: Descriptor?
  ) throws(SystemError) {
    let parent = FilePath.split(path).folder
    if try folderExists(parent, in: start) {
      // A process that died may have made it without syncing its name.
      try syncName(ofFolder: parent, in: start)
    } else {
      try makeFolderAndParents(parent, in: start, like: original)
    }
    do {
      try makeFolder(path, in: start)
      if let original {
        let folder = try open(path, in: start, .folder)
        defer { try? close(folder) }
        try copyMetadata(of: original, to: folder)
        // The original may be read-only for a moment.
        let permissions = try status(of: folder).permissions
        if permissions & 0o700 != 0o700 { try setPermissions(permissions | 0o700, of: folder) }
      }
    } catch {
      // Another process was faster.
      guard error.code == EEXIST else { throw error }
    }
    let folder = try open(parent, in: start, .folder)
    defer { try? close(folder) }
    try syncFolder(folder)
  }

  /// Syncs the parent of an existing folder, so that its name survives a power cut.
  func syncName(
    ofFolder path: String, in start: Descriptor = .workingFolder
  ) throws(SystemError) {
    if path == "/" || path == "." { return }
    let parent: Descriptor
    do {
      parent = try open(FilePath.split(path).folder, in: start, .folder)
    } catch  where error.isPermissionDenied {
      // The system's folders can't be opened by all programs, and have long been on the disk.
      return
    }
    defer { try? close(parent) }
    try syncFolder(parent)
  }

  /// Gives a complete file its name, unless that is taken.
  func rename(
    _ name: String, toUnusedName newName: String, in folder: Descriptor
  ) throws(SystemError) {
    do {
      return try rename(name, to: newName, in: folder, .exclusive)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    do {
      try link(name, to: newName, in: folder)
    } catch {
      guard error.isUnsupported || error.code == EPERM else { throw error }
      // The last moment to see that another program has used the name.
      guard try kind(of: newName, in: folder) == nil else {
        throw SystemError(call: error.call, code: EEXIST)
      }
      return try rename(name, to: newName, in: folder, .replacing)
    }
    try? remove(name, in: folder)
  }
}
