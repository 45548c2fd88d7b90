import Foundation

@testable import LineageStore

/// A disk in memory, which logs what happens to it and can be made to fail.
///
/// It is used by one thread at a time.
final class SimulatedDisk: @unchecked Sendable {
  /// What a disk can't do.
  struct Limits: OptionSet, Sendable {
    let rawValue: Int
    static let exchange = Limits(rawValue: 1)
    static let exclusive = Limits(rawValue: 2)
    static let links = Limits(rawValue: 4)
    static let locks = Limits(rawValue: 8)
    static let folderSync = Limits(rawValue: 16)
  }

  /// How a call goes wrong.
  enum Fault: Hashable, Sendable {
    case error(Int32)
    /// It does half of its work.
    case short
  }

  /// One call, as faults and hooks see it.
  struct Call: Hashable, Sendable {
    /// How many calls there were before.
    var number: Int
    var name: String
  }

  private struct OpenNode {
    var number: Int
    var isFolder: Bool
  }

  /// What was there at first, all of it synced.
  let base: DiskImage
  private(set) var image: DiskImage
  private(set) var log: [DiskEffect] = []
  private(set) var calls: [Call] = []
  /// What has gone wrong.
  private(set) var faults: Set<Fault> = []
  /// What was done with descriptors that aren't open.
  private(set) var misuses: [String] = []
  private var descriptors: [Int32: OpenNode] = [:]
  private var locks: [Int: Int32] = [:]
  private var lastDescriptor: Int32 = 2

  var limits: Limits = []
  /// Who uses the disk; 0 may do everything.
  var user: UInt32 = 0
  var fault: (Call) -> Fault? = { _ in nil }
  /// Is called before each call.
  var hook: (Call) -> Void = { _ in }

  init(_ image: DiskImage) {
    base = image
    self.image = image
  }

  /// A disk after some effects, none of which is synced unless the log says so.
  init(_ base: DiskImage, _ log: some Sequence<DiskEffect>) {
    self.base = base
    image = base
    for effect in log { perform(effect) }
  }

  var openCount: Int { descriptors.count }
  var lockCount: Int { locks.count }

  /// What a power cut leaves if nothing that isn't synced has reached the disk.
  var synced: DiskImage {
    CrashStates(base: base, log: log[...]).leastImage
  }

  /// A number that disks share to which the same has happened.
  private(set) var signature = 0

  private func perform(_ effect: DiskEffect) {
    signature = signature &* 31 &+ effect.signature
    image.apply(effect, index: log.count)
    log.append(effect)
  }
}

// MARK: - Other programs

extension SimulatedDisk {
  /// Replaces a file like a program that knows no locks: by a file of its own, or in place.
  func replace(_ path: String, by data: Data, inPlace: Bool) {
    guard let number = image.number(at: path) else { return }
    if inPlace {
      let rest = max((image.bytes(at: path)?.count ?? 0) - data.count, 0)
      // Spaces at the end change nothing in JSON.
      perform(.write(number, offset: 0, data + Data(repeating: 0x20, count: rest)))
    } else {
      create(path, data)
    }
  }

  /// Creates a file, or replaces it, like a program that knows no locks.
  func create(_ path: String, _ data: Data) {
    let (folder, name) = FilePath.split(path)
    guard let parent = image.number(at: folder) else { return }
    let new = image.unusedNumber
    perform(.create(new, DiskImage.Node(content: .file(data), permissions: 0o644)))
    perform(.names(folder: parent, [name: new]))
    perform(.sync(parent, metadata: true))
  }
}

extension SimulatedDisk {
  /// Renames a folder in the root.
  func renameFolder(_ name: String, to newName: String) {
    guard let number = image.number(at: name) else { return }
    perform(.names(folder: DiskImage.root, [name: nil, newName: number]))
  }
}

// MARK: - Paths and permissions

extension SimulatedDisk {
  private struct Location {
    var folder: Int
    var name: String
    var node: Int?
  }

  private func number(of descriptor: Descriptor, _ call: String) throws(SystemError) -> Int {
    guard let open = descriptors[descriptor.number] else {
      misuses.append(call)
      throw SystemError(call: call, code: EBADF)
    }
    return open.number
  }

