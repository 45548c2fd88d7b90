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

  @Test(arguments: MacroName.allCases)
  func `every macro has goldens of what is right, and of what is wrong`(macro: MacroName) throws {
    let answers = try Golden.all.flatMap { try $0.expansions() }
      .filter { $0.macro == macro.rawValue }

    #expect(answers.contains { !$0.hasErrors })
    #expect(answers.contains { $0.hasErrors })
  }

  @Test(arguments: Golden.all)
  func `generated code can be parsed`(golden: Golden) throws {
    for expansion in try golden.expansions() {
      guard let code = expansion.source, !code.isEmpty else { continue }
      // Members are in the declaration, and an extension is on its own.
      let source = expansion.role == "member" ? "extension Poem {\n\(code)\n}" : code
      let parser = DeclarationParser(TokenList(SourceText(source)))
      #expect(throws: Never.self) {
        let type = try parser.declaration()
        #expect(type.kind == "extension")
        _ = try parser.members(in: type.body)
      }
    }
  }

  @Test func `most goldens have generated code`() throws {
    let sources = try Golden.all.flatMap { try $0.expansions() }.compactMap(\.source)

    #expect(sources.filter { !$0.isEmpty }.count > Golden.all.count)
  }
}
