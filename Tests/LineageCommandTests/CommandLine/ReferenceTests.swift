import Foundation
import Testing

@testable import LineageCommand

@Suite struct ReferenceTests {
  /// After changing the options, run the tests with RECORD_TRANSCRIPTS to regenerate the reference.
  @Test func `the reference in the guide is that of the table`() throws {
    let guide = URL(filePath: #filePath).appending(path: "../../../../Docs/Command.md").standardized
    let text = String(decoding: try Data(contentsOf: guide), as: UTF8.self)
    let heading = try #require(text.range(of: "## Reference\n\n"))
    let expected = text[..<heading.upperBound] + poetryTable.page()

    if ProcessInfo.processInfo.environment["RECORD_TRANSCRIPTS"] != nil {
      try Data(expected.utf8).write(to: guide)
    }

    #expect(text == expected)
  }
}