  private func locate(
    _ path: String, in folder: Descriptor, following: Bool, _ call: String
  ) throws(SystemError) -> Location {
    var start = [DiskImage.root]
    if !path.hasPrefix("/"), folder != .workingFolder {
      start.append(try number(of: folder, call))
    }
    var hops = 0
    return try locate(path, from: start, following: following, &hops, call)
  }

  private func locate(
    _ path: String, from start: [Int], following: Bool, _ hops: inout Int, _ call: String
  ) throws(SystemError) -> Location {
    var folders = path.hasPrefix("/") ? [DiskImage.root] : start
    let components = path.split(separator: "/").map(String.init)
    for (index, component) in components.enumerated() {
      let folder = folders.last ?? DiskImage.root
      guard case .folder(let names) = image[folder]?.content else {
        throw SystemError(call: call, code: ENOTDIR)
      }
      if component.utf8.count > 255 { throw SystemError(call: call, code: ENAMETOOLONG) }
      let isLast = index == components.count - 1
      if component == ".." {
        if folders.count > 1 { folders.removeLast() }
        continue
      }
      if component == "." { continue }
      try check(folder, 1, call)
      let node = names[component]
      if isLast, !following || node == nil {
        return Location(folder: folder, name: component, node: node)
      }
      guard let node else { throw SystemError(call: call, code: ENOENT) }
      if case .link(let destination) = image[node]?.content {
        hops += 1
        if hops > 40 { throw SystemError(call: call, code: ELOOP) }
        let found = try locate(destination, from: folders, following: true, &hops, call)
        if isLast { return found }
        guard let next = found.node else { throw SystemError(call: call, code: ENOENT) }
        folders.append(next)
      } else {
        if isLast { return Location(folder: folder, name: component, node: node) }
        folders.append(node)
      }
    }
    let folder = folders.last ?? DiskImage.root
    return Location(folder: folder, name: ".", node: folder)
  }

  /// Checks that the user may read (4), write (2) or search (1).
  private func check(_ node: Int, _ bit: UInt32, _ call: String) throws(SystemError) {
    guard user != 0, let node = image[node] else { return }
    let shift: UInt32 = node.owner == user ? 6 : 0
    if (node.permissions >> shift) & bit == 0 { throw SystemError(call: call, code: EACCES) }
  }

  /// Begins a call, which may fail. The result says whether it is to do half of its work.
  @discardableResult
  private func begin(_ name: String) throws(SystemError) -> Bool {
    let call = Call(number: calls.count, name: name)
    calls.append(call)
    hook(call)
    let fault = fault(call)
    if let fault { faults.insert(fault) }
    switch fault {
    case nil: return false
    case .short: return true
    case .error(let code): throw SystemError(call: name, code: code)
    }
  }

  private func open(_ number: Int, isFolder: Bool) -> Descriptor {
    lastDescriptor += 1
    descriptors[lastDescriptor] = OpenNode(number: number, isFolder: isFolder)
    return Descriptor(lastDescriptor)
  }
}

// MARK: - Calls

extension SimulatedDisk: FileCalls {
  func open(
    _ path: String, in folder: Descriptor, _ mode: OpenMode
  ) throws(SystemError) -> Descriptor {
    try begin("open")
    switch mode {
    case .reading, .folder:
      let location = try locate(path, in: folder, following: true, "open")
      guard let number = location.node, let node = image[number] else {
        throw SystemError(call: "open", code: ENOENT)
      }
      try check(number, 4, "open")
      var isFolder = false
      if case .folder = node.content { isFolder = true }
      if mode == .folder, !isFolder { throw SystemError(call: "open", code: ENOTDIR) }
      return open(number, isFolder: isFolder)
    case .creating(let permissions):
      let location = try locate(path, in: folder, following: false, "open")
      if location.node != nil { throw SystemError(call: "open", code: EEXIST) }
      try check(location.folder, 2, "open")
      let number = create(
        DiskImage.Node(
          content: .file(Data()), permissions: permissions & ~0o022, owner: user), at: location)
      return open(number, isFolder: false)
    }
  }

