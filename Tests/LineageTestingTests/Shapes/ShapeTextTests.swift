import Testing

@testable import LineageTesting

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
      ("[Page<Array<Line>, Int>]", .array(.named("Page<Array<Line>, Int>"))),
      ("Kind#2", .named("Kind#2")),
    ] as [(String, Shape)])
  func `a shape is its text, both ways`(text: String, shape: Shape) {
    #expect(shape.description == text)
    #expect(Shape(text) == shape)
  }

  @Test(
    arguments: [
      "", "[", "[Int", "Int]", "(Int", "[Int:String]", "?", "[]", "Page<Int", "Int,", "a)b",
    ])
  func `what is no shape is not read as one`(text: String) {
    #expect(Shape(text) == nil)
  }

  @Test func `brackets without end are no shape and no trap`() {
    #expect(Shape(String(repeating: "[", count: 100_000)) == nil)
  }
}
