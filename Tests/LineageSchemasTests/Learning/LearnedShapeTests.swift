import Foundation
import Lineage
import Testing

@testable import LineageSchemas

/// The shapes of common types.
struct LearnedShapeTests {
  @Test func `scalars have their names`() throws {
    #expect(try learned(String.self) == #""String""#)
    #expect(try learned(Int8.self) == #""Int8""#)
    #expect(try learned(UInt128.self) == #""UInt128""#)
    #expect(try learned(Date.self) == #""Date""#)
    #expect(try learned(Decimal.self) == #""Decimal""#)
    #expect(try learned(DocumentValue.self) == #""any""#)
  }

  @Test func `collections and optionals name their elements`() throws {
    #expect(try learned([[URL?]].self) == #""[[URL?]]""#)
    #expect(try learned(Set<Int>?.self) == #""Set<Int>?""#)
    #expect(try learned([String: [Double]].self) == #""[String: [Double]]""#)
    #expect(try learned([Int: Bool].self) == #""[Int: Bool]""#)
    #expect(try learned([UUID: Date].self) == #""[UUID, Date, …]""#)
  }

  @Test func `keys that represent text keep their cases`() throws {
    enum Language: String, Codable, CaseIterable, CodingKeyRepresentable { case de, en }

    #expect(
      try learned([Language: String].self) == """
        "[Language: String]" {
          "Language": {"cases": ["de", "en"], "raw": "String"}
        }
        """)
  }

  @Test func `an object has its fields, with optional ones marked`() throws {
    struct Line: Codable {
      enum CodingKeys: String, CodingKey { case text, indentation = "indent" }
      var text: String
      var indentation: Int?
    }

    #expect(
      try learned([Line].self) == """
        "[Line]" {
          "Line": {"fields": {"indent": "Int?", "text": "String"}}
        }
        """)
  }

  @Test func `types with the same name get different keys`() throws {
    enum Outer {
      struct Line: Codable { var number: Int }
    }
    struct Line: Codable { var line: Outer.Line }

    #expect(
      try learned(Line.self) == """
        "Line" {
          "Line": {"fields": {"line": "Line#2"}},
          "Line#2": {"fields": {"number": "Int"}}
        }
        """)
  }

  @Test func `a type with the name of a scalar is not that scalar`() throws {
    struct Date: Codable { var day: Int }

    #expect(
      try learned(Date.self) == """
        "Date#2" {
          "Date#2": {"fields": {"day": "Int"}}
        }
        """)
  }

  @Test func `each specialization of a generic type is a separate type`() throws {
    struct Page<Item: Codable>: Codable { var items: [Item] }

    struct Book: Codable {
      var numbers: Page<Int>
      var words: Page<[String]>
    }

    #expect(
      try learned(Book.self) == """
        "Book" {
          "Book": {"fields": {"numbers": "Page<Int>", "words": "Page<Array<String>>"}},
          "Page<Array<String>>": {"fields": {"items": "[[String]]"}},
          "Page<Int>": {"fields": {"items": "[Int]"}}
        }
        """)
  }

  @Test func `system types are only named`() throws {
    #expect(try learned(Locale.self) == #""Locale""#)
    #expect(try learned([TimeZone].self) == #""[TimeZone]""#)
    #expect(try learned(DateComponents?.self) == #""DateComponents?""#)
    #expect(try learned(IndexSet.self) == #""IndexSet""#)
    #expect(try learned([URLComponents].self) == #""[URLComponents]""#)
  }

  @Test func `a system type that would trap for made-up values isn't asked for them`() throws {
    struct Rule: Codable, Equatable {
      var allowed: CharacterSet
      var limit: Int
    }

    #expect(try learned(CharacterSet?.self) == #""CharacterSet?""#)
    #expect(
      try learned(Rule.self) == """
        "Rule" {
          "Rule": {
            "complete": false,
            "fields": {"allowed": "CharacterSet"},
            "notes": [
              "`init(from:)` stopped at `allowed`, because no value of CharacterSet could be \
        generated, so what it decodes after that is unknown. Add a document as an example."
            ],
            "stoppedAt": "allowed"
          }
        }
        """)
    let data = try JSONEncoder().encode(unversioned: Rule(allowed: .alphanumerics, limit: 1))
    let example = try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
    #expect(
      try learned(Rule.self, examples: [example]) == """
        "Rule" {
          "Rule": {"fields": {"allowed": "CharacterSet", "limit": "Int"}}
        }
        """)
  }

  @Test func `ranges are two values`() throws {
    #expect(
      try learned(ClosedRange<Int>.self) == """
        "ClosedRange<Int>" {
          "ClosedRange<Int>": {"value": "(Int, Int)"}
        }
        """)
  }

  @Test func `a class has the fields of its superclass`() throws {
    class Animal: Codable { var name: String }
    final class Dog: Animal {
      var breed: String

      private enum CodingKeys: CodingKey { case breed }

      required init(from decoder: any Decoder) throws {
        breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
        try super.init(from: decoder)
      }

      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(breed, forKey: .breed)
        try super.encode(to: encoder)
      }
    }

    #expect(
      try learned(Dog.self) == """
        "Dog" {
          "Dog": {"fields": {"breed": "String", "name": "String"}}
        }
        """)
  }

  @Test func `a class can encode the fields of its superclass in a separate object`() throws {
    class Animal: Codable { var name: String }
    final class Cat: Animal {
      var lives: Int

      private enum CodingKeys: CodingKey { case lives }

      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lives = try container.decode(Int.self, forKey: .lives)
        try super.init(from: container.superDecoder())
      }

      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(lives, forKey: .lives)
        try super.encode(to: container.superEncoder())
      }
    }

    #expect(
      try learned(Cat.self) == """
        "Cat" {
          "Cat": {"fields": {"lives": "Int", "super": "Cat.super"}},
          "Cat.super": {"fields": {"name": "String"}}
        }
        """)
  }

  @Test func `recursive types refer to themselves`() throws {
    final class Node: Codable {
      var next: Node?
      var children: [Node]
    }

    #expect(
      try learned(Node.self) == """
        "Node" {
          "Node": {"fields": {"children": "[Node]", "next": "Node?"}}
        }
        """)
  }

  @Test func `learning types that contain each other terminates`() throws {
    struct Folder: Codable {
      struct Entry: Codable { var folder: [Folder] }
      var entries: [String: Entry]
      var name: String
    }

    #expect(
      try learned(Folder.self) == """
        "Folder" {
          "Entry": {"fields": {"folder": "[Folder]"}},
          "Folder": {"fields": {"entries": "[String: Entry]", "name": "String"}}
        }
        """)
  }
}
