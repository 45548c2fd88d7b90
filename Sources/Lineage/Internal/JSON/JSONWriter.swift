#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The formatting options of `JSONEncoder.OutputFormatting`.
struct JSONWriterOptions: OptionSet {
  var rawValue: UInt8
  static let prettyPrinted = JSONWriterOptions(rawValue: 1)
  static let sortedKeys = JSONWriterOptions(rawValue: 2)
  static let withoutEscapingSlashes = JSONWriterOptions(rawValue: 4)
}

/// Writes a tree as JSON text, byte for byte like `JSONEncoder`.
///
/// Members are in the order of the tree unless they are sorted. Numbers that the tree has as text
/// are copied, so they keep every digit; so are strings with their escapes.
struct JSONWriter: ~Copyable {
  /// The containers nest deeper than readers accept, or than the stack allows.
  private enum TooDeep: Error { case forReaders, forStack }

  private let view: DocumentTree.View
  private let options: JSONWriterOptions
  /// Whether the tree was read from text that was written with the same options, except that its
  /// members aren't sorted or indented. Its strings are copied, and not escaped again.
  private let isOfText: Bool
  private var output: OutputBuffer
  /// The members of open objects that are being sorted.
  private var members: [SortedMember] = []
  private var depth = 0
  private var stack = StackSpace.aroundHere

  /// Writes the tree of a value. All its numbers must be finite, since JSON has no others.
  static func write(
    _ tree: DocumentTree, of type: any Any.Type, options: JSONWriterOptions, isOfText: Bool
  ) throws -> Data {
    var writer = JSONWriter(tree, options: options, isOfText: isOfText)
    do {
      try writer.write(tree.view[0])
    } catch .forReaders {
      throw EncodingProblem.tooDeep.error(for: type)
    } catch .forStack {
      throw EncodingProblem.stackEnds.error(for: "a value")
    }
    return writer.output.data
  }

  private init(_ tree: DocumentTree, options: JSONWriterOptions, isOfText: Bool) {
    self.view = tree.view
    self.options = options
    self.isOfText = isOfText
    output = OutputBuffer(capacity: 16 * tree.slots.count + 64)
    output.escapesSlashes = !options.contains(.withoutEscapingSlashes)
  }

  private func text(_ start: Int, _ length: Int) -> Bytes {
    Bytes(start: view.text + start, count: length)
  }

  private func key(of node: TreeNode) -> Bytes {
    text(Int(node.keyStart), Int(node.keyLength))
  }

  private mutating func write(_ node: TreeNode) throws(TooDeep) {
    switch node.kind {
    case .nothing:
      try open(ASCII.openBrace)
      close(ASCII.closeBrace, isEmpty: true)
    case .null: output.appendNull()
    case .false: output.append(false)
    case .true: output.append(true)
    case .integerText, .numberText, .json5NumberText: output.append(text(node.start, node.length))
    case .plainText where !isOfText: output.append(string: text(node.start, node.length))
    case .plainText: output.append(escaped: text(node.start, node.length))
    case .escapedText, .illFormedText: output.append(escaped: text(node.start, node.length))
    case .signed: output.append(Int64(bitPattern: node.bits))
    case .unsigned: output.append(node.bits)
    case .double: output.append(Double(bitPattern: node.bits))
    case .float: output.append(Float(bitPattern: UInt32(truncatingIfNeeded: node.bits)))
    case .native: output.append(view.native(of: node))
    case .array: try writeArray(node)
    case .object: try writeObject(node)
    }
  }
}

