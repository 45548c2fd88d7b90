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
  private var output: JSONOutput
  private var depth = 0
  private var stack = StackSpace.aroundHere

  /// Writes the tree of a value. All its numbers must be finite, since JSON has no others.
  static func write(
    _ tree: DocumentTree, of type: any Any.Type, options: JSONWriterOptions
  ) throws -> Data {
    var writer = JSONWriter(tree, options: options)
    do {
      try writer.write(tree.view[0])
    } catch .forReaders {
      throw tooDeep(type)
    } catch .forStack {
      throw ValueProblem.stackEnds(at: [])
    }
    return writer.output.data
  }

  static func tooDeep(_ type: any Any.Type) -> EncodingError {
    .invalidValue(
      type,
      .init(
        codingPath: [],
        debugDescription: """
          The value nests deeper than \(DocumentDepth.maximum) levels, which JSON readers \
          refuse.
          """))
  }

  private init(_ tree: DocumentTree, options: JSONWriterOptions) {
    self.view = tree.view
    self.options = options
    output = JSONOutput(capacity: 16 * tree.slots.count + 64)
    output.escapesSlashes = !options.contains(.withoutEscapingSlashes)
  }

  private func text(_ start: Int, _ length: Int) -> Bytes {
    Bytes(start: view.text + start, count: length)
  }

  private func key(of slot: TreeNode) -> Bytes {
    text(Int(slot.keyStart), Int(slot.keyLength))
  }

  private mutating func write(_ slot: TreeNode) throws(TooDeep) {
    switch slot.kind {
    case .nothing:
      try open(ASCII.openBrace)
      close(ASCII.closeBrace, isEmpty: true)
    case .null: output.appendNull()
    case .false: output.append(false)
    case .true: output.append(true)
    case .integerText, .numberText, .json5NumberText: output.append(text(slot.start, slot.length))
    case .plainText: output.append(string: text(slot.start, slot.length))
    case .escapedText, .illFormedText: output.append(escaped: text(slot.start, slot.length))
    case .signed: output.append(Int64(bitPattern: slot.bits))
    case .unsigned: output.append(slot.bits)
    case .double: output.append(Double(bitPattern: slot.bits))
    case .float: output.append(Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
    case .native: output.append(view.native(of: slot))
    case .array: try writeArray(slot)
    case .object: try writeObject(slot)
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

  private mutating func writeArray(_ slot: TreeNode) throws(TooDeep) {
    try open(ASCII.openBracket)
    for child in view.children(of: slot) {
      separate(isFirst: child == slot.firstChild)
      try write(view[child])
    }
    close(ASCII.closeBracket, isEmpty: slot.firstChild == 0)
  }

  private mutating func writeObject(_ slot: TreeNode) throws(TooDeep) {
    try open(ASCII.openBrace)
    if options.contains(.sortedKeys), slot.count > 1 {
      var isFirst = true
      for child in sortedMembers(of: slot) {
        try writeMember(view[child], isFirst: isFirst)
        isFirst = false
      }
    } else {
      for child in view.children(of: slot) {
        try writeMember(view[child], isFirst: child == slot.firstChild)
      }
    }
    close(ASCII.closeBrace, isEmpty: slot.firstChild == 0)
  }

  private mutating func writeMember(_ member: TreeNode, isFirst: Bool) throws(TooDeep) {
    separate(isFirst: isFirst)
    if member.flags.contains(.escapedKey) {
      output.append(escaped: key(of: member))
    } else {
      output.append(string: key(of: member))
    }
    output.append(options.contains(.prettyPrinted) ? " : " : ":")
    try write(member)
  }

  private func sortedMembers(of object: TreeNode) -> [UInt32] {
    var members = Array(view.children(of: object))
    if members.allSatisfy({ !view[$0].flags.contains(.escapedKey) }) {
      members.sort { key(of: view[$0]).lexicographicallyPrecedes(key(of: view[$1])) }
    } else {
      members.sort { view.key(of: $0).utf8.lexicographicallyPrecedes(view.key(of: $1).utf8) }
    }
    return members
  }
}
