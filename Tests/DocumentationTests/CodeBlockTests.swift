import Foundation
import Testing

/// A code block in a page.
struct CodeBlock: CustomTestStringConvertible {
  let page: String
  let line: Int
  let language: String
  let lines: [Substring]

  var testDescription: String { "\(page):\(line)" }

  static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The code blocks of the README, of all pages in `Docs` and of the DocC landing pages.
  static let all: [CodeBlock] = {
    let docs =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Docs").path()))
      ?? []
    let references = [
      "Lineage", "LineageCommand", "LineageMacros", "LineageStore", "LineageTesting",
    ].map { "Sources/\($0)/\($0).docc/\($0).md" }
    let pages =
      ["README.md"] + references + docs.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
    return pages.flatMap(blocks)
  }()

  private static func blocks(in page: String) -> [CodeBlock] {
    let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
    var blocks: [CodeBlock] = []
    var open: (language: String, line: Int, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let block = open, line == "```" {
        blocks.append(
          CodeBlock(page: page, line: block.line, language: block.language, lines: block.lines))
        open = nil
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 1, [])
      }
    }
    return blocks
  }

  /// The lines of the files that compile or run the code blocks, without indentation.
  static func sources(_ folder: String) -> [[String]] {
    let folder = root.appending(path: folder)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.sorted().compactMap { file in
      guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else {
        return nil
      }
      return trimmed(text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  static func trimmed(_ lines: [Substring]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  func stands(in source: [String]) -> Bool {
    let own = Self.trimmed(lines)
    return source.indices.contains { source[$0...].starts(with: own) }
  }
}

struct CodeBlockTests {
  @Test func `more than ten pages have code`() {
    #expect(CodeBlock.all.count > 10)
  }

  @Test(arguments: CodeBlock.all)
  func `every code block is compiled, run or checked`(_ block: CodeBlock) throws {
    switch block.language {
    // What programs have printed on that page differs from run to run.
    case "text" where block.page == "Docs/Scaling.md": break
    case "text":
      let message = CodeBlock.trimmed(block.lines).joined(separator: " ")
      let isSaid =
        [
          ErrorExamples.messages, FixtureExamples.messages, StoreErrorExamples.messages,
        ].contains { $0.contains(message) }
        || CodeBlock.sources("Tests/LineageCommandTests/Sessions").contains(where: block.stands)
      #expect(isSaid, "No error, no failure and no command says this.")
    case "swift", "json":
      let sources = [
        "Tests/DocumentationTests", "Tests/LineageCommandTests", "Tests/PoetryTests",
        "Tests/LineageMacrosTests", "Sources/PoetryMigrate", ".ci",
      ].flatMap(CodeBlock.sources)
      let isTested = sources.contains(where: block.stands)
      #expect(isTested, "No test has this block verbatim.")
    // `GuideCommandTests` runs those of the page about the migration tool.
    case "sh" where block.page != "Docs/Command.md", "sql", "python":
      let scripts = [".ci", "Tests/LineageCommandTests/Sessions", "Tests/FilterEngines"]
        .flatMap(CodeBlock.sources).flatMap(\.self)
      for line in CodeBlock.trimmed(block.lines) {
        #expect(scripts.contains { $0.contains(line) }, "Neither CI nor a test runs `\(line)`.")
      }
    case "sh": break
    default:
      Issue.record("A block in the language '\(block.language)' is checked by nobody.")
    }
  }

  @Test(arguments: ErrorExamples.messages)
  func `every error that is tried out here is on a page`(message: String) {
    let isShown = CodeBlock.all.contains { block in
      block.language == "text" && CodeBlock.trimmed(block.lines).joined(separator: " ") == message
    }
    #expect(isShown, "No page has this error.")
  }
}
