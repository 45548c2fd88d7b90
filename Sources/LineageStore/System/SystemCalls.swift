import CLineageStore
package import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The calls of the operating system.
package struct SystemCalls: FileCalls {
  package init() {}

  package func open(
    _ path: String, in folder: Descriptor, _ mode: OpenMode
  ) throws(SystemError) -> Descriptor {
    let result =
      switch mode {
      // A pipe in the document's place must not make the program wait.
      case .reading:
        unsafe openat(folder.number, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
      case .folder:
        unsafe openat(folder.number, path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      case .creating(let permissions):
        unsafe openat(
          folder.number, path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
          mode_t(permissions))
      }
    return Descriptor(try check(result, "open"))
  }

  package func close(_ descriptor: Descriptor) throws(SystemError) {
    let result = systemClose(descriptor.number)
    // The descriptor is closed, also where the call was interrupted.
    if result != 0, errno != EINTR { throw SystemError("close") }
  }

  package func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus {
    var status = stat()
    try check(unsafe fstat(descriptor.number, &status), "fstat")
    return FileStatus(status)
  }

  package func status(
    of path: String, in folder: Descriptor, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    try check(unsafe fstatat(folder.number, path, &status, flags), "fstatat")
    return FileStatus(status)
  }

  package func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError) {
    try check(unsafe faccessat(folder.number, name, W_OK, AT_EACCESS), "faccessat")
  }

  package func destination(
    ofLink name: String, in folder: Descriptor
  ) throws(SystemError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlinkat(folder.number, name, &bytes, bytes.count)
    if count < 0 { throw SystemError("readlinkat") }
    if count == bytes.count { throw SystemError(call: "readlinkat", code: ENAMETOOLONG) }
    guard let path = String(validating: bytes[..<count], as: UTF8.self) else {
      throw SystemError(call: "readlinkat", code: EILSEQ)
    }
    return path
  }

  package func realPath(of path: String) throws(SystemError) -> String {
    guard let real = unsafe realpath(path, nil) else { throw SystemError("realpath") }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  package func names(in folder: Descriptor) throws(SystemError) -> [String] {
    var names: [String] = []
    try unsafe forEachEntry(of: folder) { unsafe names.append(String(cString: $0)) }
    return names
  }

  /// The folders in a folder whose names aren't UTF-8, as `names(in:)` returns them: with replacements.
  package func foldersWithOddNames(in folder: Descriptor) throws(SystemError) -> Set<String> {
    var names: Set<String> = []
    try unsafe forEachEntry(of: folder) { name in
      var status = stat()
      guard unsafe String(validatingCString: name) == nil,
        unsafe fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFDIR
      else { return }
      unsafe names.insert(String(cString: name))
    }
    return names
  }

  /// Calls a closure with the name of each entry of a folder, except `.` and `..`.
  private func forEachEntry(
    of folder: Descriptor, _ body: (UnsafePointer<CChar>) -> Void
  ) throws(SystemError) {
    // A descriptor of its own, because reading a folder moves the position of this one.
    let own = try check(
      unsafe openat(folder.number, ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY), "open")
    guard let stream = unsafe fdopendir(own) else {
      _ = systemClose(own)
      throw SystemError("fdopendir")
    }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        let name = unsafe UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        if unsafe strcmp(name, ".") != 0, unsafe strcmp(name, "..") != 0 { unsafe body(name) }
      }
    }
    if errno != 0 { throw SystemError("readdir") }
  }

  package func read(
    _ descriptor: Descriptor, _ count: Int, at offset: Int
  ) throws(SystemError) -> Data {
    // Memory that isn't cleared first, because the system fills it.
    guard let bytes = unsafe malloc(max(count, 1)) else {
      throw SystemError(call: "malloc", code: ENOMEM)
    }
    let read = unsafe pread(descriptor.number, bytes, count, off_t(offset))
    if read < 0 {
      let error = SystemError("pread")
      unsafe free(bytes)
      throw error
    }
    return unsafe Data(bytesNoCopy: bytes, count: read, deallocator: .free)
  }

  package func write(
    _ bytes: Data, to descriptor: Descriptor, at offset: Int
  ) throws(SystemError) -> Int {
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor.number, $0.baseAddress, $0.count, off_t(offset))
    }
    if written < 0 { throw SystemError("pwrite") }
    return written
  }

  package func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    #if canImport(Darwin)
      // `fsync` leaves the data in the disk's own cache there. Some file systems know only `fsync`.
      let request = kind == .full ? F_FULLFSYNC : F_BARRIERFSYNC
      if fcntl(descriptor.number, request) == 0 { return }
      guard [ENOTSUP, EINVAL, ENOTTY].contains(errno) else {
        throw SystemError(kind == .full ? "fcntl(F_FULLFSYNC)" : "fcntl(F_BARRIERFSYNC)")
      }
      try check(fsync(descriptor.number), "fsync")
    #else
      switch kind {
      case .full: try check(fsync(descriptor.number), "fsync")
      case .ordered: try check(fdatasync(descriptor.number), "fdatasync")
      }
    #endif
  }

  package func setOwner(
    _ status: FileStatus, of descriptor: Descriptor, groupOnly: Bool
  ) throws(SystemError) {
    let owner = groupOnly ? uid_t.max : status.owner
    try check(fchown(descriptor.number, owner, status.group), "fchown")
  }

  package func setPermissions(
    _ permissions: UInt32, of descriptor: Descriptor
  ) throws(SystemError) {
    try check(fchmod(descriptor.number, mode_t(permissions)), "fchmod")
  }

  package func copyAttributes(
    from original: Descriptor, to copy: Descriptor
  ) throws(SystemError) {
    #if canImport(Darwin)
      try check(
        unsafe fcopyfile(
          original.number, copy.number, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)),
        "fcopyfile")
      // Disks without protection classes, such as those of Macs, have none to copy.
      let protection = fcntl(original.number, F_GETPROTECTIONCLASS)
      if protection > 0 { _ = fcntl(copy.number, F_SETPROTECTIONCLASS, protection) }
    #else
      try copyExtendedAttributes(from: original, to: copy)
    #endif
  }

  package func setProtection(
    _ protection: FileProtection, of descriptor: Descriptor
  ) throws(SystemError) {
    #if canImport(Darwin)
      let result = fcntl(descriptor.number, F_SETPROTECTIONCLASS, protection.systemClass)
      // Disks without protection classes, such as those of Macs, have nothing to set.
      if result != 0, errno != ENOTSUP, errno != EINVAL {
        throw SystemError("fcntl(F_SETPROTECTIONCLASS)")
      }
    #endif
  }

  package func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    let number = folder.number
    switch kind {
    case .replacing:
      try check(unsafe renameat(number, name, number, newName), "renameat")
    case .exclusive:
      try check(unsafe lineage_rename_exclusive(number, name, number, newName), "renameat2")
    case .exchange:
      try check(unsafe lineage_rename_exchange(number, name, number, newName), "renameat2")
    }
  }

  package func link(
    _ name: String, to newName: String, in folder: Descriptor
  ) throws(SystemError) {
    try check(unsafe linkat(folder.number, name, folder.number, newName, 0), "linkat")
  }

  package func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
    try check(unsafe unlinkat(folder.number, name, 0), "unlinkat")
  }

  package func removeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try check(unsafe unlinkat(folder.number, path, AT_REMOVEDIR), "unlinkat")
  }

  package func makeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try check(unsafe mkdirat(folder.number, path, 0o700), "mkdirat")
  }

  package func lock(_ folder: Descriptor) throws(SystemError) {
    try check(flock(folder.number, LOCK_EX | LOCK_NB), "flock")
  }
}

