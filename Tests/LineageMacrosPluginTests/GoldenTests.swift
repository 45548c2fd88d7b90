import Foundation
import Testing

@testable import LineageExpansion

/// Compares what the macros generate with `Goldens`, and records it there if the environment has
/// `RECORD_GOLDENS=1`.
@Suite struct GoldenTests {
  private var isRecording: Bool { ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" }

  @Test(arguments: Golden.all)
  func `declarations expand to what was recorded`(golden: Golden) throws {
    let current = try golden.currentText()

    if isRecording {
      try golden.record(current)
      Issue.record(
        "Recorded \(golden.name). Look at it, then run the tests without RECORD_GOLDENS.")
    } else {
      #expect(try golden.text() == current)
    }
  }

  @Test func `there are goldens`() {
    #expect(Golden.all.count > 60)
  }

  @Test(arguments: Golden.all)
  func `generated code has balanced brackets`(golden: Golden) throws {
    let sections = try golden.text().components(separatedBy: "\n===").dropFirst()

    #expect(!sections.isEmpty)
    for section in sections {
      let source = section.components(separatedBy: "\n\n").dropFirst()
        .prefix { !$0.hasPrefix("error:") && !$0.hasPrefix("warning:") }
      #expect(TokenList(SourceText(source.joined(separator: "\n\n"))).problem == nil)
    }
  }
}
