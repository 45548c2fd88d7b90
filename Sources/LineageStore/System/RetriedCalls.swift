package import Foundation

/// System calls that are repeated when a signal interrupts them.
package struct RetriedCalls: FileCalls {
  private let calls: any FileCalls

  package init(_ calls: any FileCalls) {
    self.calls = calls
  }

  private func retried<Result>(
    _ call: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    while true {
      do {
        return try call()
      } catch  where error.code != EINTR {
        throw error
      } catch {}
    }
  }

  package func open(
    _ path: String, in folder: Descriptor, _ mode: OpenMode
  ) throws(SystemError) -> Descriptor {
    try retried { () throws(SystemError) in try calls.open(path, in: folder, mode) }
  }

  package func close(_ descriptor: Descriptor) throws(SystemError) {
    try calls.close(descriptor)
  }

  package func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus {
    try retried { () throws(SystemError) in try calls.status(of: descriptor) }
  }

  package func status(
    of path: String, in folder: Descriptor, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    try retried { () throws(SystemError) in
      try calls.status(of: path, in: folder, followingLinks: followingLinks)
    }
  }

  package func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.checkWritable(name, in: folder) }
  }

  package func destination(
    ofLink name: String, in folder: Descriptor
  ) throws(SystemError) -> String {
    try retried { () throws(SystemError) in try calls.destination(ofLink: name, in: folder) }
  }

  package func realPath(of path: String) throws(SystemError) -> String {
    try retried { () throws(SystemError) in try calls.realPath(of: path) }
  }

  package func names(in folder: Descriptor) throws(SystemError) -> [String] {
    try retried { () throws(SystemError) in try calls.names(in: folder) }
  }

  package func read(
    _ descriptor: Descriptor, _ count: Int, at offset: Int
  ) throws(SystemError) -> Data {
    try retried { () throws(SystemError) in try calls.read(descriptor, count, at: offset) }
  }

  package func write(
    _ bytes: Data, to descriptor: Descriptor, at offset: Int
  ) throws(SystemError) -> Int {
    try retried { () throws(SystemError) in try calls.write(bytes, to: descriptor, at: offset) }
  }

  package func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.sync(descriptor, kind) }
  }

  package func setOwner(
    _ status: FileStatus, of descriptor: Descriptor, groupOnly: Bool
  ) throws(SystemError) {
    try retried { () throws(SystemError) in
      try calls.setOwner(status, of: descriptor, groupOnly: groupOnly)
    }
  }

  package func setPermissions(
    _ permissions: UInt32, of descriptor: Descriptor
  ) throws(SystemError) {
    try retried { () throws(SystemError) in
      try calls.setPermissions(permissions, of: descriptor)
    }
  }

  package func copyAttributes(
    from original: Descriptor, to copy: Descriptor
  ) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.copyAttributes(from: original, to: copy) }
  }

  package func setProtection(
    _ protection: FileProtection, of descriptor: Descriptor
  ) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.setProtection(protection, of: descriptor) }
  }

  package func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    try retried { () throws(SystemError) in
      try calls.rename(name, to: newName, in: folder, kind)
    }
  }

  package func link(
    _ name: String, to newName: String, in folder: Descriptor
  ) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.link(name, to: newName, in: folder) }
  }

  package func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.remove(name, in: folder) }
  }

  package func removeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.removeFolder(path, in: folder) }
  }

  package func makeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.makeFolder(path, in: folder) }
  }

  package func lock(_ folder: Descriptor) throws(SystemError) {
    try retried { () throws(SystemError) in try calls.lock(folder) }
  }
}
