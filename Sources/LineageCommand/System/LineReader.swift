import Foundation
import Lineage
import LineageStore

/// Some lines of a text.
struct LineBatch: Sendable {
  /// Whole lines. Only the last one of all may have no line feed.
  let text: Data
  /// Whether they are the beginning of the text, which may have a byte order mark.
  let isFirst: Bool

  /// The position after the line that begins at a position, with its line feed if it has one.
  func endOfLine(at start: Int) -> Int { text.lineFeed(from: start).map { $0 + 1 } ?? text.count }
}

/// Reads whole lines from a file or a pipe, many at a time.
final class LineReader {
  private let descriptor: Int32
  private let size: Int
  private let deliversAtOnce: Bool
  /// The beginning of a line that isn't complete.
  private var rest = Data()
  private var isFirst = true
  private var isAtEnd = false

  /// About how many bytes to deliver at a time: as many as a pipe has, which the allocator reuses without asking the
  /// system; and more for several threads, whose waking up takes as long as looking at fifty lines.
  static func size(for jobs: Int) -> Int { jobs > 1 ? 1 << 18 : 1 << 16 }

  /// - Parameters:
  ///   - descriptor: The file.
  ///   - size: About how many bytes to deliver at a time.
  ///   - deliversAtOnce: Whether complete lines are delivered as soon as they are there, however few they are.
  init(
    _ descriptor: Int32, size: Int = size(for: 1), deliveringAtOnce deliversAtOnce: Bool = false
  ) {
    self.descriptor = descriptor
    self.size = size
    self.deliversAtOnce = deliversAtOnce
  }

  /// The next lines; nil at the end.
  func next() throws(SystemError) -> LineBatch? {
    guard let text = try nextText() else { return nil }
    defer { isFirst = false }
    return LineBatch(text: text, isFirst: isFirst)
  }

  private func nextText() throws(SystemError) -> Data? {
    if isAtEnd { return nil }
    var buffer = try LineBuffer(rest, capacity: max(size, rest.count * 2))
    rest = Data()
    // There is no line feed before this position.
    var searched = buffer.count
    while try buffer.read(from: descriptor) > 0 {
      guard deliversAtOnce || buffer.count >= size else { continue }
      if let end = buffer.endOfLastLine(from: searched) {
        rest = buffer.copy(from: end)
        return buffer.data(upTo: end)
      }
      searched = buffer.count
    }
    isAtEnd = true
    let count = buffer.count
    return count == 0 ? nil : buffer.data(upTo: count)
  }
}
