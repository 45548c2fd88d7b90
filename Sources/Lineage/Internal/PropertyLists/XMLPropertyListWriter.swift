#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a tree as an XML property list, byte for byte like `PropertyListEncoder`.
struct XMLPropertyListWriter: ~Copyable {
  typealias Failure = PropertyListWriter.Failure

  private let view: DocumentTree.View
  private var output: OutputBuffer
  /// The number of tabs before the current element.
  private var depth = 0
  /// The members of open dictionaries that are being sorted.
  private var members: [UInt32] = []
  private var stack = StackSpace.aroundHere

  static func write(_ tree: DocumentTree) throws(Failure) -> Data {
    var writer = XMLPropertyListWriter(tree)
    writer.output.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """ as StaticString)
    try writer.write(writer.view[0])
    writer.output.append("</plist>\n" as StaticString)
    return writer.output.data
  }

  private init(_ tree: DocumentTree) {
    view = tree.view
    output = OutputBuffer(capacity: 32 * tree.slots.count + 256)
  }

  private mutating func write(_ node: TreeNode) throws(Failure) {
    output.appendTabs(depth)
    switch node.kind {
    case .object: try writeDictionary(node)
    case .array: try writeArray(node)
    case .nothing: output.append("<dict/>\n" as StaticString)
    case .null: output.append("<string>$null</string>\n" as StaticString)
    case .true: output.append("<true/>\n" as StaticString)
    case .false: output.append("<false/>\n" as StaticString)
    case .plainText:
      output.append("<string>" as StaticString)
      output.append(escapedForXML: try view.propertyListText(view.text(of: node)))
      output.append("</string>\n" as StaticString)
    case .signed, .unsigned, .double, .float: writeNumber(node)
    case .integerText, .numberText, .json5NumberText:
      writeNumber(try view.propertyListNumber(node))
    case .native: try write(view.native(of: node))
    case .escapedText, .illFormedText: throw .isLeftToEncoder
    }
  }

  private mutating func writeNumber(_ node: TreeNode) {
    switch node.kind {
    case .double: write(Double(bitPattern: node.bits))
    case .float: write(Double(Float(bitPattern: UInt32(truncatingIfNeeded: node.bits))))
    default:
      output.append("<integer>" as StaticString)
      if node.kind == .signed {
        output.append(Int64(bitPattern: node.bits))
      } else {
        output.append(node.bits)
      }
      output.append("</integer>\n" as StaticString)
    }
  }

  private mutating func write(_ number: Double) {
    output.append("<real>" as StaticString)
    if number.isFinite {
      output.append(number)
    } else if number.isNaN {
      output.append("nan" as StaticString)
    } else {
      output.append(number > 0 ? "+infinity" : "-infinity")
    }
    output.append("</real>\n" as StaticString)
  }

  // MARK: - Containers

  private mutating func writeArray(_ node: TreeNode) throws(Failure) {
    if node.firstChild == 0 { return output.append("<array/>\n" as StaticString) }
    output.append("<array>\n" as StaticString)
    try open()
    for element in view.children(of: node) { try write(view[element]) }
    close("</array>\n")
  }

  private mutating func writeDictionary(_ node: TreeNode) throws(Failure) {
    if node.firstChild == 0 { return output.append("<dict/>\n" as StaticString) }
    output.append("<dict>\n" as StaticString)
    try open()
    let first = members.count
    try addSortedMembers(of: node)
    for index in first..<members.count {
      let member = view[members[index]]
      output.appendTabs(depth)
      output.append("<key>" as StaticString)
      output.append(escapedForXML: view.keyText(of: member))
      output.append("</key>\n" as StaticString)
      try write(member)
    }
    members.removeLast(members.count - first)
    close("</dict>\n")
  }

  private mutating func open() throws(Failure) {
    guard stack.hasRoom() else { throw .stackEnds }
    depth += 1
  }

  private mutating func close(_ tag: StaticString) {
    depth -= 1
    output.appendTabs(depth)
    output.append(tag)
  }

  /// Adds the members of a dictionary to `members`, sorted by their keys.
  private mutating func addSortedMembers(of dictionary: TreeNode) throws(Failure) {
    let first = members.count
    var areASCII = true
    for member in view.children(of: dictionary) {
      areASCII = try view.propertyListKey(view[member]).isASCII && areASCII
      members.append(member)
    }
    let view = view
    // Strings are compared by their characters, whose order is that of the bytes in ASCII only.
    members.sortFew(from: first) {
      areASCII
        ? view.keyText(of: view[$0]).lexicographicallyPrecedes(view.keyText(of: view[$1]))
        : view.key(of: $0) < view.key(of: $1)
    }
  }

  // MARK: - Native values

  private mutating func write(_ native: NativeValue) throws(Failure) {
    switch native {
    case .date(let date):
      guard
        let date = ISO8601Date(secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate)
      else { throw .isLeftToEncoder }
      output.append("<date>" as StaticString)
      output.append(unquoted: date)
      output.append("</date>\n" as StaticString)
    case .data(let data): write(data)
    case .url, .decimal, .int128, .uint128: throw .isLeftToEncoder
    case .carried: preconditionFailure("Internal error: a carried value in a document.")
    }
  }

  /// Writes Base64 in lines of up to 76 characters, in which a tab counts eight.
  private mutating func write(_ data: Data) {
    output.append("<data>\n" as StaticString)
    let tabs = min(depth, 8)
    var text = data.base64EncodedString()
    text.withBytes { text in
      var start = 0
      while start < text.count {
        let end = min(start + 76 - 8 * tabs, text.count)
        output.appendTabs(tabs)
        output.append(text[start..<end])
        output.append(ASCII.lineFeed)
        start = end
      }
    }
    output.appendTabs(depth)
    output.append("</data>\n" as StaticString)
  }
}

extension OutputBuffer {
  fileprivate mutating func appendTabs(_ count: Int) {
    for _ in 0..<count { append(ASCII.tab) }
  }

  /// Writes text as the content of an element.
  fileprivate mutating func append(escapedForXML text: Bytes) {
    var start = 0
    for index in text.indices {
      let byte = text[index]
      // All characters that need an escape are in this range.
      if byte &- ASCII.ampersand > ASCII.greaterThan - ASCII.ampersand { continue }
      let escape: StaticString
      switch byte {
      case ASCII.ampersand: escape = "&amp;"
      case ASCII.lessThan: escape = "&lt;"
      case ASCII.greaterThan: escape = "&gt;"
      default: continue
      }
      append(text[start..<index])
      append(escape)
      start = index + 1
    }
    append(text[start...])
  }
}
