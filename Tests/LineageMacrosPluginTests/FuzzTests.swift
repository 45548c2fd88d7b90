import Foundation
import Testing

@testable import LineageExpansion

/// Reads every file of this repository, and expands damaged declarations.
struct FuzzTests {
  /// A generator of the same numbers every time.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }

  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files of the repository, in the same order every time.
  private static let files: [URL] = ["Sources", "Tests"].flatMap { folder in
    let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
    return (paths?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { root.appending(path: folder).appending(path: $0) }
  }

  private static let attributes = [
    "@Document(version: 1)", "@Fillable", "@Union(tag: \"kind\")", "@Shipped(\"abcd\")",
  ]

  /// Pieces that change how the rest is read.
  private static let pieces = [
    "\"", "\"\"\"", "#\"", "\\(", "/*", "*/", "//", "/", "{", "}", "(", ")", "[", "]", "<", ">",
    "`", "@",
    "#if ", "#else", "#endif\n", "\n", ",", ";", ":", "=", "->", "?", "!", ".", "&", "var ",
    "case ",
    "class ", "init", "let (", "didSet", "\u{0}", "\u{FF}", "🙂", "×",
  ]

  /// Asks for all expansions of a text with an attribute. Each has an answer, with an error or with balanced code.
  private func expandAll(_ text: String, with attribute: String) throws {
    let stub = StubCompiler(
      declaration: "\(attribute) \(text)", setting: .init(),
      ask: { message in
        let answer = Plugin.answer(to: message)
        #expect(answer["expandMacroResult"] != nil)
        return answer
      })
    for expansion in try stub.expansions() where !expansion.hasErrors {
      let code = expansion.source ?? ""
      #expect(TokenList(SourceText(code)).problem == nil, "\(text)\n\(code)")
    }
  }

  /// The type declarations of a file that begin at the margin.
  private func declarations(_ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var declarations: [String] = []
    var current: [Substring] = []
    for line in lines {
      if current.isEmpty {
        let isType = ["struct ", "class ", "enum "].contains { line.contains($0) }
        if isType, !line.hasPrefix(" "), !line.hasPrefix("/"), !line.hasPrefix("@") {
          current = [line]
        }
      } else {
        current.append(line)
      }
      if !current.isEmpty, line.hasPrefix("}") || current.count == 1 && line.hasSuffix("}") {
        declarations.append(current.joined(separator: "\n"))
        current = []
      }
    }
    return declarations
  }

  @Test func `every file of the repository has balanced tokens`() throws {
    var count = 0
    for file in Self.files {
      let text = try String(contentsOf: file, encoding: .utf8)
      let tokens = TokenList(SourceText(text))
      #expect(tokens.problem == nil, "\(file.lastPathComponent): \(tokens.problem?.message ?? "")")
      count += 1
    }
    #expect(count > 300)
  }

  @Test func `every type of the repository can be read`() throws {
    var count = 0
    for file in Self.files {
      for declaration in declarations(try String(contentsOf: file, encoding: .utf8)) {
        let parser = DeclarationParser(
          TokenList(SourceText(declaration)),
          configuration: BuildConfiguration(.string(StubCompiler.linux)))
        let type = try parser.declaration()
        do {
          _ = try parser.members(in: type.body)
        } catch {
          Issue.record(
            "\(file.lastPathComponent): \(error.message) \(declaration.utf8.prefix(error.place.range.lowerBound + 60).suffix(100).map { String(UnicodeScalar($0)) }.joined())"
          )
        }
        count += 1
      }
    }
    #expect(count > 500)
  }

  @Test(arguments: ["struct [Poem] { var a = 1 }", "struct (Poem) {}", "struct { var a = 1 }"])
  func `a type without a name is an error`(declaration: String) {
    let parser = DeclarationParser(
      TokenList(SourceText(declaration)),
      configuration: BuildConfiguration(.string(StubCompiler.linux)))

    #expect(throws: Diagnostic.self) { try parser.declaration() }
  }

  @Test(arguments: ["extension [Poem] {}", "public extension [String: Poem] {}"])
  func `an extension may have a type in brackets`(declaration: String) throws {
    let parser = DeclarationParser(
      TokenList(SourceText(declaration)),
      configuration: BuildConfiguration(.string(StubCompiler.linux)))

    #expect(try parser.declaration().kind == "extension")
  }

  @Test(arguments: 0..<8)
  func `damaged declarations have balanced code or an error`(seed: Int) throws {
    var generator = Generator(state: UInt64(seed))
    let declarations = try Self.files.indices.filter { $0 % 8 == seed }.flatMap {
      self.declarations(try String(contentsOf: Self.files[$0], encoding: .utf8))
    }.filter { $0.utf8.count < 4000 }
    try #require(declarations.count > 20)
    for _ in 0..<200 {
      let declaration = try #require(declarations.randomElement(using: &generator))
      let attribute = try #require(Self.attributes.randomElement(using: &generator))
      var bytes = Array(declaration.utf8)
      for _ in 0...Int.random(in: 0..<4, using: &generator) where !bytes.isEmpty {
        let start = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(start + Int.random(in: 0..<20, using: &generator), bytes.count)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: end)
        case 2: bytes.removeSubrange(start...)
        default:
          bytes.insert(
            contentsOf: Self.pieces.randomElement(using: &generator)?.utf8 ?? "".utf8, at: start)
        }
      }
      try expandAll(String(decoding: bytes, as: UTF8.self), with: attribute)
    }
  }

  @Test(arguments: [
    "(", "[", "{", "<", "a<", "\"\\(", "/*", "#", "#if A\n", "@", "@a(", "->", "-> ", "!", "?", "/",
    "/a ",
    "`", "\\", ".", "var a: ", "var a = ", "if ", "() -> ", "any ", "case a(", "struct A {", "a.",
    "&",
    "let (", "var a = 1, ", "#\"", "\"\"\"\n", "a: ", "0.", "0x", "1e", "\u{0}", "×", "🙂",
    "typealias A = ",
  ])
  func `thousands of repetitions end within the text`(piece: String) throws {
    let text = String(repeating: piece, count: 5_000)
    for frame in ["struct A { \(text) }", text, "struct A { var a = \(text)", "struct A: \(text)"] {
      let tokens = TokenList(SourceText(frame))
      let parser = DeclarationParser(
        tokens, configuration: BuildConfiguration(.string(StubCompiler.linux)))
      if let type = try? parser.declaration() { _ = try? parser.members(in: type.body) }
      #expect((0...tokens.end).contains(tokens.endOfType(0) ?? 0))
      #expect((0...tokens.end).contains(tokens.endOfExpression(0)))
    }
    try expandAll("struct A { \(text)", with: "@Fillable")
  }
}
