import Foundation
import Lineage
import Testing

@testable import LineageSchemas
@testable import LineageTesting

/// Completing schemas, and preserving the marks that a person has added.
struct SchemaCompletionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let old: String
    let new: String
    let isCompleted: Bool

    var testDescription: String { id }
  }

  static let cases = [
    Case(
      id: "a field after the place where learning stopped",
      old: #"{"D": {"fields": {"a": "A"}, "complete": false, "stoppedAt": "a"}, "A": {}}"#,
      new: #"{"D": {"fields": {"a": "A", "b": "Int"}}, "A": {}}"#, isCompleted: true),
    Case(
      id: "the cases of an enum",
      old: #"{"D": {"fields": {"k": "K"}}, "K": {"value": "String", "complete": false}}"#,
      new: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": ["a"], "raw": "String"}}"#,
      isCompleted: true),
    Case(
      id: "a type of which nothing was known",
      old: #"{"D": {"fields": {"k": "K"}}, "K": {"complete": false}}"#,
      new: #"{"D": {"fields": {"k": "L"}}, "L": {"oneOf": {"a": "A"}}, "A": {"fields": {}}}"#,
      isCompleted: true),
    Case(
      id: "elements that repeat, of which only the first was known",
      old: """
        {"D": {"fields": {"a": "A"}},
          "A": {"value": "[String]", "complete": false, "stoppedAt": "A.0"}}
        """,
      new: #"{"D": {"fields": {"a": "A"}}, "A": {"value": "(String, Int)…"}}"#, isCompleted: true),
    Case(
      id: "the same",
      old: #"{"D": {"fields": {"a": "A"}, "complete": false, "stoppedAt": "a"}, "A": {}}"#,
      new: #"{"D": {"fields": {"a": "B"}, "complete": false, "stoppedAt": "a"}, "B": {}}"#,
      isCompleted: false),
    Case(
      id: "more, and a contradiction",
      old: #"{"D": {"fields": {"a": "Int"}, "complete": false, "stoppedAt": "a"}}"#,
      new: #"{"D": {"fields": {"a": "String", "b": "Int"}}}"#, isCompleted: false),
    Case(
      id: "a chain that has grown",
      old: #"{"D": {"fields": {"p": "P"}}, "P": {"versions": [1]}}"#,
      new: #"{"D": {"fields": {"p": "P"}}, "P": {"versions": [1, 2]}}"#, isCompleted: false),
    Case(
      id: "a default that a person has marked",
      old: #"{"D": {"fields": {"z": {"type": "String", "differsEachTime": true}}}}"#,
      new: #"{"D": {"fields": {"z": {"type": "String", "default": "GMT"}}}}"#, isCompleted: false),
    Case(
      id: "a part of a default that a person has marked",
      old: #"{"D": {"fields": {"z": {"type": "any", "default": {"a": "<differs each time>"}}}}}"#,
      new: #"{"D": {"fields": {"z": {"type": "any", "default": {"a": "GMT"}}}}}"#,
      isCompleted: false),
  ]

  @Test(arguments: cases)
  func `a schema is completed by one with more information`(_ example: Case) throws {
    let old = try schema(example.old)

    #expect(old.isCompleted(by: try schema(example.new)) == example.isCompleted)
  }

  @Test func `an example completes what was learned without it`() throws {
    let plain = Schema.learned(from: Holder<Copy>.self)
    let completed = Schema.learned(
      from: Holder<Copy>.self,
      examples: [["value": ["loan": ["to": ["_0": "me"]], "title": "Frogs"]]])

    #expect(plain.isCompleted(by: completed))
    #expect(!completed.isCompleted(by: completed))
    #expect(!completed.isCompleted(by: plain))
  }

  @Test func `requests before the point where learning stopped are compared`() throws {
    struct Copy: Codable {
      var number: Int
      var loan: EnumWithUnlistedKeys
      var title: String
    }

    let differences = Schema.differences(
      from: .learned(from: Holder<SchemaCompletionTests.Copy>.self),
      to: .learned(from: Holder<Copy>.self))

    #expect(differences.map(\.description) == ["`value.number` was added, as `Int`"])
  }

  struct Copy: Codable {
    var loan: EnumWithUnlistedKeys
    var title: String
  }

  // MARK: - Marks

  @Test func `a person's mark on a default is preserved when the type is learned again`() throws {
    let types = """
      {"D": {"fields": {
        "day": {"type": "Date?", "differsEachTime": true},
        "meta": {"type": "any", "default": {"host": "<differs each time>", "kind": "a"}},
        "zone": {"type": "Zone", "differsEachTime": true}}},
        "Zone": {"value": "String", "otherwise": "<differs each time>"}}
      """
    let learned = try schema(
      """
      {"E": {"fields": {
        "day": "Date?", "meta": {"type": "any", "default": {"host": "here", "kind": "a"}},
        "zone": {"type": "Zone", "default": "GMT"}}}, "Zone": {"value": "String", "otherwise": "GMT"}}
      """, root: "E")
    var lock = SchemaLock(document: "D")
    lock.set(SchemaLock.Entry(version: 1, location: "version", schema: try schema(types)))

    let differences = Schema.differences(from: try schema(types), to: learned)
    lock.set(SchemaLock.Entry(version: 1, location: "version", schema: learned))

    #expect(differences == [])
    #expect(lock.versions[0].schema.types["E"] == (try schema(types).types["D"]))
    #expect(lock.versions[0].schema.types["Zone"] == (try schema(types).types["Zone"]))
  }

  @Test func `the initial value of a required field stays in the lock when it is learned again`()
    throws
  {
    let types = #"{"D": {"fields": {"z": {"type": "Int", "default": 3, "required": true}}}}"#
    var lock = SchemaLock(document: "D")
    lock.set(SchemaLock.Entry(version: 1, location: "version", schema: try schema(types)))

    lock.set(SchemaLock.Entry(version: 1, location: "version", schema: try schema(types)))

    guard case .object(let fields)? = lock.versions[0].schema.types["D"]?.form else {
      Issue.record("The type isn't an object.")
      return
    }
    #expect(fields["z"]?.initial == .value(3))
  }

  private func schema(_ types: String, root: String = "D") throws -> Schema {
    Schema(
      root: .named(root),
      types: try JSONDecoder().decode(unversioned: [String: TypeShape].self, from: Data(types.utf8))
    )
  }
}
