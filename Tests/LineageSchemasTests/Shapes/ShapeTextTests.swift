import Testing

@testable import LineageSchemas

struct ShapeTextTests {
  @Test(
    arguments: [
      ("String", .named("String")),
      ("any", .any),
      ("Stanza?", .optional(.named("Stanza"))),
      ("[Stanza]", .array(.named("Stanza"))),
      ("[[Int?]]?", .optional(.array(.array(.optional(.named("Int")))))),
      ("[String: [Int]]", .dictionary(.named("String"), .array(.named("Int")))),
      ("[UUID, Date, …]", .pairs(.named("UUID"), .named("Date"))),
      ("(Double, [Int], any)", .tuple([.named("Double"), .array(.named("Int")), .any])),
      ("()", .tuple([])),
      ("(Double, [Int])…", .repeating([.named("Double"), .array(.named("Int"))])),
      (
        "[(Int, (Int, Int)…)…?]",
        .array(
          .optional(.repeating([.named("Int"), .repeating([.named("Int"), .named("Int")])])))
      ),
      ("[Page<Array<Line>, Int>]", .array(.named("Page<Array<Line>, Int>"))),
      ("Kind#2", .named("Kind#2")),
    ] as [(String, Shape)])
  func `a shape can be converted to text and back`(text: String, shape: Shape) {
    #expect(shape.description == text)
    #expect(Shape(text) == shape)
  }

  @Test(
    arguments: [
      "", "[", "[Int", "Int]", "(Int", "[Int:String]", "?", "[]", "Page<Int", "Int,", "a)b", "()…",
    ])
  func `invalid text is not a shape`(text: String) {
    #expect(Shape(text) == nil)
  }

  @Test func `endless brackets are no shape and cause no trap`() {
    #expect(Shape(String(repeating: "[", count: 100_000)) == nil)
  }
}
