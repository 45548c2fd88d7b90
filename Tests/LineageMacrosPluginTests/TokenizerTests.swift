import Testing

@testable import LineageExpansion

@Suite struct TokenizerTests {
  private func texts(_ source: String) -> [String] {
    let tokens = TokenList(SourceText(source))
    return (0..<tokens.end).map { tokens.text($0) }
  }

  @Test(arguments: [
    ("var a = 1", ["var", "a", "=", "1"]),
    ("a.b.0.1", ["a", ".", "b", ".", "0", ".", "1"]),
    (
      "1.5 1.max 1...2 0x1F.8p-3 1_0e+5",
      ["1.5", "1", ".", "max", "1", ".", ".", ".", "2", "0x1F.8p-3", "1_0e+5"]
    ),
    ("a/*b/*c*/d*/e//f\ng", ["a", "e", "g"]),
    ("`a b` $0 _x ä", ["`a b`", "$0", "_x", "ä"]),
    (#""a\"b" c"#, [#""a\"b""#, "c"]),
    (#""a\(b("c)"))d" e"#, [#""a\(b("c)"))d""#, "e"]),
    (##"#"a"\("b\#(c"d")"# e"##, [##"#"a"\("b\#(c"d")"#"##, "e"]),
    ("\"\"\"\n a\" \"\" \\\"\"\" \n\"\"\" b", ["\"\"\"\n a\" \"\" \\\"\"\" \n\"\"\"", "b"]),
    ("\"\" a \"\"\"\"\"\" b", ["\"\"", "a", "\"\"\"\"\"\"", "b"]),
    (##"#"""# a"##, [##"#"""#"##, "a"]),
    ("a / b / c", ["a", "/", "b", "/", "c"]),
    ("a/b/c", ["a", "/", "b", "/", "c"]),
    ("= /b/ c", ["=", "/b/", "c"]),
    ("(/a\"{(b)}/)", ["(", "/a\"{(b)}/", ")"]),
    ("f(/, 1)", ["f", "(", "/", ",", "1", ")"]),
    ("= /a)/ b", ["=", "/", "a", ")", "/", "b"]),
    ("func /(a)/b/", ["func", "/", "(", "a", ")", "/", "b", "/"]),
    ("operator /+/ ; /b/", ["operator", "/", "+", "/", ";", "/b/"]),
    ("= #/a/b\"/# c", ["=", "#/a/b\"/#", "c"]),
    ("#/\na\n/# c", ["#/\na\n/#", "c"]),
    ("x?.y! z ? a : b", ["x", "?", ".", "y", "!", "z", "?", "a", ":", "b"]),
    ("#if os(Linux)", ["#if", "os", "(", "Linux", ")"]),
    ("@a(b)@c", ["@", "a", "(", "b", ")", "@", "c"]),
    ("a->b<c>>=d", ["a", "-", ">", "b", "<", "c", ">", ">", "=", "d"]),
    ("\\.a \\B.c", ["\\", ".", "a", "\\", "B", ".", "c"]),
    ("a ×b → c", ["a", "×", "b", "→", "c"]),
    ("", []), ("  // nothing", []),
  ])
  func `text is divided into tokens`(source: String, expected: [String]) {
    #expect(texts(source) == expected)
  }

  @Test(arguments: [
    ("a = \"b", "this string isn't terminated"), ("\"\"\"\na", "this string isn't terminated"),
    ("/* a", "this comment isn't terminated"), ("`a", "this name has no closing backtick"),
    ("(a", "this bracket isn't closed"), ("a)", "this bracket has no opening bracket"),
    ("(a]", "this bracket has no opening bracket"),
    ("\"\\(a", "this interpolation isn't terminated"),
    ("a \u{7} b", "this character isn't part of Swift"),
    (String(repeating: "\"\\(", count: 100), "too many strings are nested here"),
  ])
  func `what can't be read has a reason`(source: String, message: String) {
    #expect(TokenList(SourceText(source)).problem?.message == message)
  }

  @Test(arguments: [
    ("a + b", "infix"), ("a+b", "infix"), ("-b", "prefix"), ("(-b)", "prefix"), ("a...", "postfix"),
    ("a! + b", "postfix"), ("a ?? b", "infix"), ("f(a!)", "postfix"), ("a?.b", "postfix"),
  ])
  func `the space around an operator says what it is`(source: String, fixity: String) {
    let tokens = TokenList(SourceText(source))
    let first = (0..<tokens.end).first { tokens[$0].kind == .operatorCharacter }

    #expect(first.map { "\(tokens[$0].fixity)" } == fixity)
  }

  @Test(arguments: [
    "Int", "[Int]", "[String: [Int]]", "Int?", "Int??", "Int!", "(Int, b: String)", "A.B.C",
    "A<B<C>, D>.E", "any P & Q", "some Collection<Int>", "(Int) async throws -> Void",
    "(inout Int) throws(E) -> () -> Int", "@Sendable @escaping (Int) -> Void", "A.Type",
    "(any P).Type",
    "~Copyable", "InlineArray<3, Int>", "[5 of Int]", "M::A", "Array<(Int, Int)>?",
    "nonisolated(nonsending) () async -> Void", "@convention(c) (Int) -> Int", "(repeat each T)",
    "Set<Int>?.Type", "`default`", "A<-1>", "A<B,>",
  ])
  func `a type ends before whatever follows it`(type: String) {
    for suffix in ["", " = 1", "=1", "\nvar b", " { get }", ", b: Int", ";", ")"] {
      let tokens = TokenList(SourceText(type + suffix))
      let end = tokens.endOfType(0)

      #expect(end.map { tokens.text(0..<$0) } == type)
    }
  }

  @Test(arguments: ["= 1", "{ }", "", ", a", "<Int>", "1", ". a"])
  func `what isn't a type has no end`(source: String) {
    #expect(TokenList(SourceText(source)).endOfType(0) == nil)
  }

  @Test(arguments: [
    "1", "a + b", "f(1, 2) { $0 }", "a\n  .b\n  .c", "a\n  + b", "a +\n  b", "x ? 1\n  : 2",
    "if a, b { 1 } else if c { 2 } else { 3 }", "if a { 1 }\n  else { 2 }", "{ a in a }",
    "{ a, b in a }(1, 2)", "try await f()", "Foo<Int, Int>()", "a < b", "f(a < b, c > (d))",
    "x as? Int\n  ?? 4", "[1, 2]", "f { 1 } then: { 2 }", "f { 1 }\n  then: { 2 }", "-a", "!a",
    "\\.a.b", "Optional<Int>.none", "#line", "a.if", "a.is", "{ () -> Int in 1 }()",
    "switch a { case 1, 2: 3; default: 4 }", "/a, b/", "a as\n  Int", "$0.a!", "a?.b?()",
  ])
  func `an expression ends before whatever follows it`(expression: String) {
    for suffix in [
      "", "\nvar b = 1", "\n@A var b", "\n#if A", "; b", ", b = 1", ")", " { didSet {} }", "\n}",
    ] {
      let tokens = TokenList(SourceText(expression + suffix))

      #expect(tokens.text(0..<tokens.endOfExpression(0)) == expression)
    }
  }
}