// MARK: - Containers

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) throws(TooDeep) {
    output.append(bracket)
    depth += 1
    if depth > DocumentDepth.maximum { throw .forReaders }
    guard stack.hasRoom() else { throw .forStack }
  }

  /// Closes a container, on its own line if the output is pretty-printed. An empty one has an empty
  /// line.
  private mutating func close(_ bracket: UInt8, isEmpty: Bool) {
    depth -= 1
    if options.contains(.prettyPrinted) {
      if isEmpty { output.append(ASCII.lineFeed) }
      output.appendLineBreak(indentedBy: 2 * depth)
    }
    output.append(bracket)
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { output.append(ASCII.comma) }
    guard options.contains(.prettyPrinted) else { return }
    output.appendLineBreak(indentedBy: 2 * depth)
  }

  private mutating func writeArray(_ node: TreeNode) throws(TooDeep) {
    try open(ASCII.openBracket)
    for child in view.children(of: node) {
      separate(isFirst: child == node.firstChild)
      try write(view[child])
    }
    close(ASCII.closeBracket, isEmpty: node.firstChild == 0)
  }

  private mutating func writeObject(_ node: TreeNode) throws(TooDeep) {
    try open(ASCII.openBrace)
    if options.contains(.sortedKeys), node.count > 1 {
      let first = members.count
      addSortedMembers(of: node)
      for index in first..<members.count {
        try writeMember(view[members[index].slot], isFirst: index == first)
      }
      members.removeLast(members.count - first)
    } else {
      for child in view.children(of: node) {
        try writeMember(view[child], isFirst: child == node.firstChild)
      }
    }
    close(ASCII.closeBrace, isEmpty: node.firstChild == 0)
  }

  private mutating func writeMember(_ member: TreeNode, isFirst: Bool) throws(TooDeep) {
    separate(isFirst: isFirst)
    if isOfText, !options.contains(.prettyPrinted), let text = text(ofMember: member) {
      return output.append(text)
    }
    if isOfText || member.flags.contains(.escapedKey) {
      output.append(escaped: key(of: member))
    } else {
      output.append(string: key(of: member))
    }
    output.append(options.contains(.prettyPrinted) ? " : " : ":")
    try write(member)
  }

  /// The text of a member with its key; nil if its value is a container.
  private func text(ofMember member: TreeNode) -> Bytes? {
    let end: Int
    switch member.kind {
    case .null, .false, .true, .integerText, .numberText: end = member.start + member.length
    case .plainText, .escapedText, .illFormedText: end = member.start + member.length + 1
    default: return nil
    }
    let start = Int(member.keyStart) - 1
    return text(start, end - start)
  }

  // MARK: - Sorting

  /// A member with the first eight bytes of its key, which decide the order of most.
  fileprivate struct SortedMember {
    let beginning: UInt64
    let slot: UInt32
  }

  /// Adds the members of an object to `members`, sorted by the UTF-8 of their keys.
  private mutating func addSortedMembers(of object: TreeNode) {
    let first = members.count
    var hasEscapes = false
    for member in view.children(of: object) {
      let node = view[member]
      hasEscapes = hasEscapes || node.flags.contains(.escapedKey)
      members.append(SortedMember(beginning: key(of: node).firstEightBytes, slot: member))
    }
    let view = view
    members.sortFew(from: first) { $0.precedes($1, in: view, hasEscapes: hasEscapes) }
  }
}

extension JSONWriter.SortedMember {
  @inline(__always)
  fileprivate func precedes(
    _ other: JSONWriter.SortedMember, in view: DocumentTree.View, hasEscapes: Bool
  ) -> Bool {
    if !hasEscapes, beginning != other.beginning { return beginning < other.beginning }
    return precedesByName(other, in: view)
  }

  @inline(never)
  private func precedesByName(
    _ other: JSONWriter.SortedMember, in view: DocumentTree.View
  ) -> Bool {
    view.key(of: slot).utf8.lexicographicallyPrecedes(view.key(of: other.slot).utf8)
  }
}

extension Bytes {
  /// The first eight bytes, the first of them in the highest bits, with zeros for those that are
  /// missing.
  fileprivate var firstEightBytes: UInt64 {
    guard let start = baseAddress else { return 0 }
    return EightBytes(start, before: start + count).word.byteSwapped
  }
}
