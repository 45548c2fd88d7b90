import Foundation
import Lineage

/// Looks at documents that are lines of a text, without writing any.
struct LineSurvey<Result: Sendable> {
  let jobs: Int
  let options: LineOptions
  let stop: StopSign
  /// Looks at one document.
  let look: @Sendable (Data) -> Result
  /// Makes a result of a line that has no document where it should be.
  let fail: @Sendable (DocumentFailure) -> Result

  /// - Parameters:
  ///   - input: The file with the lines.
  ///   - finish: Gets the number of each line that isn't blank, what was found, and the number of bytes so far.
  func run(from input: Int32, _ finish: (Int, Result, Int) throws -> Void) throws {
    let reader = LineReader(input, size: LineReader.size(for: jobs))
    let (look, fail, options) = (look, fail, options)
    var lines = 0
    var bytes = 0
    try OrderedWork(jobs: jobs).run {
      try stop.checkCancellation()
      return try LineFilter.reading(reader)
    } work: { batch -> (results: [Result?], bytes: Int) in
      let text = batch.text
      var results: [Result?] = []
      var position = 0
      while position < text.count {
        let end = batch.endOfLine(at: position)
        let content = LineParts.find(
          in: text, position..<end, isFirst: batch.isFirst && position == 0, options)
        switch content {
        case .document(let parts): results.append(look(parts.document))
        case .failure(let failure, _): results.append(fail(failure))
        case .nothing: results.append(nil)
        }
        position = end
      }
      return (results, text.count)
    } finish: { batch in
      bytes += batch.bytes
      for result in batch.results {
        lines += 1
        if let result { try finish(lines, result, bytes) }
      }
    }
  }
}
