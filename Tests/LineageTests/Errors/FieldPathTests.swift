import Lineage
import Testing

struct FieldPathTests {
  struct Path: Sendable, CustomTestStringConvertible {
    let components: [FieldPath.Component]
    let text: String

    var testDescription: String { text }
  }

  @Test(arguments: [
    Path(components: [], text: ""),
    Path(components: [.key("a")], text: "a"),
    Path(components: [.key("a"), .key("b")], text: "a.b"),
    Path(components: [.key("a"), .index(2), .index(0), .key("b")], text: "a[2][0].b"),
    Path(components: [.index(0)], text: "[0]"),
    Path(components: [.key("a b")], text: #"["a b"]"#),
    Path(components: [.key("a"), .key("b.c"), .key("d")], text: #"a["b.c"].d"#),
    Path(components: [.key("b.c"), .index(-1)], text: #"["b.c"][-1]"#),
    Path(components: [.key("a\u{202E}b")], text: #"["a\u{202e}b"]"#),
    Path(components: [.key("a\u{2028}\n\t")], text: #"["a\u{2028}\n\t"]"#),
    Path(components: [.key(#"a\b"#)], text: #"["a\\b"]"#),
    Path(components: [.key(".\u{301}")], text: "[\".\u{301}\"]"),
    Path(components: [.key("]")], text: #"["]"]"#),
    Path(components: [.key("日本"), .key("😀")], text: "日本.😀"),
    Path(components: [.key("")], text: #"[""]"#),
    Path(components: [.key("[0]")], text: #"["[0]"]"#),
    Path(components: [.key("0")], text: "0"),
    Path(components: [.key("é")], text: "é"),
    Path(components: [.key(#"a"b"#)], text: #"["a\"b"]"#),
  ])
  func `a path is printed as people write it`(path: Path) {
    #expect(FieldPath(path.components).description == path.text)
    #expect(FieldPath(path.text)?.components == path.components)
  }

  @Test func `a path can be written as a literal`() {
    let path: FieldPath = "stanzas[2].lines"

    #expect(path == FieldPath([.key("stanzas"), .index(2), .key("lines")]))
  }

  @Test func `a literal can have indices that are known later`() {
    let paths = (0..<2).map { index in "plants[\(index)].heights[\(index + 1)]" as FieldPath }

    #expect(paths == ["plants[0].heights[1]", "plants[1].heights[2]"])
  }

  @Test(
    arguments: [
      ("", []), ("a", [.key("a")]), ("a.b", [.key("a"), .key("b")]), ("[3]", [.index(3)]),
      ("a[1][2]", [.key("a"), .index(1), .index(2)]), ("7", [.key("7")]),
    ] as [(String, [FieldPath.Component])])
  func `a literal equals its description`(text: String, components: [FieldPath.Component]) {
    let path = FieldPath(stringLiteral: text)

    #expect(path.components == components)
    #expect(path.description == text)
  }

  @Test(arguments: [
    "[", "]", "a[", "a]", "a[1", "a[x]", "a[+1]", "a[]", "a.", ".a", "a..b", "a[1]b", "a.[1]",
    "a\"b",
    #"["a"#, #"["a""#, #"["a"x]"#, #"["a\x"]"#, #"["\u{110000}"]"#, #"["\u{d800}"]"#, #"["\u{41"]"#,
    "a[99999999999999999999]",
  ])
  func `invalid text is not a path`(text: String) {
    #expect(FieldPath(text) == nil)
  }

  @Test func `printing and parsing a path changes nothing`() {
    var random = JSONRandom(seed: 30)
    let scalars: [Unicode.Scalar] = [
      "a", "b", "0", "-", ".", "[", "]", "\"", "\\", "{", "}", "u", "n", " ", "\n", "\r", "\t",
      "\u{0}",
      "\u{7F}", "\u{A0}", "\u{AD}", "\u{301}", "\u{200D}", "\u{2028}", "\u{202E}", "\u{2066}",
      "\u{FEFF}",
      "é", "日", "😀", "\u{E0001}", "\u{10FFFF}",
    ]

    for _ in 0..<JSONRandom.count(20_000) {
      let path = FieldPath(
        (0..<random.number(below: 5)).map { _ in
          if random.chance(30) { return .index(random.number(below: 2_000) - 1_000) }
          let key = (0..<random.number(below: 5)).map { _ in random.pick(scalars) }
          return .key(String(String.UnicodeScalarView(key)))
        })
      let text = path.description

      #expect(FieldPath(text) == path, "\(text)")
      #expect(
        text.unicodeScalars.allSatisfy {
          switch $0.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: false
          default: true
          }
        }, "\(text)")
    }
  }
}
