import Foundation

/// What is on a simulated disk: files, folders and symbolic links by number.
struct DiskImage: Equatable, Sendable {
  /// A file, a folder or a symbolic link, whatever its names are.
  struct Node: Equatable, Sendable {
    enum Content: Equatable, Sendable {
      case file(Data)
      case folder([String: Int])
      case link(String)
      case pipe
    }

    var content: Content
    var permissions: UInt32
    var owner: UInt32 = 0
    var group: UInt32 = 0
    var attributes: [String: Data] = [:]
    /// The time of the last change of the content.
    var modified = 0
    /// The effects that have made it what it is, which tell its contents apart at a small cost.
    var history: [Int] = []

    static func == (first: Node, second: Node) -> Bool {
      first.content == second.content && first.permissions == second.permissions
        && first.owner == second.owner && first.group == second.group
        && first.attributes == second.attributes && first.modified == second.modified
    }
  }

  static let root = 1

  private(set) var nodes: [Int: Node] = [
    root: Node(content: .folder([:]), permissions: 0o755)
  ]

  subscript(number: Int) -> Node? {
    nodes[number]
  }

  var unusedNumber: Int { (nodes.keys.max() ?? 0) + 1 }
}

// MARK: - Making and looking at images

extension DiskImage {
  /// Adds a node, and the folders that it is in.
  mutating func add(_ path: String, _ node: Node) {
    var parent = Self.root
    let components = path.split(separator: "/").map(String.init)
    for component in components.dropLast() {
      if let child = names(in: parent)[component] {
        parent = child
      } else {
        parent = add(component, in: parent, Node(content: .folder([:]), permissions: 0o755))
      }
    }
    _ = add(components.last ?? "", in: parent, node)
  }

  private mutating func add(_ name: String, in folder: Int, _ node: Node) -> Int {
    let number = unusedNumber
    nodes[number] = node
    setNames([name: number], in: folder)
    return number
  }

  mutating func addFile(_ path: String, _ data: Data, permissions: UInt32 = 0o644) {
    add(path, Node(content: .file(data), permissions: permissions))
  }

  mutating func addFolder(_ path: String, permissions: UInt32 = 0o755) {
    add(path, Node(content: .folder([:]), permissions: permissions))
  }

  mutating func addLink(_ path: String, to destination: String) {
    add(path, Node(content: .link(destination), permissions: 0o777))
  }

  /// Gives everything to a user.
  mutating func setOwner(_ user: UInt32) {
    for number in nodes.keys { nodes[number]?.owner = user }
  }

  func names(in folder: Int) -> [String: Int] {
    if case .folder(let names) = nodes[folder]?.content { names } else { [:] }
  }

  /// The number of the node at a path without symbolic links.
  func number(at path: String) -> Int? {
    path.split(separator: "/").reduce(Self.root) { parent, name in
      parent.flatMap { names(in: $0)[String(name)] }
    }
  }

  /// The path of a node without symbolic links.
  func path(of number: Int) -> String? {
    number == Self.root ? "/" : paths.keys.first { self.number(at: $0) == number }
  }

  func bytes(at path: String) -> Data? {
    guard let number = number(at: path), case .file(let data) = nodes[number]?.content else {
      return nil
    }
    return data
  }

  /// All nodes that have a name, by path.
  var paths: [String: Node] {
    var result: [String: Node] = [:]
    var folders = [("", Self.root)]
    while let (path, number) = folders.popLast() {
      for (name, child) in names(in: number) {
        guard let node = nodes[child] else { continue }
        result["\(path)/\(name)"] = node
        if case .folder = node.content { folders.append(("\(path)/\(name)", child)) }
      }
    }
    return result
  }

  /// The paths of all files.
  var filePaths: [String] {
    paths.filter { if case .file = $0.value.content { true } else { false } }.keys.sorted()
  }
}

// MARK: - Effects

/// One change of what is on a disk, which a power cut may undo as long as it isn't synced.
enum DiskEffect: Sendable {
  case create(Int, DiskImage.Node)
  case write(Int, offset: Int, Data)
  case permissions(Int, UInt32)
  case owner(Int, UInt32?, group: UInt32)
  case attributes(Int, [String: Data])
  /// What names stand for from now on, as one step; nil if the name is gone.
  case names(folder: Int, [String: Int?])
  /// A sync of a file or a folder.
  case sync(Int, metadata: Bool)
  /// A failed sync: what was written to the file before will never be synced.
  case forget(Int)

