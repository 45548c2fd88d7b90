import Foundation
import Lineage
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

  private enum Mood {
    case calm, wild
    case other(() -> Void)
  }

  @Test func `cases of an enum that isn't equatable are compared`() {
    #expect(Resemblance.differences(between: Mood.calm, and: Mood.calm) == [])
    #expect(Resemblance.differences(between: [Mood.calm], and: [Mood.wild]) == ["[0]"])
  }

  /// Equal if the identifiers are.
  private final class Entity: Equatable {
    let id = 1
    var name: String
    lazy var length = name.count

    init(name: String) { self.name = name }

    static func == (first: Entity, second: Entity) -> Bool { first.id == second.id }
  }

  private struct Pair {
    var first: Entity
    var second: Entity
  }

  @Test func `properties that the equality of a type ignores are compared`() {
    let entity = Entity(name: "a")
    let other = Entity(name: "a")
    _ = other.length

    #expect(Resemblance.differences(between: entity, and: other) == [])
    #expect(
      Resemblance.differences(between: [entity], and: [Entity(name: "b")]) == ["[0].name"])
    #expect(
      Resemblance.differences(between: ["a": entity], and: ["a": Entity(name: "b")])
        == ["[a].name"])
  }

  private struct Guarded: Equatable {
    var id = 1
    let lock = NSLock()

    static func == (first: Guarded, second: Guarded) -> Bool { first.id == second.id }
  }

  @Test func `an object that only equals itself may differ in values that are equal`() {
    #expect(Resemblance.differences(between: Guarded(), and: Guarded()) == [])
    #expect(Resemblance.differences(between: Guarded(), and: Guarded(id: 2)) != [])
  }

  @Test func `an object that occurs twice is compared with both of its counterparts`() {
    let entity = Entity(name: "a")

    #expect(
      Resemblance.differences(
        between: Pair(first: entity, second: entity),
        and: Pair(first: Entity(name: "a"), second: Entity(name: "b"))) == ["second.name"])
  }

  private struct Leaves: Equatable {
    var date = Date(timeIntervalSince1970: 1)
    var data = Data([1, 2, 3])
    var url = URL(string: "https://example.com/a")
    var decimal = Decimal(15) / 10
    var id = UUID(uuidString: "6B29FC40-CA47-1067-B31D-00DD010662DA")
    var zone = TimeZone(identifier: "UTC")
    var locale = Locale(identifier: "en")
    var text = String(repeating: "long ", count: 9)
    var tags: Set = ["a", "b", "c"]
    var members = ["a": 1, "b": 2]
    var unknownFields = UnknownFields()
    @Lenient var level = 1
  }

  @Test func `equal values of system types don't differ, however they are stored`() {
    #expect(Resemblance.differences(between: Leaves(), and: Leaves()) == [])
  }
}