  private func create(_ node: DiskImage.Node, at location: Location) -> Int {
    let number = image.unusedNumber
    perform(.create(number, node))
    perform(.names(folder: location.folder, [location.name: number]))
    return number
  }

  func close(_ descriptor: Descriptor) throws(SystemError) {
    _ = try number(of: descriptor, "close")
    // It is closed, also where that fails.
    descriptors[descriptor.number] = nil
    locks = locks.filter { $0.value != descriptor.number }
    try begin("close")
  }

  func status(of descriptor: Descriptor) throws(SystemError) -> FileStatus {
    try begin("fstat")
    return try status(of: number(of: descriptor, "fstat"), "fstat")
  }

  func status(
    of path: String, in folder: Descriptor, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    try begin("fstatat")
    let location = try locate(path, in: folder, following: followingLinks, "fstatat")
    guard let number = location.node else { throw SystemError(call: "fstatat", code: ENOENT) }
    return try status(of: number, "fstatat")
  }

  private func status(of number: Int, _ call: String) throws(SystemError) -> FileStatus {
    guard let node = image[number] else { throw SystemError(call: call, code: EIO) }
    let (kind, size): (FileStatus.Kind, Int) =
      switch node.content {
      case .file(let data): (.file, data.count)
      case .folder: (.folder, 0)
      case .link(let destination): (.symbolicLink, destination.utf8.count)
      case .pipe: (.other, 0)
      }
    return FileStatus(
      kind: kind, device: 1, number: UInt64(number), size: size, permissions: node.permissions,
      owner: node.owner, group: node.group, modified: [node.modified, 0], isPlaceholder: false)
  }

