import Foundation

/// A file that is written once, synced, and read back.
struct NewFile {
  let name: String
  let folder: Descriptor
  let calls: any FileCalls
  let durability: Durability
  let protection: FileProtection?
  /// The permissions at first, from which the system removes those in the process's umask. Only its owner may read a
  /// copy before it has the permissions of the original.
  var permissions: UInt32 = 0o600

  /// Writes the file, with the owner and all attributes of another one; removes it where that fails.
  func write(_ bytes: Data, like original: Descriptor?) throws(PlaceError) -> FileStatus {
    do {
      return try attempt(bytes, like: original)
    } catch  where error.failedSync != nil {
      // The system may have forgotten what it could not write, so that a second sync of the same file would succeed
      // without it. A new file starts from memory.
    } catch {
      throw error.placeError
    }
    do {
      return try attempt(bytes, like: original)
    } catch {
      throw error.placeError
    }
  }

  private struct Failure: Error {
    var placeError: PlaceError
    var failedSync: SystemError?

    init(_ error: PlaceError) { placeError = error }
    init(_ error: SystemError) { placeError = PlaceError(.notWritten, error) }
  }

  private func attempt(
    _ bytes: Data, like original: Descriptor?
  ) throws(Failure) -> FileStatus {
    let file: Descriptor
    do {
      file = try calls.open(name, in: folder, .creating(permissions: permissions & 0o666))
    } catch {
      throw Failure(PlaceError(error.isReadOnly ? .readOnly : .notWritten, error))
    }
    let result = Result { () throws(Failure) in try fill(file, bytes, like: original) }
    do {
      try calls.close(file)
      return try result.get()
    } catch {
      try? calls.remove(name, in: folder)
      throw error as? Failure
        ?? Failure(error as? SystemError ?? SystemError(call: "close", code: EIO))
    }
  }

  private func fill(
    _ file: Descriptor, _ bytes: Data, like original: Descriptor?
  ) throws(Failure) -> FileStatus {
    do {
      if let protection { try calls.setProtection(protection, of: file) }
      try calls.writeAll(bytes, to: file)
      if let original {
        try calls.copyMetadata(of: original, to: file)
        // The attributes of the original include its protection class.
        if let protection { try calls.setProtection(protection, of: file) }
      }
    } catch {
      throw Failure(error)
    }
    do {
      switch durability {
      case .full: try calls.sync(file, .full)
      case .ordered: try calls.sync(file, .ordered)
      case .cache: break
      }
    } catch {
      var failure = Failure(error)
      failure.failedSync = error
      throw failure
    }
    do {
      guard try calls.hasContent(bytes, file) else {
        throw Failure(PlaceError(.notVerified, "the file doesn't contain what was written to it"))
      }
      return try calls.status(of: file)
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(error as? SystemError ?? SystemError(call: "pread", code: EIO))
    }
  }
}

extension FileCalls {
  /// Gives a new file or folder the owner, the permissions and all attributes of another, and never more permissions.
  func copyMetadata(of original: Descriptor, to copy: Descriptor) throws(SystemError) {
    let status = try status(of: original)
    let new = try self.status(of: copy)
    var permissions = status.permissions
    // Only root may give files away, a container may not know the owner, and some disks have none.
    if new.owner != status.owner || new.group != status.group,
      try !isAllowed({ () throws(SystemError) in try setOwner(status, of: copy, groupOnly: false) })
    {
      permissions &= ~0o4000
      // The permissions of a group are for that group only.
      if new.group != status.group,
        try !isAllowed({ () throws(SystemError) in try setOwner(status, of: copy, groupOnly: true) }
        )
      {
        permissions &= ~0o2070
      }
    }
    try copyAttributes(from: original, to: copy)
    if try self.status(of: copy).permissions != permissions {
      try setPermissions(permissions, of: copy)
    }
  }

  /// Makes a call that this user or this disk may not allow, and returns whether it was allowed.
  private func isAllowed(_ call: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do {
      try call()
      return true
    } catch  where error.code == EPERM || error.isUnsupported {
      return false
    }
  }
}
