#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A look at how deep the text of an XML property list nests, before Foundation's parser follows it
/// with a stack that does not end well.
enum PropertyListDepth {
  private static let lessThan: UInt8 = 0x3C
  private static let greaterThan: UInt8 = 0x3E

  /// Whether a property list nests no deeper than readers follow. Only XML is looked at.
  static func isBearable(_ data: Data) -> Bool {
    data.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: UInt8.self)
      if text.starts(with: "bplist".utf8) { return true }
      switch try? JSONTextEncoding.utf8(text) {
      case .converted(let text): return text.withUnsafeBufferPointer(isBearable)
      case .asItIs, nil: return isBearable(text)
      }
    }
  }

  private static func isBearable(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.prefix(256).contains(lessThan) else { return true }
    var depth = 0
    var cursor = 0
    while let tag = text[cursor...].firstIndex(of: lessThan) {
      let rest = text[(tag + 1)...]
      cursor = tag + 1
      if rest.starts(with: "!--".utf8) {
        cursor = end(of: "-->", in: rest)
      } else if rest.starts(with: "![CDATA[".utf8) {
        cursor = end(of: "]]>", in: rest)
      } else if rest.starts(with: "/dict".utf8) || rest.starts(with: "/array".utf8) {
        depth -= 1
      } else if rest.starts(with: "dict".utf8) || rest.starts(with: "array".utf8) {
        // A tag without an end is for the parser to complain about.
        guard let close = rest.firstIndex(of: greaterThan) else { return true }
        if text[close - 1] != ASCII.slash { depth += 1 }
        if depth > JSONIndexer.maximumDepth { return false }
        cursor = close
      }
    }
    return true
  }

  private static func end(
    of mark: StaticString, in text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Int {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    var rest = text
    while let start = rest.firstIndex(of: mark[0]) {
      if text[start...].starts(with: mark) { return start + mark.count }
      rest = text[(start + 1)...]
    }
    return text.endIndex
  }
}
