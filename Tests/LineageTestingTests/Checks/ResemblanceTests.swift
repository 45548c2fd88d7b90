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

  @Test func `equal values don't differ`() {
    #expect(Resemblance.differences(between: Plain(), and: Plain()) == [])
    #expect(Resemblance.differences(between: Derived(), and: Derived()) == [])
    #expect(Resemblance.differences(between: Double.nan, and: Double.nan) == [])
  }

  @Test func `properties that differ are found at any depth`() {
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

  @Test func `classes are compared including inherited properties`() {
    let other = Derived()
    other.id = 2

    #expect(Resemblance.differences(between: Derived(), and: other) == ["id"])
  }

  @Test func `optionals and payloads of cases are compared`() {
    #expect(
      Resemblance.differences(between: State.running(since: 1), and: State.running(since: 2))
        == ["running.since"])
    #expect(Resemblance.differences(between: Int?.none as Any, and: Int?.some(1) as Any) != [])
  }

  private struct Holder {
    var values: [String: Inner] = ["a": Inner()]
    var any: [String: Any] = ["a": ["b": 1]]
  }

  @Test func `dictionaries are compared by their keys`() {
    var other = Holder()
    other.values["a"]?.numbers = [3, 4]
    other.any["a"] = ["b": 2]

    #expect(
      Resemblance.differences(between: Holder(), and: other) == [
        "values[a].numbers[0]", "values[a].numbers[1]", "any[a][b]",
      ])
  }

  private final class Node {
    var name = "a"
    var children: [Node] = []
    weak var parent: Node?

    init(depth: Int) {
      children = depth == 0 ? [] : (0..<3).map { _ in Node(depth: depth - 1) }
      for child in children { child.parent = self }
    }
  }

  @Test func `references in cycles are compared once`() {
    let other = Node(depth: 4)
    other.children[1].name = "b"

    #expect(
      Resemblance.differences(between: Node(depth: 4), and: other) == ["children[1].name"])
  }
}
