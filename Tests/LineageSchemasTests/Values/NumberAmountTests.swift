import Lineage
import LineageSchemas
import Testing

struct NumberAmountTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let first: String
    let second: String
    let areSame: Bool

    var testDescription: String { "\(first) and \(second)" }
  }

  @Test(arguments: [
    Example(first: "1.0", second: "1", areSame: true),
    Example(first: "1.20e2", second: "120", areSame: true),
    Example(first: "-0.0", second: "0", areSame: true),
    Example(first: "1", second: "-1", areSame: false),
    Example(first: "0.1", second: "0.10000000000000001", areSame: false),
    // More digits than a Decimal has, and more than a Double can tell apart.
    Example(
      first: "10000000000000000000000000000000000000001",
      second: "10000000000000000000000000000000000000002", areSame: false),
    Example(
      first: "10000000000000000000000000000000000000001.0",
      second: "10000000000000000000000000000000000000001", areSame: true),
    Example(first: "1e400", second: "10e399", areSame: true),
    Example(first: "1e400", second: "1e401", areSame: false),
    Example(first: "1e-400", second: "0", areSame: false),
  ])
  func `numbers are the same if their values are, digit by digit`(_ example: Example) throws {
    let first = try #require(DocumentNumber(example.first))
    let second = try #require(DocumentNumber(example.second))

    #expect(first.amountsToTheSame(as: second) == example.areSame)
    #expect(DocumentValue.number(first).allows(.number(second)) == example.areSame)
  }
}