/// The value of the path `AT_FDCWD`, for `Descriptor.workingFolder`.
let atWorkingFolder = AT_FDCWD

// MARK: - Extended attributes

#if !canImport(Darwin)
  extension SystemCalls {
    private static let accessList = "system.posix_acl_access"

    /// Copies all attributes that may be copied. An access control list is one of them; the copy may
    /// have inherited one from its folder.
    private func copyExtendedAttributes(
      from original: Descriptor, to copy: Descriptor
    ) throws(SystemError) {
      let names: [AttributeName]
      do {
        names = try attributeNames(of: original)
      } catch {
        // A file system without attributes has none to copy.
        if error.isUnsupported { return }
        throw error
      }
      if !names.contains(where: { $0.text == Self.accessList }) {
        _ = unsafe lineage_remove_attribute(copy.number, Self.accessList)
      }
      for name in names {
        do {
          guard let value = try attribute(name, of: original) else { continue }
          let result = unsafe value.withUnsafeBufferPointer {
            unsafe lineage_set_attribute(copy.number, name.bytes, $0.baseAddress, $0.count)
          }
          try check(result, "fsetxattr")
        } catch {
          if !Self.isLeftToSystem(name.text, after: error) { throw error }
        }
      }
    }

    /// Whether an attribute that can't be copied is one that the system sets itself, such as a security label, which a
    /// policy may forbid to change.
    static func isLeftToSystem(_ name: String, after error: SystemError) -> Bool {
      if name.hasPrefix("user.") || name == accessList { return false }
      return error.isUnsupported || error.isPermissionDenied
    }

    /// The name of an attribute, which may not be UTF-8.
    private struct AttributeName {
      /// With a zero at the end.
      let bytes: [CChar]

      var text: String {
        String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }

    private func attributeNames(of descriptor: Descriptor) throws(SystemError) -> [AttributeName] {
      while true {
        let size = lineage_list_attributes(descriptor.number, nil, 0)
        if size < 0 { throw SystemError("flistxattr") }
        if size == 0 { return [] }
        var names = [CChar](repeating: 0, count: size)
        let count = unsafe lineage_list_attributes(descriptor.number, &names, size)
        if count >= 0 {
          return names[..<count].split(separator: 0).map { AttributeName(bytes: $0 + [0]) }
        }
        if errno != ERANGE { throw SystemError("flistxattr") }
      }
    }

    /// The value of an attribute; nil if it is gone by now.
    private func attribute(
      _ name: AttributeName, of descriptor: Descriptor
    ) throws(SystemError) -> [UInt8]? {
      while true {
        let size = unsafe lineage_get_attribute(descriptor.number, name.bytes, nil, 0)
        if size < 0, errno == ENODATA { return nil }
        if size < 0 { throw SystemError("fgetxattr") }
        var value = [UInt8](repeating: 0, count: size)
        let count = unsafe lineage_get_attribute(descriptor.number, name.bytes, &value, size)
        if count >= 0 { return Array(value[..<count]) }
        if errno != ERANGE { throw SystemError("fgetxattr") }
      }
    }
  }
#endif

// MARK: - Results

extension SystemError {
  /// The error of a call that has just failed.
  fileprivate init(_ call: String) {
    self.init(call: call, code: errno)
  }
}

/// Throws the error of a call that returned -1.
@discardableResult
private func check(_ result: Int32, _ call: String) throws(SystemError) -> Int32 {
  if result < 0 { throw SystemError(call) }
  return result
}

/// The function, where `close` is a method.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

extension FileStatus {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
      // The content of a file that iCloud has evicted. Reading it would wait for the download.
      let isPlaceholder = status.st_flags & 0x4000_0000 != 0
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
      let isPlaceholder = false
    #endif
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      default: .other
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino), size: Int(status.st_size),
      permissions: UInt32(status.st_mode & 0o7777), owner: status.st_uid, group: status.st_gid,
      modified: [Int(modified.tv_sec), Int(modified.tv_nsec)],
      changed: [Int(changed.tv_sec), Int(changed.tv_nsec)], isPlaceholder: isPlaceholder)
  }
}
