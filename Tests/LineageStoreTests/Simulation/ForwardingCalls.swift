import Foundation

@testable import LineageStore

/// Calls that do what others do, for tests to change one of them.
protocol ForwardingCalls: FileCalls {
  var calls: any FileCalls { get }
}

extension ForwardingCalls {
  func open(
    _ path: String, in folder: Descriptor, _ mode: OpenMode
  ) throws(SystemError) -> Descriptor {
    try calls.open(path, in: folder, mode)
  }

  func close(_ descriptor: Descriptor) throws(SystemError) {
    try calls.close(descriptor)
  }

  func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus {
    try calls.status(of: descriptor)
  }

  func status(
    of path: String, in folder: Descriptor, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    try calls.status(of: path, in: folder, followingLinks: followingLinks)
  }

  func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError) {
    try calls.checkWritable(name, in: folder)
  }

  func destination(ofLink name: String, in folder: Descriptor) throws(SystemError) -> String {
    try calls.destination(ofLink: name, in: folder)
  }

  func realPath(of path: String) throws(SystemError) -> String {
    try calls.realPath(of: path)
  }

  func names(in folder: Descriptor) throws(SystemError) -> [String] {
    try calls.names(in: folder)
  }

  func read(_ descriptor: Descriptor, _ count: Int, at offset: Int) throws(SystemError) -> Data {
    try calls.read(descriptor, count, at: offset)
  }

  func write(_ bytes: Data, to descriptor: Descriptor, at offset: Int) throws(SystemError) -> Int {
    try calls.write(bytes, to: descriptor, at: offset)
  }

  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    try calls.sync(descriptor, kind)
  }

  func setOwner(
    _ status: FileStatus, of descriptor: Descriptor, groupOnly: Bool
  ) throws(SystemError) {
    try calls.setOwner(status, of: descriptor, groupOnly: groupOnly)
  }

  func setPermissions(_ permissions: UInt32, of descriptor: Descriptor) throws(SystemError) {
    try calls.setPermissions(permissions, of: descriptor)
  }

  func copyAttributes(from original: Descriptor, to copy: Descriptor) throws(SystemError) {
    try calls.copyAttributes(from: original, to: copy)
  }

  func setProtection(_ protection: FileProtection, of descriptor: Descriptor) throws(SystemError) {
    try calls.setProtection(protection, of: descriptor)
  }

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    try calls.rename(name, to: newName, in: folder, kind)
  }

  func link(_ name: String, to newName: String, in folder: Descriptor) throws(SystemError) {
    try calls.link(name, to: newName, in: folder)
  }

  func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
    try calls.remove(name, in: folder)
  }

  func removeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try calls.removeFolder(path, in: folder)
  }

  func makeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try calls.makeFolder(path, in: folder)
  }

  func lock(_ folder: Descriptor) throws(SystemError) {
    try calls.lock(folder)
  }
}
