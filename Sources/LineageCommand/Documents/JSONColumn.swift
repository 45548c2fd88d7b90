import Foundation

/// Finds the value of a field in an object in a line of JSON. What is skipped isn't validated.
struct JSONColumn {
  /// A value that was found.
  struct Value {
    let range: Range<Int>
    /// Whether it is followed by what can't follow it in an object.
    let isFollowedByMore: Bool
    /// The position after the whole object; nil if it doesn't end.
    let endOfObject: Int?
  }

  private let bytes: [UInt8]

  init(_ line: Data) {
    bytes = Array(line)
  }

  /// The value at a path of keys; nil if there is none. The first of equal keys wins.
  func value(at path: [String]) -> Value? {
    var start = skipSpace(0)
    for name in path {
      guard let value = member(name, ofObjectAt: start) else { return nil }
      start = value
    }
    guard let end = endOfValue(at: start) else { return nil }
    return Value(
      range: start..<end, isFollowedByMore: !isEndOfMember(skipSpace(end)),
      endOfObject: endOfContainers(from: end, openContainers: path.count))
  }

  private func member(_ name: String, ofObjectAt brace: Int) -> Int? {
    guard byte(brace) == UInt8(ascii: "{") else { return nil }
    var index = skipSpace(brace + 1)
    while byte(index) == UInt8(ascii: "\"") {
      guard let end = endOfString(at: index) else { return nil }
      let key = bytes[index..<end]
      index = skipSpace(end)
      guard byte(index) == UInt8(ascii: ":") else { return nil }
      index = skipSpace(index + 1)
      if isName(name, key) { return index }
      guard let next = endOfValue(at: index) else { return nil }
      index = skipSpace(next)
      guard byte(index) == UInt8(ascii: ",") else { return nil }
      index = skipSpace(index + 1)
    }
    return nil
  }

  private func isName(_ name: String, _ key: ArraySlice<UInt8>) -> Bool {
    guard key.contains(UInt8(ascii: "\\")) else {
      return key.dropFirst().dropLast().elementsEqual(name.utf8)
    }
    return (try? JSONDecoder().decode(String.self, from: Data(key))) == name
  }

  /// The position after a value; nil if it doesn't end.
  private func endOfValue(at start: Int) -> Int? {
    switch byte(start) {
    case UInt8(ascii: "\""): return endOfString(at: start)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return endOfContainers(from: start + 1, openContainers: 1)
    default:
      let end = bytes[start...].firstIndex { $0 <= UInt8(ascii: " ") || ",]}".utf8.contains($0) }
      return (end ?? bytes.count) > start ? end ?? bytes.count : nil
    }
  }

  /// Whether what follows a value can follow it in an object. The line may be cut off.
  private func isEndOfMember(_ index: Int) -> Bool {
    byte(index).map { ",}".utf8.contains($0) } ?? true
  }

  private func endOfString(at quote: Int) -> Int? {
    var index = quote + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }

  /// The position where some objects and arrays that are open have ended; nil if they don't.
  private func endOfContainers(from start: Int, openContainers count: Int) -> Int? {
    var depth = count
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(at: index) else { return nil }
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return nil
  }

  private func skipSpace(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] <= UInt8(ascii: " ") { index += 1 }
    return index
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
}
