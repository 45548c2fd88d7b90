package import Foundation

/// The system calls that documents in files need, so that tests can put a simulated disk in their place.
///
/// Each method is one call: none of them repeats a call that was interrupted, or completes one that did a part of
/// its work.
package protocol FileCalls: Sendable {
  /// Opens a file, relative to a folder. `.reading` and `.folder` follow symbolic links.
  func open(_ path: String, in folder: Descriptor, _ mode: OpenMode) throws(SystemError)
    -> Descriptor
  /// Closes a file or a folder.
  func close(_ descriptor: Descriptor) throws(SystemError)
  /// The status of an open file.
  func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus
  /// The status of a name, of a symbolic link itself unless it is followed.
  func status(
    of path: String, in folder: Descriptor, followingLinks: Bool
  ) throws(SystemError) -> FileStatus
  /// Throws an error if this process may not write to a file.
  func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError)
  /// The destination of a symbolic link. Throws `EILSEQ` if it isn't valid UTF-8: a repaired path leads elsewhere.
  func destination(ofLink name: String, in folder: Descriptor) throws(SystemError) -> String
  /// The path of a file or a folder from the root of the file system, without symbolic links.
  func realPath(of path: String) throws(SystemError) -> String
  /// The names in a folder, without `.` and `..`.
  func names(in folder: Descriptor) throws(SystemError) -> [String]

  /// Reads some bytes at an offset, at most `count`; none at the end of the file.
  func read(_ descriptor: Descriptor, _ count: Int, at offset: Int) throws(SystemError) -> Data
  /// Writes some of the bytes at an offset, and returns how many.
  func write(_ bytes: Data, to descriptor: Descriptor, at offset: Int) throws(SystemError) -> Int
  /// Brings the content of a file, or the names of a folder, to the disk.
  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError)

  /// Gives a file the owner and the group of another.
  func setOwner(_ status: FileStatus, of descriptor: Descriptor, groupOnly: Bool)
    throws(SystemError)
  /// Sets the permissions of a file.
  func setPermissions(_ permissions: UInt32, of descriptor: Descriptor) throws(SystemError)
  /// Copies the extended attributes and the access control list of a file.
  func copyAttributes(from original: Descriptor, to copy: Descriptor) throws(SystemError)
  /// Sets the protection class of a file, on systems that have one.
  func setProtection(_ protection: FileProtection, of descriptor: Descriptor) throws(SystemError)

  /// Renames a file in a folder.
  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError)
  /// Gives a file a second name; fails with `EEXIST` if that exists.
  func link(_ name: String, to newName: String, in folder: Descriptor) throws(SystemError)
  /// Removes a name.
  func remove(_ name: String, in folder: Descriptor) throws(SystemError)
  /// Removes an empty folder.
  func removeFolder(_ path: String, in folder: Descriptor) throws(SystemError)
  /// Makes a folder that only its owner may use.
  func makeFolder(_ path: String, in folder: Descriptor) throws(SystemError)
  /// Locks a folder against others who lock it; `EWOULDBLOCK` if one of them has.
  func lock(_ folder: Descriptor) throws(SystemError)
}

/// An open file or folder.
package struct Descriptor: Hashable, Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  package static let standardInput = Descriptor(0)
  package static let standardOutput = Descriptor(1)
}

/// What a file is opened for.
package enum OpenMode: Hashable, Sendable {
  /// To read a file.
  case reading
  /// To list, lock and sync a folder.
  case folder
  /// To write a new file with some permissions, from which the system removes those in the process's umask. Fails with
  /// `EEXIST` if the name exists.
  case creating(permissions: UInt32)
}

/// How a file is renamed.
package enum RenameKind: Hashable, Sendable {
  /// Replaces the file that has the new name.
  case replacing
  /// Fails with `EEXIST` if the new name exists.
  case exclusive
  /// Gives each file the name of the other.
  case exchange
}

/// What a sync is to guarantee.
package enum SyncKind: Hashable, Sendable {
  /// That everything is on the disk, also if the power fails now.
  case full
  /// That the file's content is on the disk before what follows.
  case ordered
}

/// What the file system knows of a file.
package struct FileStatus: Hashable, Sendable {
  /// What kind of file a name refers to.
  package enum Kind: Hashable, Sendable {
    case file, folder, symbolicLink, other
  }

  package var kind: Kind
  /// The device and the inode number, which identify a file.
  package var device: UInt64
  package var number: UInt64
  package var size: Int
  package var permissions: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// Seconds and nanoseconds of the last change of the content.
  package var modified: [Int]
  /// Those of the last change of the content or of the status itself, which programs can't set. Some disks that aren't
  /// the system's own report arbitrary times here.
  package var changed: [Int]
  /// Whether the content has to be downloaded first.
  package var isPlaceholder: Bool

  package init(
    kind: Kind, device: UInt64, number: UInt64, size: Int, permissions: UInt32, owner: UInt32,
    group: UInt32, modified: [Int], changed: [Int] = [], isPlaceholder: Bool
  ) {
    self.kind = kind
    self.device = device
    self.number = number
    self.size = size
    self.permissions = permissions
    self.owner = owner
    self.group = group
    self.modified = modified
    self.changed = changed
    self.isPlaceholder = isPlaceholder
  }

  /// Whether two are of the same file.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && number == other.number
  }
}

extension Descriptor {
  /// The folder that relative paths start from.
  package static let workingFolder = Descriptor(atWorkingFolder)
}
