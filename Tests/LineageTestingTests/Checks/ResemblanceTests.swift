import Testing

@testable import LineageTesting

struct ResemblanceTests {
  private struct Plain {
    var name = "a"
    var tags = ["x", "y"]
    var inner = Inner()
    var any: [String: Any] = ["k": 1]
  }

  private struct Inner: Equatable {
    var numbers = [1, 2]
    var state = State.idle
  }

  private enum State: Equatable {
    case idle
    case running(since: Int)
  }

  private class Base {
    var id = 1
  }

  private final class Derived: Base {
    var name = "a"
  }

  @Test func `equal values resemble each other`() {
    #expect(Resemblance.differences(between: Plain(), and: Plain()) == [])
    #expect(Resemblance.differences(between: Derived(), and: Derived()) == [])
    #expect(Resemblance.differences(between: Double.nan, and: Double.nan) == [])
  }

  @Test func `the properties that differ are named, however deep`() {
    var other = Plain()
    other.name = "b"
    other.tags[1] = "z"
    other.inner.numbers = [1]
    other.inner.state = .running(since: 1)

    #expect(
      Resemblance.differences(between: Plain(), and: other) == [
        "name", "tags[1]", "inner.numbers", "inner.state",
      ])
  }

  @Test func `classes are compared with what they inherit`() {
    let other = Derived()
    other.id = 2

    #expect(Resemblance.differences(between: Derived(), and: other) == ["id"])
  }

  @Test func `optionals and cases with payloads are looked into`() {
    #expect(
      Resemblance.differences(between: State.running(since: 1), and: State.running(since: 2))
        == ["running.since"])
    #expect(Resemblance.differences(between: Int?.none as Any, and: Int?.some(1) as Any) != [])
  }
}
