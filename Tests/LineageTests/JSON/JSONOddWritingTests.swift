import Foundation
import Testing

@testable import Lineage

/// Unexpected behavior of Foundation's encoder, which Lineage's encoder matches.
struct JSONOddWritingTests {
  struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  struct Wrapper<Value: Encodable>: Encodable {
    let value: Value
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private func expectSame(
    _ value: some Encodable, _ options: [JSONOption<JSONEncoder>] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for option in options { option.apply(encoder) }
    func run(_ encode: () throws -> Data) -> String {
      do {
        return String(decoding: try encode(), as: UTF8.self)
      } catch EncodingError.invalidValue(_, let context) {
        return "EncodingError at \(context.codingPath.map(\.stringValue))"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      run { try encoder.encode(unversioned: value) } == run { try encoder.encode(value) },
      sourceLocation: sourceLocation)
  }

  @Test func `a value that encodes nothing is written as JSONEncoder writes it`() {
    let empty: [JSONOption<JSONEncoder>] = [
      JSONOption("nothing for dates") { $0.dateEncodingStrategy = .custom { _, _ in } },
      JSONOption("nothing for data") { $0.dataEncodingStrategy = .custom { _, _ in } },
    ]

    expectSame(Nothing())
    expectSame(Wrapper(value: Nothing()))
    expectSame(Wrapper(value: Wrapper(value: Nothing())))
    expectSame(Optional(Nothing()))
    expectSame(Optional(Optional(Nothing())))
    expectSame([Nothing()])
    expectSame(["a": Wrapper(value: Nothing())])
    expectSame(Date(), empty)
    expectSame(Data([1]), empty)
    expectSame(Wrapper(value: Date()), empty)
    expectSame([Optional(Date())], empty)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity], JSONOption<JSONEncoder>.dates.prefix(3))
  func `a date that is not finite is written as JSONEncoder writes it`(
    seconds: Double, strategy: JSONOption<JSONEncoder>
  ) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let strings = JSONOption<JSONEncoder>("floats as strings") {
      $0.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    }

    for options in [[strategy], [strategy, strings]] {
      expectSame(date, options)
      expectSame([date], options)
      expectSame(["a": Wrapper(value: date)], options)
    }
  }

  @Test func `a decimal that is not a number is an error in JSON`() throws {
    let context = try encodingContext {
      try JSONEncoder().encode(unversioned: ["price": Decimal.nan])
    }
    #expect(context.codingPath.map(\.stringValue) == ["price"])
    #expect(
      context.debugDescription == """
        JSON can't write a decimal that is not a number, because no decoder reads one. Use an \
        optional, and nil for it.
        """)

    let list = try PropertyListEncoder().encode(unversioned: ["price": Decimal.nan])
    let read = try PropertyListDecoder().decode(unversioned: [String: Decimal].self, from: list)
    #expect(read["price"]?.isNaN == true)
  }

  struct Keyed: Encodable {
    let name: String
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey(name))
    }
  }

  @Test func `names with any letters are converted as JSONEncoder converts them`() {
    let snake = JSONOption<JSONEncoder>("snake") { $0.keyEncodingStrategy = .convertToSnakeCase }
    let letters = [
      "a", "B", "c", "1", "_", "\u{1c5}", "\u{1c4}", "\u{1c6}", "\u{1f88}", "ß", "É", "e\u{301}",
      "E\u{301}", "\u{2160}", "\u{24b6}", "ª", "日",
    ]
    var random = JSONRandom(seed: 38)

    for _ in 0..<JSONRandom.count(800) {
      let name = (0..<random.number(below: 8)).map { _ in random.pick(letters) }.joined()
      expectSame(Keyed(name: name), [snake])
    }
  }

  // MARK: - Lineage's own errors

  struct Deep: Encodable {
    let secret = "TOPSECRET"
    let depth: Int
    func encode(to encoder: any Encoder) throws {
      if depth == 0 { return try secret.encode(to: encoder) }
      var container = encoder.unkeyedContainer()
      try container.encode(Deep(depth: depth - 1))
    }
  }

  @Test func `Lineage's own errors don't contain the value`() {
    struct Silent: Encodable {
      let secret = "TOPSECRET"
      func encode(to encoder: any Encoder) throws {}
    }

    for value in [Deep(depth: 600), Silent()] as [any Encodable] {
      do {
        _ = try JSONEncoder().encode(unversioned: value)
        Issue.record("There is no error.")
      } catch EncodingError.invalidValue(let held, let context) {
        #expect(held is Any.Type)
        #expect(!"\(held) \(context)".contains("TOPSECRET"))
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test(arguments: [JSONWriterOptions(), .sortedKeys, .prettyPrinted], [false, true])
  func `a text that is too long is an error`(options: JSONWriterOptions, goesBack: Bool) throws {
    let writer = DocumentWriter()
    let json = JSONEncoder()
    let root = writer.begin(json, options)
    writer.state.pointee.text.maximumLength = 1000
    try writer.encode(Scattered(goesBack: goesBack), to: root)

    let error = #expect(throws: EncodingError.self) { try writer.finish(Scattered.self, options) }

    guard case .invalidValue(let held, let context)? = error else { return }
    #expect(held as? Any.Type == Scattered.self)
    #expect(context.debugDescription == "The value's text is 4 GiB or more, which is too long.")
  }

  /// Writes a lot of text, and then optionally returns to an earlier container.
  private struct Scattered: Encodable {
    let goesBack: Bool
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(String(repeating: "x", count: 2000), forKey: AnyKey("a"))
      try container.encode([1, 2], forKey: AnyKey("b"))
      if goesBack {
        try container.encode(["x": 1], forKey: AnyKey("a"))
        var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("c"))
        try inner.encode([[1]], forKey: AnyKey("b"))
      }
    }
  }
}
