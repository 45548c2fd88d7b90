import Foundation
import Lineage

/// Looks at documents that are lines of a text, without writing any.
struct LineSurvey<Result: Sendable> {
  let jobs: Int
  let look: @Sendable (Data) -> Result

  /// - Parameters:
  ///   - input: The file with the lines.
  ///   - finish: Gets the number of each line that isn't blank, and what was found.
  func run(from input: Int32, _ finish: (Int, Result) throws -> Void) throws {
    let reader = LineReader(input)
    let look = look
    var lines = 0
    try OrderedWork(jobs: jobs).run {
      try LineFilter.reading(reader)
    } work: { batch -> [Result?] in
      let text = batch.text
      var results: [Result?] = []
      var position = 0
      while position < text.count {
        let end = text.lineFeed(from: position).map { $0 + 1 } ?? text.count
        let line = text[position..<end]
        let content = LineParts.find(
          in: line, isFirst: batch.isFirst && position == 0, LineOptions())
        if case .document(let parts) = content {
          results.append(look(parts.document))
        } else {
          results.append(nil)
        }
        position = end
      }
      return results
    } finish: { results in
      for result in results {
        lines += 1
        if let result { try finish(lines, result) }
      }
    }
  }
}
