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

/// Turns a tree into JSON text, byte for byte as `JSONEncoder` would.
///
/// Members come in the order of the tree unless they are sorted. Numbers that the tree holds as
/// text are copied, so that they keep every digit that they had.
struct JSONWriter: ~Copyable {
  private let tree: FieldTree
  private let view: FieldTree.View
  private let options: JSONWriterOptions
  private let escaping: JSONOutput.Escaping
  private var output: JSONOutput
  private var depth = 0

  /// Writes the whole tree.
  ///
  /// - Parameters:
  ///   - tree: The tree. It holds no number that is not finite, since JSON has none; those that
  ///     JSON5 text brought in are written as JSON5 has them.
  ///   - options: The layout.
  ///   - textIsRaw: Whether strings and keys of the tree are what stood between the quotes of a
  ///     document, as opposed to the strings themselves.
  static func write(_ tree: FieldTree, options: JSONWriterOptions, textIsRaw: Bool) -> Data {
    var writer = JSONWriter(tree, options: options, textIsRaw: textIsRaw)
    writer.write(tree.view[0])
    return Data(writer.output.bytes)
  }

  private init(_ tree: FieldTree, options: JSONWriterOptions, textIsRaw: Bool) {
    self.tree = tree
    self.view = tree.view
    self.options = options
    escaping = textIsRaw ? .raw : .plain(slashes: !options.contains(.withoutEscapingSlashes))
    output = JSONOutput(capacity: 16 * tree.slots.count + 64)
  }

  private func text(_ start: Int, _ length: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: view.text + start, count: length)
  }

  private func key(of slot: FieldSlot) -> UnsafeBufferPointer<UInt8> {
    text(Int(slot.keyStart), Int(slot.keyLength))
  }

  private mutating func write(_ slot: FieldSlot) {
    switch slot.kind {
    case .nothing:
      open(ASCII.openBrace)
      close(ASCII.closeBrace, isEmpty: true)
    case .null: output.append("null")
    case .false: output.append("false")
    case .true: output.append("true")
    case .integerText, .numberText: output.append(text(slot.start, slot.length))
    case .json5NumberText: writeJSON5Number(text(slot.start, slot.length))
    case .plainText, .escapedText:
      output.append(string: text(slot.start, slot.length), escaping)
    case .signed: output.append(Int64(bitPattern: slot.bits))
    case .unsigned: output.append(slot.bits)
    case .double: output.append(Double(bitPattern: slot.bits))
    case .float: output.append(Float(bitPattern: UInt32(truncatingIfNeeded: slot.bits)))
    case .native: write(tree.natives[slot.start])
    case .array: writeArray(slot)
    case .object: writeObject(slot)
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
    }
  }

  private mutating func write(string: String) {
    var string = string
    string.withUTF8 {
      output.append(
        string: $0, .plain(slashes: !options.contains(.withoutEscapingSlashes)))
    }
  }

  private mutating func writeJSON5Number(_ text: UnsafeBufferPointer<UInt8>) {
    if let integer = JSONNumber.integer(Int128.self, text, kind: .json5NumberText) {
      output.append(integer.description)
    } else if let number = JSONNumber.double(text, kind: .json5NumberText), number.isFinite {
      output.append(number)
    } else {
      output.append(text)
    }
  }
}

// MARK: - Containers

extension JSONWriter {
  private mutating func open(_ bracket: UInt8) {
    output.append(bracket)
    depth += 1
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

  private mutating func writeArray(_ slot: FieldSlot) {
    open(ASCII.openBracket)
    var child = slot.firstChild
    while child != 0 {
      separate(isFirst: child == slot.firstChild)
      let element = view[child]
      write(element)
      child = element.next
    }
    close(ASCII.closeBracket, isEmpty: slot.firstChild == 0)
  }

  private mutating func writeObject(_ slot: FieldSlot) {
    open(ASCII.openBrace)
    if options.contains(.sortedKeys), slot.count > 1 {
      var isFirst = true
      for child in sortedMembers(of: slot) {
        writeMember(view[child], isFirst: isFirst)
        isFirst = false
      }
    } else {
      var child = slot.firstChild
      while child != 0 {
        let member = view[child]
        writeMember(member, isFirst: child == slot.firstChild)
        child = member.next
      }
    }
    close(ASCII.closeBrace, isEmpty: slot.firstChild == 0)
  }

  private mutating func writeMember(_ member: FieldSlot, isFirst: Bool) {
    separate(isFirst: isFirst)
    output.append(string: key(of: member), escaping)
    output.append(options.contains(.prettyPrinted) ? " : " : ":")
    write(member)
  }

  private func sortedMembers(of object: FieldSlot) -> [UInt32] {
    var members: [UInt32] = []
    members.reserveCapacity(Int(object.count))
    var child = object.firstChild
    while child != 0 {
      members.append(child)
      child = view[child].next
    }
    members.sort { first, second in
      let (firstKey, secondKey) = (key(of: view[first]), key(of: view[second]))
      guard view[first].flags.union(view[second].flags).contains(.escapedKey) else {
        return firstKey.lexicographicallyPrecedes(secondKey)
      }
      return JSONText.bytes(firstKey).lexicographicallyPrecedes(JSONText.bytes(secondKey))
    }
    return members
  }
}
