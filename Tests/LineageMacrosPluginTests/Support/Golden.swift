import Foundation
import Testing

@testable import LineageExpansion

/// A file with a declaration, and with what the macros make of it.
struct Golden: CustomTestStringConvertible {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Goldens")

  static let all: [Golden] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().map { Golden(name: $0) }
  }()

  let name: String

  var testDescription: String { name }

  private var url: URL { Self.folder.appending(path: name) }

  /// The whole text of the file.
  func text() throws -> String { try String(contentsOf: url, encoding: .utf8) }

  func record(_ text: String) throws {
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  /// The declaration: everything before the first line that begins with `===`.
  func declaration() throws -> String {
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { !$0.hasPrefix("===") }.joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
  }

  /// What the macros make of the declaration now.
  func expansions() throws -> [StubCompiler.Expansion] {
    let declaration = try declaration()
    let selectsModules = !declaration.split(separator: "\n").contains("// compiler: 6.2")
    let stub = StubCompiler(declaration: declaration, setting: setting(declaration)) {
      Plugin.answer(to: $0, selectsModules: selectsModules)
    }
    return try stub.expansions()
  }

  /// The declaration and what the macros make of it now.
  func currentText() throws -> String {
    let declaration = try declaration()
    let file = StubCompiler.start + declaration
    var text = declaration + "\n"
    for expansion in try expansions() {
      let source = expansion.source ?? "nothing"
      let diagnostics = expansion.diagnostics
      if source.isEmpty, diagnostics.isEmpty { continue }
      text += "\n=== @\(expansion.macro), \(expansion.role)\n"
      if !source.isEmpty { text += "\n\(source)\n" }
      for diagnostic in diagnostics { text += "\n\(DiagnosticText(diagnostic, in: file).text)\n" }
    }
    return text.contains("\n===") ? text : text + "\n=== nothing\n"
  }

  /// What comments at the beginning of the declaration say: `// in: …`, `// conforms: …`, `// module: …` and
  /// `// unconfigured`. A line `// compiler: 6.2` is for code without `Lineage::`.
  private func setting(_ declaration: String) -> StubCompiler.Setting {
    var setting = StubCompiler.Setting()
    for line in declaration.split(separator: "\n") {
      if line.hasPrefix("// in: ") {
        setting.context.append(String(line.dropFirst(7)))
      } else if line.hasPrefix("// conforms: ") {
        setting.conformances.formUnion(
          line.dropFirst(13).split(separator: ", ").map { String($0) })
      } else if line.hasPrefix("// module: ") {
        setting.module = String(line.dropFirst(11))
      } else if line == "// unconfigured" {
        setting.configuration = nil
      }
    }
    return setting
  }
}

/// A diagnostic as a compiler shows it.
struct DiagnosticText {
  private let diagnostic: JSONValue
  private let file: String

  init(_ diagnostic: JSONValue, in file: String) {
    self.diagnostic = diagnostic
    self.file = file
  }

  var text: String {
    let severity = diagnostic["severity"]?.string ?? "?"
    var lines = ["\(severity): \(diagnostic["message"]?.string ?? "?")"]
    lines += marked(diagnostic["highlights"]?.elements?.first)
    for note in diagnostic["notes"]?.elements ?? [] {
      lines.append("note: \(note["message"]?.string ?? "?")")
      lines += marked(note["position"])
    }
    for fixIt in diagnostic["fixIts"]?.elements ?? [] {
      lines.append("fix-it: \(fixIt["message"]?.string ?? "?")")
      lines += fixed(fixIt["changes"]?.elements ?? [])
    }
    return lines.joined(separator: "\n")
  }

  /// The line of a range with a mark below it.
  private func marked(_ range: JSONValue?) -> [String] {
    let bytes = Array(file.utf8)
    guard let start = (range?["startOffset"] ?? range?["offset"])?.number, start <= bytes.count
    else {
      return ["  (nowhere)"]
    }
    let end = min(range?["endOffset"]?.number ?? start + 1, bytes.count)
    let lineStart = bytes[..<start].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let lineEnd = bytes[start...].firstIndex(of: 10) ?? bytes.count
    let width = String(decoding: bytes[start..<max(start, min(end, lineEnd))], as: UTF8.self).count
    let indent = String(decoding: bytes[lineStart..<start], as: UTF8.self).count
    return [
      "  " + String(decoding: bytes[lineStart..<lineEnd], as: UTF8.self),
      "  " + String(repeating: " ", count: indent) + "^"
        + String(repeating: "~", count: max(width - 1, 0)),
    ]
  }

  /// The lines that a fix-it changes, afterwards.
  private func fixed(_ changes: [JSONValue]) -> [String] {
    var bytes = Array(file.utf8)
    let sorted = changes.sorted {
      ($0["range"]?["startOffset"]?.number ?? 0) > ($1["range"]?["startOffset"]?.number ?? 0)
    }
    for change in sorted {
      guard let start = change["range"]?["startOffset"]?.number,
        let end = change["range"]?["endOffset"]?.number, let text = change["newText"]?.string
      else { return ["  (nowhere)"] }
      bytes.replaceSubrange(start..<end, with: text.utf8)
    }
    let old = file.split(separator: "\n", omittingEmptySubsequences: false)
    var new = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)[...]
    for line in old {
      if new.first != line { break }
      new.removeFirst()
    }
    for line in old.reversed() {
      if new.last != line { break }
      new.removeLast()
    }
    return new.map { "  " + $0 }
  }
}
