import Testing

@testable import LineageExpansion

@Suite struct BuildConfigurationTests {
  @Test(
    arguments: [
      ("os(Linux)", true), ("os(macOS)", false), ("arch(x86_64)", true), ("BETA", true),
      ("DEBUG", false), ("!DEBUG", true), ("true && !false", true),
      ("DEBUG || BETA && DEBUG", false),
      ("(DEBUG || BETA) && BETA", true), ("compiler(>=6.2)", true), ("compiler(>=6.3.2)", false),
      ("compiler(<6.4)", true), ("swift(>=6)", true), ("swift(<5.9)", false),
      ("hasFeature(Macros)", true), ("hasAttribute(nothing)", false), ("_endian(little)", true),
      ("_pointerBitWidth(_64)", true), ("targetEnvironment(simulator)", false),
      ("_runtime(_ObjC)", false), ("canImport(UIKit)", nil), ("canImport(UIKit) || BETA", true),
      ("canImport(UIKit) && DEBUG", false), ("canImport(UIKit) && BETA", nil),
      ("!canImport(A)", nil),
      ("$Macros", true), ("!$Macros", false), ("$Unheard", false), ("$Macros && DEBUG", false),
      ("hasFeature(\"Macros\")", nil), ("hasAttribute(a.b)", nil), ("os()", nil), ("`BETA`", nil),
      ("os(Linux /* and */)", true), ("unheardOf(x)", nil), ("", nil), ("BETA DEBUG", nil),
      ("(BETA", nil), ("compiler(6)", nil),
      ("1 > 2", nil),
    ] as [(String, Bool?)])
  func `conditions are evaluated as far as they are known`(condition: String, expected: Bool?) {
    let tokens = TokenList(SourceText(condition))
    let configuration = BuildConfiguration(.string(StubCompiler.linux))

    #expect(configuration.value(of: 0..<tokens.end, in: tokens) == expected)
  }

  @Test func `an unreadable configuration knows nothing`() {
    let tokens = TokenList(SourceText("os(Linux)"))

    #expect(BuildConfiguration(.string("{")).value(of: 0..<tokens.end, in: tokens) == nil)
  }

  @Test func `deep nesting is unknown`() {
    let tokens = TokenList(SourceText(String(repeating: "!", count: 100_000) + "BETA"))

    #expect(
      BuildConfiguration(.string(StubCompiler.linux)).value(of: 0..<tokens.end, in: tokens) == nil)
  }
}
