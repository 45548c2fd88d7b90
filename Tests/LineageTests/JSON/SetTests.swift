import Foundation
import Lineage
import Testing

/// Sets, which are arrays in a document.
struct SetTests {
  /// A text that equals others.
  struct Folded: Hashable, Codable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }

    static func == (first: Folded, second: Folded) -> Bool {
      first.text.lowercased() == second.text.lowercased()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
  }

  @Test(arguments: [
    "[]", "[1,2,1]", #"["a","A","b","a"]"#, #"["a",1]"#, #"[1,"a"]"#, "[null]", "[1,null]", "null",
    "{}", "7", "[[1],[1],[2]]", #"[[1],["x"]]"#, #"{"1":2}"#,
  ])
  func `sets are read as by Foundation, errors included`(text: String) {
    let data = Data(text.utf8)
    func expectSame<Value: Codable & Hashable>(as type: Value.Type) {
      let value = Result { try JSONDecoder().decode(unversioned: type, from: data) }
      let expected = Result { try JSONDecoder().decode(type, from: data) }
      if case (.success(let value), .success(let expected)) = (value, expected) {
        #expect(value == expected, "\(type)")
      } else {
        #expect(
          KeyedDictionaryTests.outcome { try value.get() }
            == KeyedDictionaryTests.outcome { try expected.get() }, "\(type)")
      }
    }
    expectSame(as: Set<Int>.self)
    expectSame(as: Set<Int?>.self)
    expectSame(as: Set<String>.self)
    expectSame(as: Set<Folded>.self)
    expectSame(as: Set<[Int]>.self)
    expectSame(as: Set<Set<Int>>.self)
    expectSame(as: [Set<Int>].self)
    expectSame(as: Optional<Set<Int>>.self)
  }

  @Test func `of equal elements the first wins`() throws {
    let data = Data(#"{"body":["Frogs","FROGS","toads","frogs"]}"#.utf8)
    let letter = try JSONDecoder().decode(versioned: Letter<Set<Folded>>.self, from: data)
    #expect(letter.body.map(\.text).sorted() == ["Frogs", "toads"])
  }

  struct Tagged: Codable, DefaultFillable, Equatable {
    var tags: Set<String> = ["new"]
    var numbers: Set<Int>? = [1]
    var rows: Set<Row> = []
  }

  struct Row: Codable, DefaultFillable, Hashable {
    var name = "none"
    var count = 0
  }

  @Test func `missing sets are filled, and the fields of their elements`() throws {
    let data = Data(#"{"body":{"numbers":null,"rows":[{"name":"a"},{}]}}"#.utf8)
    var report = MigrationReport()
    let letter = try JSONDecoder().decode(
      versioned: Letter<Tagged>.self, from: data, report: &report)
    #expect(
      letter.body
        == Tagged(tags: ["new"], numbers: nil, rows: [Row(name: "a"), Row()]))
    #expect(
      report.filled.map { "\($0.path)" }.sorted()
        == ["body.rows[0].count", "body.rows[1].count", "body.rows[1].name", "body.tags"])
  }

  @Test func `sets are read from property lists`() throws {
    let letter = Letter(body: ["a": Set([1, 2, 3])])
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder(format)
      let data = try encoder.encode(versioned: letter)
      let decoded = try PropertyListDecoder().decode(
        versioned: Letter<[String: Set<Int>]>.self, from: data)
      #expect(decoded.body == letter.body)
    }
  }
}