  static let pageSize = 4096

  /// A number that tells the effects of one scenario apart.
  var signature: Int {
    var hasher = Hasher()
    switch self {
    case .create(let number, let node):
      hasher.combine(1)
      hasher.combine(number)
      hasher.combine(node.permissions)
    case .write(let number, let offset, let data):
      hasher.combine(2)
      hasher.combine([number, offset, data.count])
    case .permissions(let number, let permissions):
      hasher.combine(3)
      hasher.combine(number)
      hasher.combine(permissions)
    case .owner(let number, let owner, let group):
      hasher.combine(4)
      hasher.combine(number)
      hasher.combine(owner)
      hasher.combine(group)
    case .attributes(let number, let attributes):
      hasher.combine(5)
      hasher.combine(number)
      hasher.combine(attributes)
    case .names(let folder, let names):
      hasher.combine(6)
      hasher.combine(folder)
      hasher.combine(names)
    case .sync(let number, let metadata):
      hasher.combine(metadata ? 7 : 8)
      hasher.combine(number)
    case .forget(let number):
      hasher.combine(9)
      hasher.combine(number)
    }
    return hasher.finalize()
  }

  /// How many ways there are for it to have happened or not. The first is that it hasn't, the last that it has.
  var outcomes: Int {
    switch self {
    case .create, .sync, .forget: 1
    case .permissions, .owner, .attributes, .names: 2
    case .write(_, _, let data):
      // The file ends at a page, or has its length and each of the pages or zeros.
      Self.pages(data) + (1 << Self.pages(data))
    }
  }

  static func pages(_ data: Data) -> Int {
    (data.count + pageSize - 1) / pageSize
  }

  /// The bytes that one of the outcomes of a write has left.
  static func outcome(_ outcome: Int, ofWriting data: Data) -> Data {
    let pages = pages(data)
    if outcome < pages { return data.prefix(outcome * pageSize) }
    let written = outcome - pages
    if written == (1 << pages) - 1 { return data }
    var result = Data(count: data.count)
    for page in 0..<pages where written & (1 << page) != 0 {
      let range = page * pageSize..<min((page + 1) * pageSize, data.count)
      result.replaceSubrange(
        range, with: data[data.startIndex + range.lowerBound..<data.startIndex + range.upperBound])
    }
    return result
  }
}

extension DiskImage {
  /// Lets an effect happen, in one of its outcomes.
  mutating func apply(_ effect: DiskEffect, outcome: Int, index: Int) {
    if outcome == 0, effect.outcomes > 1 { return }
    let mark = index << 8 | min(outcome, 255)
    switch effect {
    case .create(let number, let node):
      nodes[number] = node
      nodes[number]?.history = [mark]
    case .write(let number, let offset, let data):
      write(DiskEffect.outcome(outcome, ofWriting: data), to: number, at: offset)
      nodes[number]?.modified = index + 1
      nodes[number]?.history.append(mark)
    case .permissions(let number, let permissions):
      nodes[number]?.permissions = permissions
      nodes[number]?.history.append(mark)
    case .owner(let number, let owner, let group):
      if let owner { nodes[number]?.owner = owner }
      nodes[number]?.group = group
      nodes[number]?.history.append(mark)
    case .attributes(let number, let attributes):
      nodes[number]?.attributes = attributes
      nodes[number]?.history.append(mark)
    case .names(let folder, let names):
      setNames(names, in: folder)
    case .sync, .forget:
      break
    }
  }

  mutating func apply(_ effect: DiskEffect, index: Int) {
    apply(effect, outcome: effect.outcomes - 1, index: index)
  }

  private mutating func write(_ bytes: Data, to number: Int, at offset: Int) {
    guard case .file(var data) = nodes[number]?.content else { return }
    if offset == data.count {
      data.append(bytes)
    } else {
      if data.count < offset + bytes.count {
        data.append(Data(count: offset + bytes.count - data.count))
      }
      data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    nodes[number]?.content = .file(data)
  }

  private mutating func setNames(_ changes: [String: Int?], in folder: Int) {
    var names = names(in: folder)
    for (name, number) in changes { names[name] = number }
    nodes[folder]?.content = .folder(names)
  }
}
