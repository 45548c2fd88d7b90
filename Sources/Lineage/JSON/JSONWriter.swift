#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How JSON text is laid out; each option does what it does in `JSONEncoder.OutputFormatting`.
struct JSONWriterOptions: OptionSet {
  var rawValue: UInt8
  static let prettyPrinted = JSONWriterOptions(rawValue: 1)
  static let sortedKeys = JSONWriterOptions(rawValue: 2)
  static let withoutEscapingSlashes = JSONWriterOptions(rawValue: 4)
}

/// Turns a tree that an encoder built into JSON text, byte for byte as `JSONEncoder` would.
///
/// Members come in the order of the tree unless they are sorted. Numbers that the tree holds as
/// text are copied, so that they keep every digit that they had.
struct JSONWriter: ~Copyable {
  /// The containers nest deeper than readers follow.
  struct TooDeep: Error {}

  private let view: FieldTree.View
  private let options: JSONWriterOptions
  private let escapesSlashes: Bool
  private var output: JSONOutput
  private var depth = 0

  /// Writes the whole tree, which holds no number that is not finite, since JSON has none.
  static func write(
    _ tree: FieldTree, options: JSONWriterOptions
  ) throws(TooDeep) -> Data {
    var writer = JSONWriter(tree, options: options)
    try writer.write(tree.view[0])
    return Data(writer.output.bytes)
  }

  private init(_ tree: FieldTree, options: JSONWriterOptions) {
    self.view = tree.view
    self.options = options
    escapesSlashes = !options.contains(.withoutEscapingSlashes)
    output = JSONOutput(capacity: 16 * tree.slots.count + 64)
  }

  private func text(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: view.text + start, count: length)
  }

  private func key(of slot: FieldSlot) -> UnsafeBufferPointer<UInt8> {
    text(Int(slot.keyStart), Int(slot.keyLength))
  }

  private mutating func write(_ slot: FieldSlot) throws(TooDeep) {
    switch slot.kind {
    case .nothing:
      try open(ASCII.openBrace)
      close(ASCII.closeBrace, isEmpty: true)
    case .null: output.append("null")
    case .false: output.append("false")
    case .true: output.append("true")
    case .integerText, .numberText, .json5NumberText: output.append(text(slot.start, slot.length))
    case .plainText, .escapedText:
      output.append(string: text(slot.start, slot.length), escapingSlashes: escapesSlashes)
    case .signed: output.append(Int64(bitPattern: slot.bits))
    case .unsigned: output.append(slot.bits)
    case .double: output.append(Double(bitPattern: slot.bits))
    case .float: output.append(Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
    case .native: write(view.native(of: slot))
    case .array: try writeArray(slot)
    case .object: try writeObject(slot)
    }
  }

  private mutating func write(_ native: FieldNative) {
    switch native {
    case .date(let date): output.append(date.timeIntervalSinceReferenceDate)
    case .data(let data): write(string: data.base64EncodedString())
    case .decimal(let decimal): output.append(decimal.description)
    case .url(let url): write(string: url.absoluteString)
    case .int128(let integer): output.append(integer.description)
    case .uint128(let integer): output.append(integer.description)
    case .carried: preconditionFailure("Internal error: a carried value in a document.")
    }
  }

  private mutating func write(string: String) {
    var string = string
    string.withUTF8 { output.append(string: $0, escapingSlashes: escapesSlashes) }
  }
}

// MARK: - Containers

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) throws(TooDeep) {
    output.append(bracket)
    depth += 1
    if depth > JSONIndexer.maximumDepth { throw TooDeep() }
  }

  /// Ends a container, on a line of its own where there are lines. An empty one has an empty line.
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

  private mutating func writeArray(_ slot: FieldSlot) throws(TooDeep) {
    try open(ASCII.openBracket)
    var child = slot.firstChild
    while child != 0 {
      separate(isFirst: child == slot.firstChild)
      let element = view[child]
      try write(element)
      child = element.next
    }
    close(ASCII.closeBracket, isEmpty: slot.firstChild == 0)
  }

  private mutating func writeObject(_ slot: FieldSlot) throws(TooDeep) {
    try open(ASCII.openBrace)
    if options.contains(.sortedKeys), slot.count > 1 {
      var isFirst = true
      for child in sortedMembers(of: slot) {
        try writeMember(view[child], isFirst: isFirst)
        isFirst = false
      }
    } else {
      var child = slot.firstChild
      while child != 0 {
        let member = view[child]
        try writeMember(member, isFirst: child == slot.firstChild)
        child = member.next
      }
    }
    close(ASCII.closeBrace, isEmpty: slot.firstChild == 0)
  }

  private mutating func writeMember(_ member: FieldSlot, isFirst: Bool) throws(TooDeep) {
    separate(isFirst: isFirst)
    output.append(string: key(of: member), escapingSlashes: escapesSlashes)
    output.append(options.contains(.prettyPrinted) ? " : " : ":")
    try write(member)
  }

  private func sortedMembers(of object: FieldSlot) -> [UInt32] {
    var members: [UInt32] = []
    members.reserveCapacity(Int(object.count))
    var child = object.firstChild
    while child != 0 {
      members.append(child)
      child = view[child].next
    }
    members.sort { key(of: view[$0]).lexicographicallyPrecedes(key(of: view[$1])) }
    return members
  }
}
