#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads property lists of all formats into a tree.
enum PropertyListReader {
  /// The string that encoders of all formats write for nil.
  static let textOfNil = Array("$null".utf8)

  static func read(_ data: Data, into tree: DocumentTree) throws(PropertyListError) {
    guard data.count <= UInt32.max else { throw PropertyListError(.tooLarge) }
    let bytes = [UInt8](data)
    if bytes.starts(with: "bplist".utf8) {
      return try BinaryPropertyList(bytes, PropertyListBuilder(tree)).read()
    }
    let text = try utf8(bytes)
    guard text.count <= UInt32.max else { throw PropertyListError(.tooLarge) }
    guard let first = text.first(where: { !ASCII.isXMLSpace($0) }) else {
      // As in Foundation, OpenStep text with only white space is an empty dictionary.
      if text.isEmpty { throw PropertyListError(.empty) }
      tree.append(TreeNode(.object))
      return
    }
    if first == ASCII.lessThan {
      var reader = XMLPropertyList(text, PropertyListBuilder(tree))
      try reader.read()
    } else {
      var reader = OpenStepPropertyList(text, PropertyListBuilder(tree))
      try reader.read()
    }
  }

  /// The text of a document as UTF-8. A document that is already UTF-8 isn't validated.
  private static func utf8(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    let text: TextEncoding.UTF8Text
    do {
      text = try bytes.withBytes { (bytes) throws(JSONSyntaxError) in
        try TextEncoding.utf8(bytes)
      }
    } catch {
      throw PropertyListError(.invalidEncoding)
    }
    switch text {
    case .converted(let text): return text
    case .asItIs(skip: 0): return try XMLDeclaration(bytes).utf8(bytes)
    case .asItIs(let skip): return Array(bytes[skip...])
    }
  }
}

/// The encoding in a document's optional `<?xml …?>` declaration.
private struct XMLDeclaration {
  private let encoding: String?

  init(_ text: [UInt8]) {
    guard text.starts(with: "<?xml".utf8) else {
      encoding = nil
      return
    }
    let declaration = String(decoding: text.prefix(1024).prefix { $0 != 0x3E }, as: UTF8.self)
    let parts = declaration.split(separator: "encoding", maxSplits: 1)
    let value = parts.count < 2 ? "" : parts[1].drop { " \t\r\n=".contains($0) }
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      encoding = nil
      return
    }
    encoding = value.dropFirst().prefix { $0 != quote }.lowercased()
  }

  func utf8(_ text: [UInt8]) throws(PropertyListError) -> [UInt8] {
    switch encoding {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return text
    case "iso-8859-1", "latin1":
      return Array(String(decoding: text.map(UInt16.init), as: UTF16.self).utf8)
    default: throw PropertyListError(.unknownEncoding)
    }
  }
}

extension ASCII {
  static var lessThan: UInt8 { 0x3C }
  static var greaterThan: UInt8 { 0x3E }
  static var ampersand: UInt8 { 0x26 }
  static var equals: UInt8 { 0x3D }
  static var semicolon: UInt8 { 0x3B }
  static var exclamationMark: UInt8 { 0x21 }
  static var questionMark: UInt8 { 0x3F }
  static var numberSign: UInt8 { 0x23 }
  static var openParenthesis: UInt8 { 0x28 }
  static var closeParenthesis: UInt8 { 0x29 }

  static func isXMLSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == tab || byte == carriageReturn
  }
}
