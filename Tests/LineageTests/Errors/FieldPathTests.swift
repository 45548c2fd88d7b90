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
    Path(components: [.key("")], text: #"[""]"#),
    Path(components: [.key("[0]")], text: #"["[0]"]"#),
    Path(components: [.key("0")], text: "0"),
    Path(components: [.key("é")], text: "é"),
    Path(components: [.key(#"a"b"#)], text: #"["a\"b"]"#),
  ])
  func `a path prints as people write it`(path: Path) {
    #expect(FieldPath(path.components).description == path.text)
  }

  @Test func `a path may be written as a literal`() {
    let path: FieldPath = "stanzas[2].lines"

    #expect(path == FieldPath([.key("stanzas"), .index(2), .key("lines")]))
  }

  @Test(
    arguments: [
      ("", []), ("a", [.key("a")]), ("a.b", [.key("a"), .key("b")]), ("[3]", [.index(3)]),
      ("a[1][2]", [.key("a"), .index(1), .index(2)]), ("7", [.key("7")]),
    ] as [(String, [FieldPath.Component])])
  func `a literal says what it prints as`(text: String, components: [FieldPath.Component]) {
    let path = FieldPath(stringLiteral: text)

    #expect(path.components == components)
    #expect(path.description == text)
  }
}
