import Foundation

@testable import LineageStore

// Calls that leave out one step of a save, to see that the tests notice.

/// Syncs no file, no folder, or nothing of a backup.
final class UnsyncedCalls: ForwardingCalls, @unchecked Sendable {
  enum Target: Sendable {
    case files, folders, backups
  }

  let calls: any FileCalls
  private let target: Target
  private var folders: Set<Descriptor> = []
  private var backups: Set<Descriptor> = []

  init(_ calls: any FileCalls, without target: Target) {
    self.calls = calls
    self.target = target
  }

  func open(
    _ path: String, in folder: Descriptor, _ mode: OpenMode
  ) throws(SystemError) -> Descriptor {
    let descriptor = try calls.open(path, in: folder, mode)
    if mode == .folder { folders.insert(descriptor) }
    if path.contains(".backups/") || backups.contains(folder) { backups.insert(descriptor) }
    return descriptor
  }

  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    let isTarget =
      switch target {
      case .files: !folders.contains(descriptor)
      case .folders: folders.contains(descriptor)
      case .backups: backups.contains(descriptor)
      }
    if !isTarget { try calls.sync(descriptor, kind) }
  }
}

/// Lets everybody read a new file until it is synced, and sets its permissions only then.
final class LatePermissions: ForwardingCalls, @unchecked Sendable {
  let calls: any FileCalls
  private var permissions: [Descriptor: UInt32] = [:]

  init(_ calls: any FileCalls) {
    self.calls = calls
  }

  func open(
    _ path: String, in folder: Descriptor, _ mode: OpenMode
  ) throws(SystemError) -> Descriptor {
    if case .creating = mode {
      return try calls.open(path, in: folder, .creating(permissions: 0o666))
    }
    return try calls.open(path, in: folder, mode)
  }

  func setPermissions(_ permissions: UInt32, of descriptor: Descriptor) throws(SystemError) {
    self.permissions[descriptor] = permissions
  }

  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    try calls.sync(descriptor, kind)
    guard let permissions = permissions.removeValue(forKey: descriptor) else { return }
    try calls.setPermissions(permissions, of: descriptor)
  }
}

/// Syncs a file once more after that has failed.
struct RepeatedSync: ForwardingCalls {
  let calls: any FileCalls

  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    do {
      try calls.sync(descriptor, kind)
    } catch {
      try calls.sync(descriptor, kind)
    }
  }
}

/// Finds in every file what a program has read before, as if the document were never compared with it.
struct StaleContent: ForwardingCalls {
  let calls: any FileCalls
  let content: Data
  let other: Data

  func read(_ descriptor: Descriptor, _ count: Int, at offset: Int) throws(SystemError) -> Data {
    let bytes = try calls.read(descriptor, .max, at: 0)
    return (bytes == other ? content : bytes).dropFirst(offset).prefix(count)
  }
}

/// Replaces a document without a look at what is displaced.
struct UncheckedRename: ForwardingCalls {
  let calls: any FileCalls

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    if kind == .exchange { throw SystemError(call: "renameat2", code: EINVAL) }
    try calls.rename(name, to: newName, in: folder, kind)
  }
}
