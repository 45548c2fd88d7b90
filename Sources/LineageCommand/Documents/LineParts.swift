import Foundation

/// Where the document is in each line.
struct LineLayout: Sendable {
  /// What ends the key at the beginning of each line; empty if there is none.
  var separator: [UInt8]
  /// The keys of the field that contains the document; empty if the line is the document.
  var column: [String]

  init(keySeparator: String? = nil, column: [String] = []) {
    separator = Array((keySeparator ?? "").utf8)
    self.column = column
  }
}

/// The parts of a line: the document, and what is around it.
struct LineParts {
  /// What is in a line.
  enum Content {
    case document(LineParts)
    /// The line has no document: it is blank, or has null in the column.
    case nothing
    case failure(DocumentFailure, key: String?)
  }

  /// Where the document is in the text.
  let range: Range<Int>
  let document: Data
  /// Whether the document is in a string, as text.
  let isText: Bool
  /// The key before the separator.
  let key: String?

  /// - Parameters:
  ///   - text: The text that the line is in.
  ///   - line: Where the line is, with its line feed if it has one.
  ///   - isFirst: Whether it is the first line, which may begin with a byte order mark.
  static func find(
    in text: Data, _ line: Range<Int>, isFirst: Bool, _ layout: LineLayout
  ) -> Content {
    // Most lines are nothing but the document.
    if layout.separator.isEmpty, layout.column.isEmpty, line.count > 2,
      text[line.lowerBound] == UInt8(ascii: "{"), text[line.upperBound - 2] == UInt8(ascii: "}"),
      text[line.upperBound - 1] == 0x0A
    {
      let range = line.lowerBound..<line.upperBound - 1
      return .document(LineParts(range: range, document: text[range], isText: false, key: nil))
    }
    return anywhere(in: text[line], isFirst: isFirst, layout)
  }

  private static func anywhere(
    in line: Data, isFirst: Bool, _ layout: LineLayout
  ) -> Content {
    var start = line.startIndex
    var end = line.endIndex
    while end > start, isSpace(line[end - 1]) { end -= 1 }
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    let keyStart = start
    while start < end, isSpace(line[start]) { start += 1 }
    if start >= end { return .nothing }
    var key: String?
    if !layout.separator.isEmpty {
      // The separator may be white space, with nothing before or after it.
      guard let separator = line[keyStart...].firstRange(of: layout.separator) else {
        return .failure(
          DocumentFailure(
            .missingKey,
            message: "The line has no separator between a key and a document."), key: nil)
      }
      key = String(decoding: line[keyStart..<separator.lowerBound], as: UTF8.self)
      start = separator.upperBound
      while start < end, isSpace(line[start]) { start += 1 }
    }
    if start >= end {
      return .failure(
        DocumentFailure(.unreadable, message: "There is no document after the key."), key: key)
    }
    if isUTF16Or32(line[start..<end]) {
      return .failure(
        DocumentFailure(
          .unreadable,
          message: "The line is UTF-16 or UTF-32. Convert the input to UTF-8 first."), key: key)
    }
    guard !layout.column.isEmpty else {
      let range = start..<end
      return .document(LineParts(range: range, document: line[range], isText: false, key: key))
    }
    return inColumn(of: line, start..<end, layout, key)
  }

  private static func inColumn(
    of line: Data, _ range: Range<Int>, _ layout: LineLayout, _ key: String?
  ) -> Content {
    // A line that was cut off doesn't end like an object.
    guard line[range].last == UInt8(ascii: "}"),
      let value = JSONColumn(line[range]).value(at: layout.column)
    else {
      return .failure(
        DocumentFailure(
          .missingColumn,
          message: "The line isn't an object that has the field of the document."), key: key)
    }
    guard value.endOfObject == range.count, !value.isFollowedByMore else {
      let message =
        value.isFollowedByMore
        ? "The line has something after the field of the document. It may be damaged."
        : value.endOfObject == nil
          ? "The line ends before its object does. It may have been cut off."
          : "The line has something after its object. Write each object in a line of its own."
      return .failure(DocumentFailure(.unreadable, message: message), key: key)
    }
    let start = range.lowerBound
    let range = (start + value.range.lowerBound)..<(start + value.range.upperBound)
    let content = line[range]
    if content.elementsEqual("null".utf8) { return .nothing }
    guard content.first == UInt8(ascii: "\"") else {
      return .document(LineParts(range: range, document: content, isText: false, key: key))
    }
    guard let text = try? JSONDecoder().decode(String.self, from: content) else {
      return .failure(
        DocumentFailure(
          .unreadable, message: "The field of the document has a string that isn't valid."),
        key: key)
    }
    return .document(LineParts(range: range, document: Data(text.utf8), isText: true, key: key))
  }

  /// Whether a document is UTF-16 or UTF-32, where a line feed takes several bytes. A decoder could read some of its lines,
  /// but the output would be in two encodings.
  private static func isUTF16Or32(_ document: Data) -> Bool {
    guard let first = document.first else { return false }
    return [0x00, 0xFE, 0xFF].contains(first) || document.dropFirst().first == 0
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  /// Appends the line with another document.
  func append(
    _ document: Data, insteadOfThatIn text: Data, _ line: Range<Int>, to output: inout Data
  ) {
    output.append(text[line.lowerBound..<range.lowerBound])
    output.append(isText ? Self.quoted(document) : document)
    output.append(text[range.upperBound..<line.upperBound])
  }

  /// A text as a string of JSON.
  private static func quoted(_ text: Data) -> Data {
    var result = Data([UInt8(ascii: "\"")])
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result.append(contentsOf: [0x5C, byte])
      // What the encoder writes has no other control characters than line feeds, and those are left out.
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
    return result
  }
}
