import Foundation
import Lineage
import Testing

@testable import LineageSchemas

/// Enums, whose cases can't always be listed.
struct LearnedEnumTests {
  @Test func `an enum that can list its cases has them, with the names of numbers`() throws {
    enum Size: Int, Codable, CaseIterable { case small = 1, large = 3 }

    #expect(
      try learned(Size?.self) == """
        "Size?" {
          "Size": {"cases": [1, 3], "names": ["small", "large"], "raw": "Int"}
        }
        """)
  }

  @Test func `the cases in open enums have names`() throws {
    enum Size: Int, CaseIterable { case small, large }

    #expect(
      try learned(OpenEnum<Size>.self).contains(
        #""cases": [0, 1], "names": ["small", "large"], "open": true, "raw": "Int""#))
  }

  @Test func `cases with descriptions of their own have no names`() throws {
    #expect(
      try learned(Described.self) == """
        "Described" {
          "Described": {"cases": [0, 1], "raw": "Int"}
        }
        """)
  }

  enum Described: Int, Codable, CaseIterable, CustomStringConvertible {
    case small, large
    var description: String { "a size" }
  }

  @Test func `the names of cases are not part of the digest`() {
    #expect(
      LearnedSchema(of: Holder<Named.Size>.self).digest
        == LearnedSchema(of: Holder<Renamed.Size>.self).digest)
  }

  enum Named { enum Size: Int, Codable, CaseIterable { case small, large } }
  enum Renamed { enum Size: Int, Codable, CaseIterable { case little, large } }

  @Test func `cases are the encoded values, not the names`() throws {
    enum Mood: Codable, CaseIterable {
      case happy, sad
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Bool.self) ? .happy : .sad
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(self == .happy)
      }
    }

    #expect(
      try learned(Mood.self) == """
        "Mood" {
          "Mood": {"cases": [true, false], "raw": "Bool"}
        }
        """)
  }

  @Test func `an enum without raw values writes its cases as keys`() throws {
    enum Side: Codable, CaseIterable { case left, right }

    #expect(
      try learned(Side.self) == """
        "Side" {
          "Side": {"cases": [{"left": {}}, {"right": {}}]}
        }
        """)
  }

  @Test func `an enum with raw values has its cases, although it isn't CaseIterable`() throws {
    enum Binding: String, Codable { case cloth, paper, leather }
    enum Size: Int, Codable { case small = 1, large = 3 }
    struct Book: Codable {
      var binding: Binding
      var size: Size
    }

    #expect(
      try learned(Book.self) == """
        "Book" {
          "Binding": {"cases": ["cloth", "paper", "leather"], "raw": "String"},
          "Book": {"fields": {"binding": "Binding", "size": "Size"}},
          "Size": {"cases": [1, 3], "names": ["small", "large"], "raw": "Int"}
        }
        """)
  }

  @Test func `an enum with a single case has it, although it isn't CaseIterable`() throws {
    enum Kind: String, Codable { case book }
    enum Version: Int, Codable { case first = 1 }
    struct Item: Codable {
      var kind: Kind
      var version: Version
      var title: String
    }

    #expect(
      try learned(Item.self) == """
        "Item" {
          "Item": {"fields": {"kind": "Kind", "title": "String", "version": "Version"}},
          "Kind": {"cases": ["book"], "raw": "String"},
          "Version": {"cases": [1], "names": ["first"], "raw": "Int"}
        }
        """)
  }

  @Test func `what is decoded for each case of an enum is found, although it isn't CaseIterable`()
    throws
  {
    enum Kind: String, Codable { case none, text, number, flag, list }
    struct Item: Codable {
      enum CodingKeys: CodingKey { case kind, text, number, flag, list }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .none: break
        case .text: _ = try container.decode(String.self, forKey: .text)
        case .number: _ = try container.decode(Int.self, forKey: .number)
        case .flag: _ = try container.decode(Bool.self, forKey: .flag)
        case .list: _ = try container.decode([Int].self, forKey: .list)
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Kind.none, forKey: .kind)
      }
    }

    #expect(
      try learned(Item.self).contains(
        #"{"flag": ["Bool"], "list": ["[Int]"], "number": ["Int"], "text": ["String"]}"#))
  }

  @Test func `what an enum uses for an unknown case is learned`() throws {
    enum Mode: String, Codable {
      case auto, manual
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = Mode(rawValue: text) ?? .manual
      }
    }

    #expect(
      try learned(Mode.self) == """
        "Mode" {
          "Mode": {"cases": ["auto", "manual"], "otherwise": "manual", "raw": "String"}
        }
        """)
  }

  @Test func `an enum of strings that can't list its cases is noted and used`() throws {
    struct Book: Codable {
      var binding: Binding
      var title: String
    }

    #expect(
      try learned(Book.self) == """
        "Book" {
          "Binding": {
            "complete": false,
            "notes": [
              "Only some values are accepted, but which ones is unknown. Make it `CaseIterable` to have \
        its cases locked."
            ],
            "value": "String"
          },
          "Book": {"fields": {"binding": "Binding", "title": "String"}}
        }
        """)
  }

  /// A type with a few values, which isn't known to be an enum.
  struct Binding: RawRepresentable, Codable {
    var rawValue: String

    init?(rawValue: String) {
      guard ["a", "cloth", "paper"].contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }
  }

  @Test func `a type of numbers that rejects some of them is noted too`() throws {
    #expect(try learned(Grade.self).contains("Make it `CaseIterable` to have its cases locked."))
  }

  struct Grade: RawRepresentable, Codable {
    var rawValue: Int

    init?(rawValue: Int) {
      guard (1...6).contains(rawValue) else { return nil }
      self.rawValue = rawValue
    }
  }

  @Test func `a struct with a raw value accepts any value`() throws {
    struct Tag: RawRepresentable, Codable { var rawValue: String }

    #expect(
      try learned(Tag.self) == """
        "Tag" {
          "Tag": {"value": "String"}
        }
        """)
  }

  @Test func `the cases in open enums needn't be listed`() throws {
    enum Size: Int { case small = 1, large = 3 }
    enum Kind: String { case web, print = "paper" }

    #expect(
      try learned(OpenEnum<Size>.self).contains(
        #""cases": [1, 3], "names": ["small", "large"], "open": true, "raw": "Int""#))
    #expect(try learned(OpenEnum<Kind>.self).contains(#"["web", "paper"]"#))
  }

  @Test func `an open enum accepts other values`() throws {
    enum Kind: String, CaseIterable { case web, print }

    #expect(
      try learned([OpenEnum<Kind>].self) == """
        "[OpenEnum<Kind>]" {
          "OpenEnum<Kind>": {"cases": ["web", "print"], "open": true, "raw": "String"}
        }
        """)
  }

  @Test func `an enum with payloads whose keys can be listed has its cases`() throws {
    indirect enum Term: Codable {
      case sum(Term, Term)
      case number(value: Int)
      case gap
      enum CodingKeys: CodingKey, CaseIterable { case sum, number, gap }
    }

    #expect(
      try learned(Term.self) == """
        "Term" {
          "Term": {"oneOf": {"gap": "Term.gap", "number": "Term.number", "sum": "Term.sum"}},
          "Term.gap": {"fields": {}},
          "Term.number": {"fields": {"value": "Int"}},
          "Term.sum": {"fields": {"_0": "Term", "_1": "Term"}}
        }
        """)
  }

  @Test func `an enum with payloads has its cases, although its keys aren't CaseIterable`() throws {
    enum Loan: Codable {
      case to(String)
      case none
    }
    struct Copy: Codable {
      var loan: Loan
      var title: String
    }

    #expect(
      try learned(Copy.self) == """
        "Copy" {
          "Copy": {"fields": {"loan": "Loan", "title": "String"}},
          "Loan": {"oneOf": {"none": "Loan.none", "to": "Loan.to"}},
          "Loan.none": {"fields": {}},
          "Loan.to": {"fields": {"_0": "String"}}
        }
        """)
  }

  @Test func `an enum with a single payload has its case, although its keys aren't CaseIterable`()
    throws
  {
    enum Source: Codable { case web(URL) }
    struct Item: Codable {
      var source: Source
      var title: String
    }

    #expect(
      try learned(Item.self) == """
        "Item" {
          "Item": {"fields": {"source": "Source", "title": "String"}},
          "Source": {
            "fields": {"web": "Source.web"},
            "notes": ["`init(from:)` lists the keys of the object, so there may be others than these."]
          },
          "Source.web": {"fields": {"_0": "URL"}}
        }
        """)
  }

  @Test func `an enum whose keys can't be listed stops learning`() throws {
    #expect(
      try learned(Copy.self) == """
        "Copy" {
          "Copy": {
            "complete": false,
            "fields": {"loan": "Loan", "number": "Int"},
            "notes": [
              "`init(from:)` stopped at `loan`, because no value of Loan could be generated, so \
        what it decodes after that is unknown. Add a document as an example."
            ],
            "stoppedAt": "loan"
          },
          "Loan": {
            "complete": false,
            "notes": [
              "`init(from:)` lists the keys of the object, as an enum with payloads does, so its \
        cases are unknown. Declare its `CodingKeys` as `CaseIterable` to have them locked."
            ]
          }
        }
        """)
  }

  @Test func `with an example or a default, learning continues`() throws {
    struct Filled: DefaultFillable {
      var loan = Loan.to("me")
      var title = ""
    }

    let text = try learned(
      Copy.self, examples: [["number": 1, "loan": ["to": ["_0": "me"]], "title": "Frogs"]])

    #expect(
      text.contains(#""Copy": {"fields": {"loan": "Loan", "number": "Int", "title": "String"}}"#))
    #expect(try learned(Filled.self).contains(#""title": {"default": "", "type": "String"}"#))
    #expect(
      try learned(Shelf.self).contains(
        #""Copy": {"fields": {"loan": "Loan", "number": "Int", "title": "String"}}"#))
  }

  struct Shelf: DefaultFillable {
    var copies = [Copy(number: 1, loan: .to("me"), title: "Frogs")]
  }

  /// An enum with payloads whose keys can't be listed.
  enum Loan: Codable {
    case to(String)

    struct Key: CodingKey {
      let stringValue = "to"
      var intValue: Int? { nil }
      init() {}
      init?(stringValue: String) { if stringValue != "to" { return nil } }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      guard let key = container.allKeys.first,
        let name = try container.decode([String: String].self, forKey: key)["_0"]
      else { throw CancellationError() }
      self = .to(name)
    }

    func encode(to encoder: any Encoder) throws {
      let name =
        switch self {
        case .to(let name): name
        }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(["_0": name], forKey: Key())
    }
  }

  struct Copy: Codable {
    var number: Int
    var loan: Loan
    var title: String
  }

  @Test func `a union has its tags and payloads`() throws {
    struct Text: Codable { var body: String }
    struct Image: Codable { var url: URL }
    enum Block: OpenUnion {
      case text(Text), image(Image), unknown(DocumentValue)
      static let tagKey = "kind"
      static let payloads: [Payload] = [
        Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
        Payload("image", image) { if case .image(let it) = $0 { it } else { nil } },
        .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
      ]
    }

    #expect(
      try learned([Block].self) == """
        "[Block]" {
          "Block": {"open": true, "payloads": {"image": "Image", "text": "Text"}, "tag": "kind"},
          "Image": {"fields": {"url": "URL"}},
          "Text": {"fields": {"body": "String"}}
        }
        """)
  }
}