  func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError) {
    try begin("faccessat")
    let location = try locate(name, in: folder, following: true, "faccessat")
    guard let number = location.node else { throw SystemError(call: "faccessat", code: ENOENT) }
    try check(number, 2, "faccessat")
  }

  func destination(ofLink name: String, in folder: Descriptor) throws(SystemError) -> String {
    try begin("readlinkat")
    let location = try locate(name, in: folder, following: false, "readlinkat")
    guard let number = location.node, case .link(let destination) = image[number]?.content else {
      throw SystemError(call: "readlinkat", code: EINVAL)
    }
    return destination
  }

  func realPath(of path: String) throws(SystemError) -> String {
    try begin("realpath")
    let location = try locate(path, in: .workingFolder, following: true, "realpath")
    guard let path = location.node.flatMap(image.path) else {
      throw SystemError(call: "realpath", code: ENOENT)
    }
    return path
  }

  func names(in folder: Descriptor) throws(SystemError) -> [String] {
    try begin("readdir")
    return image.names(in: try number(of: folder, "readdir")).keys.sorted()
  }

  func read(_ descriptor: Descriptor, _ count: Int, at offset: Int) throws(SystemError) -> Data {
    let isShort = try begin("pread")
    guard case .file(let data) = image[try number(of: descriptor, "pread")]?.content else {
      throw SystemError(call: "pread", code: EISDIR)
    }
    return data.dropFirst(offset).prefix(isShort ? max(count / 2, 1) : count)
  }

  func write(_ bytes: Data, to descriptor: Descriptor, at offset: Int) throws(SystemError) -> Int {
    let isShort = try begin("pwrite")
    let number = try number(of: descriptor, "pwrite")
    let written = isShort ? bytes.prefix(max(bytes.count / 2, 1)) : bytes
    perform(.write(number, offset: offset, Data(written)))
    return written.count
  }

  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    let number = try number(of: descriptor, "fsync")
    do {
      try begin("fsync")
    } catch {
      if error.code != EINTR { perform(.forget(number)) }
      throw error
    }
    if limits.contains(.folderSync), descriptors[descriptor.number]?.isFolder == true {
      throw SystemError(call: "fsync", code: EINVAL)
    }
    perform(.sync(number, metadata: kind == .full))
  }

  func setOwner(
    _ status: FileStatus, of descriptor: Descriptor, groupOnly: Bool
  ) throws(SystemError) {
    try begin("fchown")
    let number = try number(of: descriptor, "fchown")
    if user != 0, !groupOnly, status.owner != user {
      throw SystemError(call: "fchown", code: EPERM)
    }
    if user != 0, status.group != image[number]?.group {
      throw SystemError(call: "fchown", code: EPERM)
    }
    perform(.owner(number, groupOnly ? nil : status.owner, group: status.group))
  }

  func setPermissions(_ permissions: UInt32, of descriptor: Descriptor) throws(SystemError) {
    try begin("fchmod")
    perform(.permissions(try number(of: descriptor, "fchmod"), permissions))
  }

  func copyAttributes(from original: Descriptor, to copy: Descriptor) throws(SystemError) {
    try begin("fsetxattr")
    let attributes = image[try number(of: original, "fgetxattr")]?.attributes ?? [:]
    perform(.attributes(try number(of: copy, "fsetxattr"), attributes))
  }

  func setProtection(_ protection: FileProtection, of descriptor: Descriptor) throws(SystemError) {
    try begin("fcntl")
  }

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    try begin("renameat")
    let isUnsupported =
      kind == .exchange && limits.contains(.exchange)
      || kind == .exclusive && limits.contains(.exclusive)
    if isUnsupported { throw SystemError(call: "renameat", code: EINVAL) }
    let old = try locate(name, in: folder, following: false, "renameat")
    let new = try locate(newName, in: folder, following: false, "renameat")
    guard let node = old.node else { throw SystemError(call: "renameat", code: ENOENT) }
    try check(new.folder, 2, "renameat")
    switch kind {
    case .replacing:
      perform(.names(folder: new.folder, [name: nil, newName: node]))
    case .exclusive:
      if new.node != nil { throw SystemError(call: "renameat", code: EEXIST) }
      perform(.names(folder: new.folder, [name: nil, newName: node]))
    case .exchange:
      guard let other = new.node else { throw SystemError(call: "renameat", code: ENOENT) }
      perform(.names(folder: new.folder, [name: other, newName: node]))
    }
  }

  func link(_ name: String, to newName: String, in folder: Descriptor) throws(SystemError) {
    try begin("linkat")
    if limits.contains(.links) { throw SystemError(call: "linkat", code: EPERM) }
    let old = try locate(name, in: folder, following: false, "linkat")
    let new = try locate(newName, in: folder, following: false, "linkat")
    guard let node = old.node else { throw SystemError(call: "linkat", code: ENOENT) }
    if new.node != nil { throw SystemError(call: "linkat", code: EEXIST) }
    perform(.names(folder: new.folder, [newName: node]))
  }

  func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
    try begin("unlinkat")
    let location = try locate(name, in: folder, following: false, "unlinkat")
    guard location.node != nil else { throw SystemError(call: "unlinkat", code: ENOENT) }
    try check(location.folder, 2, "unlinkat")
    perform(.names(folder: location.folder, [location.name: nil]))
  }

  func removeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try begin("unlinkat")
    let location = try locate(path, in: folder, following: false, "unlinkat")
    guard let node = location.node else { throw SystemError(call: "unlinkat", code: ENOENT) }
    guard image.names(in: node).isEmpty else {
      throw SystemError(call: "unlinkat", code: ENOTEMPTY)
    }
    try check(location.folder, 2, "unlinkat")
    perform(.names(folder: location.folder, [location.name: nil]))
  }

  func makeFolder(_ path: String, in folder: Descriptor) throws(SystemError) {
    try begin("mkdirat")
    let location = try locate(path, in: folder, following: false, "mkdirat")
    if location.node != nil { throw SystemError(call: "mkdirat", code: EEXIST) }
    try check(location.folder, 2, "mkdirat")
    _ = create(
      DiskImage.Node(content: .folder([:]), permissions: 0o700, owner: user), at: location)
  }

  func lock(_ folder: Descriptor) throws(SystemError) {
    try begin("flock")
    if limits.contains(.locks) { throw SystemError(call: "flock", code: ENOTSUP) }
    let number = try number(of: folder, "flock")
    if let holder = locks[number], holder != folder.number {
      throw SystemError(call: "flock", code: EWOULDBLOCK)
    }
    locks[number] = folder.number
  }
}
