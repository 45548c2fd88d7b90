import Foundation
import Lineage
import Testing

@testable import LineageSchemas
@testable import LineageTesting

struct SchemaDifferenceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let old: String
    let new: String
    let expected: [String]

    var testDescription: String { id }
  }

  static let cases = [
    Case(
      id: "a field that was added",
      old: #"{"D": {"fields": {"title": "String"}}}"#,
      new: #"{"D": {"fields": {"title": "String", "lines": {"type": "[String]", "default": []}}}}"#,
      expected: ["`lines` was added, as `[String]` with the default `[]`"]),
    Case(
      id: "a field that was removed, in a type inside",
      old: """
        {"D": {"fields": {"parts": "[Part]?"}}, "Part": {"fields": {"a": "Int", "b": "Int"}}}
        """,
      new: #"{"D": {"fields": {"parts": "[Part]?"}}, "Part": {"fields": {"a": "Int"}}}"#,
      expected: ["`parts[].b` was removed; it was `Int`"]),
    Case(
      id: "a scalar of another type",
      old: #"{"D": {"fields": {"names": "[String: Int]"}}}"#,
      new: #"{"D": {"fields": {"names": "[String: Double]"}}}"#,
      expected: ["`names.*` was `Int`, and is now `Double`"]),
    Case(
      id: "a field that may be missing now",
      old: #"{"D": {"fields": {"name": "String"}}}"#,
      new: #"{"D": {"fields": {"name": "String?"}}}"#,
      expected: ["`name` was `String`, and is now `String?`"]),
    Case(
      id: "an optional that is needed now, and differs inside",
      old: #"{"D": {"fields": {"part": "Part?"}}, "Part": {"fields": {"a": "Int"}}}"#,
      new: #"{"D": {"fields": {"part": "Part"}}, "Part": {"fields": {"a": "Bool"}}}"#,
      expected: [
        "`part` was `Part?`, and is now `Part`, an object", "`part.a` was `Int`, and is now `Bool`",
      ]),
    Case(
      id: "a type of another kind",
      old: #"{"D": {"fields": {"part": "Part"}}, "Part": {"fields": {"a": "Int"}}}"#,
      new: #"{"D": {"fields": {"part": "Kind"}}, "Kind": {"cases": ["a"], "raw": "String"}}"#,
      expected: ["`part` was `Part`, an object, and is now `Kind`, an enum of `String`"]),
    Case(
      id: "an array that is one value now",
      old: #"{"D": {"fields": {"tags": "[String]"}}}"#,
      new: #"{"D": {"fields": {"tags": "String"}}}"#,
      expected: ["`tags` was `[String]`, and is now `String`"]),
    Case(
      id: "elements of a tuple",
      old: #"{"D": {"fields": {"points": "[(Double, Double)]", "pair": "(Int, Int)"}}}"#,
      new: #"{"D": {"fields": {"points": "[(Double, Float)]", "pair": "(Int, Int, Int)"}}}"#,
      expected: [
        "`pair` was `(Int, Int)`, and is now `(Int, Int, Int)`",
        "`points[][1]` was `Double`, and is now `Float`",
      ]),
    Case(
      id: "elements that repeat",
      old: #"{"D": {"fields": {"path": "(Double, Double)…", "flat": "(Int, Int)"}}}"#,
      new: #"{"D": {"fields": {"path": "(Double, Float)…", "flat": "(Int, Int)…"}}}"#,
      expected: [
        "`flat` was `(Int, Int)`, and is now `(Int, Int)…`",
        "`path[1]` was `Double`, and is now `Float`",
      ]),
    Case(
      id: "elements that repeat, and are the keys and values of a dictionary now",
      old: #"{"D": {"fields": {"path": "(Double, Double)…"}}}"#,
      new: #"{"D": {"fields": {"path": "[Double, Double, …]"}}}"#,
      expected: ["`path` was `(Double, Double)…`, and is now `[Double, Double, …]`"]),
    Case(
      id: "defaults",
      old: """
        {"D": {"fills": "defaults", "fields": {
          "a": {"type": "Int", "default": 1}, "b": "Int?", "c": {"type": "Int?", "default": 3},
          "d": {"type": "UUID", "differsEachTime": true}, "e": {"type": "Double", "default": 1}}}}
        """,
      new: """
        {"D": {"fills": "defaults", "fields": {
          "a": {"type": "Int", "default": 2}, "b": {"type": "Int?", "default": 5}, "c": "Int?",
          "d": "UUID", "e": {"type": "Double", "default": 1.0}}}}
        """,
      expected: [
        "the default of `a` was `1`, and is now `2`",
        "`b` had no default, and has `5` now",
        "the default of `c` was `3`, and there is none now",
        "the default of `d` was a different one each time, and there is none now",
      ]),
    Case(
      id: "cases",
      old: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": ["a", "b"], "raw": "String"}}"#,
      new: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": ["b", "c", "d"], "raw": "String"}}"#,
      expected: [
        #"`k` no longer has the case `"a"`"#, #"`k` has the new cases `"c"`, `"d"`"#,
      ]),
    Case(
      id: "raw values of another type, and an enum that is open now",
      old: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": [1], "raw": "Int"}}"#,
      new: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": [1], "raw": "Int8", "open": true}}"#,
      expected: [
        "`k` was `Int`, and is now `Int8`", "`k` rejected unknown cases, and now preserves them",
      ]),
    Case(
      id: "defaults that contain objects, whose keys are in any order",
      old: """
        {"D": {"fields": {"a": {"type": "A", "default": {"x": 1, "y": [{"b": 1, "a": 2}]}}}}}
        """,
      new: """
        {"D": {"fields": {"a": {"type": "A", "default": {"y": [{"b": 1, "a": 3}], "x": 1}}}}}
        """,
      expected: [
        """
        the default of `a` was `{"x": 1, "y": [{"a": 2, "b": 1}]}`, and is now `{"x": 1, "y": [{"a": 3, \
        "b": 1}]}`
        """
      ]),
    Case(
      id: "numbered cases in another order",
      old: """
        {"D": {"fields": {"k": "K"}},
          "K": {"cases": [0, 1, 2, 3], "names": ["a", "b", "c", "d"], "raw": "Int"}}
        """,
      new: """
        {"D": {"fields": {"k": "K"}},
          "K": {"cases": [2, 0, 1, 3], "names": ["c", "b", "a", "e"], "raw": "Int"}}
        """,
      expected: [
        "the case `a` of `k` was `0`, and is now `1`",
        "the case `b` of `k` was `1`, and is now `0`",
      ]),
    Case(
      id: "a type that no longer fills missing fields",
      old: """
        {"D": {"fills": "defaults", "fields": {"a": {"type": "Int", "required": true},
          "b": {"type": "Int?", "required": true}, "c": {"type": "Int", "default": 1}}}}
        """,
      new: #"{"D": {"fields": {"a": "Int", "b": "Int?", "c": "Int"}}}"#,
      expected: [
        "`b` was required, and may be missing now",
        "the default of `c` was `1`, and there is none now",
        "missing fields of the document were filled with defaults, and are now errors",
      ]),
    Case(
      id: "marks of fields",
      old: """
        {"D": {"fills": "defaults", "fields": {"a": {"type": "Int", "required": true}, "b": "Int",
          "c": {"type": "[Int]", "lenient": "elements"}}}}
        """,
      new: """
        {"D": {"fills": "defaults", "fields": {
          "a": "Int", "b": {"type": "Int", "required": true, "lenient": "field"}, "c": "[Int]"}}}
        """,
      expected: [
        "`a` was required, and may be missing now",
        "`b` could be missing, and is now required",
        "`b` rejected values that don't decode, and now replaces them with its default",
        "`c` left out elements that don't decode, and now rejects them",
      ]),
    Case(
      id: "what a type does with missing, default and unknown fields",
      old: #"{"D": {"fields": {}, "fills": "defaults", "keepsUnknownFields": true}}"#,
      new: #"{"D": {"fields": {}, "writesDefaults": false}}"#,
      expected: [
        "missing fields of the document were filled with defaults, and are now errors",
        "the document wrote fields that equal their default, and leaves them out now",
        "the document preserved unknown fields, and now drops them",
      ]),
    Case(
      id: "nulls",
      old: """
        {"D": {"fields": {"a": "Nullable<Int>?", "b": "Int?", "c": "Nullable<Int>?"}},
          "Nullable<Int>": {"value": "Int"}}
        """,
      new: """
        {"D": {"fields": {"a": "Int?", "b": "Nullable<Int>?", "c": "Nullable<Int>?"}},
          "Nullable<Int>": {"value": "Int"}}
        """,
      expected: [
        "`a` preserved nulls, and now leaves them out",
        "`b` left out nulls, and now preserves them",
      ]),
    Case(
      id: "unions",
      old: """
        {"D": {"fields": {"b": "[B]"}}, "T": {"fields": {"x": "Int"}},
          "B": {"tag": "type", "payloads": {"text": "T", "image": "T"}}}
        """,
      new: """
        {"D": {"fields": {"b": "[B]"}}, "T": {"fields": {"x": "Bool"}},
          "B": {"tag": "kind", "payloads": {"text": "T", "video": "T"}, "open": true}}
        """,
      expected: [
        "the tag of `b[]` was under `type`, and is now under `kind`",
        #"`b[]` no longer has the case `"image"`"#, #"`b[]` has the new case `"video"`"#,
        "`b[](text).x` was `Int`, and is now `Bool`",
        "`b[]` rejected unknown cases, and now preserves them",
      ]),
    Case(
      id: "payloads of an enum",
      old: #"{"D": {"oneOf": {"a": "A"}}, "A": {"fields": {"_0": "Int"}}}"#,
      new: #"{"D": {"oneOf": {"a": "A"}}, "A": {"fields": {"_0": "String"}}}"#,
      expected: ["`a._0` was `Int`, and is now `String`"]),
    Case(
      id: "payloads of an enum that had none",
      old: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": [{"a": {}}]}}"#,
      new: """
        {"D": {"fields": {"k": "K"}}, "K": {"oneOf": {"a": "A"}}, "A": {"fields": {"_0": "Int"}}}
        """,
      expected: ["`k` was `K`, an enum, and is now `K`, an enum with payloads"]),
    Case(
      id: "cases of an enum that lists them now",
      old: """
        {"D": {"fields": {"k": "K"}},
          "K": {"oneOf": {"b": "B", "a": "A"}}, "A": {"fields": {}}, "B": {"fields": {}}}
        """,
      new: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": [{"b": {}}, {"a": {}}, {"c": {}}]}}"#,
      expected: [#"`k` has the new case `{"c": {}}`"#]),
    Case(
      id: "what is decoded only for some values",
      old: """
        {"D": {"fields": {"id": "Int"}, "sometimes": {
          "id": ["Int", "String"], "meta": [], "meta.x": ["A"], "url": ["URL"], "w": ["Int"]}},
          "A": {"fields": {"a": "Int"}}}
        """,
      new: """
        {"D": {"fields": {"id": "Int"}, "sometimes": {
          "id": ["Int", "String", "Bool"], "meta": [], "meta.x": ["B"], "url": ["String"], "h": []}},
          "B": {"fields": {"a": "Bool"}}}
        """,
      expected: [
        "`h` is now decoded for some values",
        """
        for some values, `id` was decoded as `Int` or `String`, and is now decoded as `Int` or `String` \
        or `Bool`
        """,
        "`meta.x.a` was `Int`, and is now `Bool`",
        "`url` was `URL`, and is now `String`",
        "`w` was decoded as `Int` for some values, and isn't any more",
      ]),
    Case(
      id: "what is written and not read, or read and not written",
      old: """
        {"D": {"fields": {"a": "Int", "b": "Int", "d": "Int"}, "unwritten": ["a"], "unread": ["c"]}}
        """,
      new: """
        {"D": {"fields": {"a": "Int", "b": "Int", "e": "Int"}, "unwritten": ["b", "e"],
          "unread": ["d"]}}
        """,
      expected: [
        "`d` was removed; it was `Int`", "`e` was added, as `Int`",
        "`a` was not written, and is now", "`b` was written, and isn't any more",
        "`c` was written, and isn't any more",
      ]),
    Case(
      id: "what stands for a value that doesn't decode",
      old: """
        {"D": {"fields": {"a": "A", "b": "B"}}, "A": {"value": "String", "otherwise": "old"},
          "B": {"value": "Int"}}
        """,
      new: """
        {"D": {"fields": {"a": "A", "b": "B"}}, "A": {"value": "String", "otherwise": "new"},
          "B": {"value": "Int", "otherwise": null}}
        """,
      expected: [
        #"the default of `a` was `"old"`, and is now `"new"`"#,
        "`b` had no default, and has `null` now",
      ]),
    Case(
      id: "the fallback for an unknown case",
      old: """
        {"D": {"fields": {"a": "A", "b": "B", "c": "C"}}, "A": {"cases": ["x", "y"], "otherwise": "x"},
          "B": {"cases": ["x", "y"], "otherwise": "x"}, "C": {"cases": ["x", "y"]}}
        """,
      new: """
        {"D": {"fields": {"a": "A", "b": "B", "c": "C"}}, "A": {"cases": ["x", "y"]},
          "B": {"cases": ["x", "y"], "otherwise": "y"}, "C": {"cases": ["x", "y"], "otherwise": "y"}}
        """,
      expected: [
        #"`a` replaced unknown cases by `"x"`, and now rejects them"#,
        #"`b` replaced unknown cases by `"x"`, and now replaces them by `"y"`"#,
        #"`c` rejected unknown cases, and now replaces them by `"y"`"#,
      ]),
    Case(
      id: "a versioned type whose chain begins otherwise",
      old: #"{"D": {"fields": {"p": "P"}}, "P": {"versions": [1, 2]}}"#,
      new: #"{"D": {"fields": {"p": "P"}}, "P": {"versions": [2, 3]}}"#,
      expected: ["the versions of `p` were 1, 2, and are now 2, 3"]),
    Case(
      id: "what was known and isn't any more",
      old: #"{"D": {"fields": {"a": "Int", "b": "Int"}}}"#,
      new: """
        {"D": {"fields": {"a": "Int"}, "complete": false, "notes": ["It asks for the moon."]}}
        """,
      expected: [
        """
        everything about the document was known, and now something isn't: It asks for the moon.
        """
      ]),
    Case(
      id: "a shared type, which is reported once",
      old: #"{"D": {"fields": {"a": "P", "b": "P"}}, "P": {"fields": {"x": "Int"}}}"#,
      new: #"{"D": {"fields": {"a": "P", "b": "P"}}, "P": {"fields": {"x": "Bool"}}}"#,
      expected: ["`a.x` was `Int`, and is now `Bool`"]),
  ]

  @Test(arguments: cases)
  func `each difference has a description`(_ example: Case) throws {
    let differences = Schema.differences(
      from: try schema(example.old), to: try schema(example.new))

    #expect(differences.map(\.description) == example.expected)
  }

  static let equal = [
    Case(
      id: "types of other names",
      old: #"{"D": {"fields": {"parts": "[Part]"}}, "Part": {"fields": {"a": "Part?"}}}"#,
      new: #"{"D": {"fields": {"parts": "[PartV1]"}}, "PartV1": {"fields": {"a": "PartV1?"}}}"#,
      expected: []),
    Case(
      id: "other notes",
      old: #"{"D": {"fields": {}, "notes": ["One."]}}"#,
      new: #"{"D": {"fields": {}, "notes": ["Another."]}}"#,
      expected: []),
    Case(
      id: "a wrapper around the same value",
      old: #"{"D": {"fields": {"slug": "String"}}}"#,
      new: #"{"D": {"fields": {"slug": "Slug"}}, "Slug": {"value": "String"}}"#,
      expected: []),
    Case(
      id: "numbered cases with other names, or listed in another order",
      old: """
        {"D": {"fields": {"k": "K"}}, "K": {"cases": [0, 1], "names": ["a", "b"], "raw": "Int"}}
        """,
      new: """
        {"D": {"fields": {"k": "K"}}, "K": {"cases": [1, 0], "names": ["b", "z"], "raw": "Int"}}
        """,
      expected: []),
    Case(
      id: "numbered cases without names",
      old: #"{"D": {"fields": {"k": "K"}}, "K": {"cases": [0, 1], "raw": "Int"}}"#,
      new: """
        {"D": {"fields": {"k": "K"}}, "K": {"cases": [1, 0], "names": ["a", "b"], "raw": "Int"}}
        """,
      expected: []),
    Case(
      id: "a chain that has grown",
      old: #"{"D": {"fields": {"p": "PoemV2"}}, "PoemV2": {"versions": [null, 2]}}"#,
      new: #"{"D": {"fields": {"p": "Poem"}}, "Poem": {"versions": [null, 2, "2025-06"]}}"#,
      expected: []),
    Case(
      id: "knowing more than before",
      old: """
        {"D": {"fields": {"a": "A", "k": "K"}, "complete": false}, "A": {"complete": false},
          "K": {"value": "String", "complete": false}}
        """,
      new: """
        {"D": {"fields": {"a": "A", "b": "Int", "k": "K"}}, "A": {"fields": {"x": "Int"}},
          "K": {"cases": ["a", "b"], "raw": "String"}}
        """,
      expected: []),
  ]

  @Test(arguments: equal)
  func `changes that don't affect documents are no differences`(_ example: Case) throws {
    let differences = Schema.differences(
      from: try schema(example.old), to: try schema(example.new))

    #expect(differences == [])
  }

  @Test func `a type that is renamed for the next version is unchanged`() throws {
    #expect(
      Schema.differences(
        from: .learned(from: Locked.Poem.self), to: .learned(from: Renamed.PoemV2.self)) == [])
    #expect(
      Schema.differences(
        from: .learned(from: Locked.Poem.self), to: .learned(from: Renamed.Poem.self)
      ).map(\.description) == [
        "`stanzas[].rhyme` was added, as `String?`",
        #"the default of `title` was `""`, and is now `"Untitled"`"#,
      ])
  }

  @Test(arguments: [
    (#"{"D": {"fields": {"title": "String"}}}"#, true),
    (#"{"D": {"complete": false, "fields": {"title": "String"}}}"#, false),
    (#"{"D": {"fields": {}}}"#, false),
  ])
  func `a type is only recognized by fields that are all known`(
    old: String, isRecognized: Bool
  ) throws {
    let new = try schema(#"{"E": {"fields": {"title": "String"}}}"#, root: "E")

    #expect(try schema(old).isRecognizable(in: new) == isRecognized)
  }

  enum Locked {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = NothingOlder
      var title = ""
      var stanzas: [Stanza] = []
      var id = UUID()
    }

    struct Stanza: Codable { var lines: [String] }
  }

  enum Renamed {
    struct PoemV2: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = NothingOlder
      var title = ""
      var stanzas: [StanzaV2] = []
      var id = UUID()
    }

    struct StanzaV2: Codable { var lines: [String] }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 3
      typealias PreviousVersion = PoemV2
      var title = "Untitled"
      var stanzas: [Stanza] = []
      var id = UUID()
    }

    struct Stanza: Codable {
      var lines: [String]
      var rhyme: String?
    }
  }

  @Test func `comparing recursive types with other names and depths terminates`() throws {
    let old = try schema(#"{"D": {"fields": {"d": "D?"}}}"#)
    let new = try schema(
      #"{"D": {"fields": {"d": "E?"}}, "E": {"fields": {"d": "D?"}}}"#)

    #expect(Schema.differences(from: old, to: new) == [])
  }

  @Test func `comparing types that only contain each other terminates`() throws {
    let circle = try schema(#"{"D": {"value": "E"}, "E": {"value": "D"}}"#)

    #expect(Schema.differences(from: circle, to: circle) == [])
  }

  private func schema(_ types: String, root: String = "D") throws -> Schema {
    Schema(
      root: .named(root),
      types: try JSONDecoder().decode(unversioned: [String: TypeShape].self, from: Data(types.utf8))
    )
  }
}
