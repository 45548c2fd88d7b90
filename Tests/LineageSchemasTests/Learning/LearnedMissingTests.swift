import Foundation
import Lineage
import Testing

@testable import LineageSchemas

/// The values that `init(from:)` uses for missing fields.
struct LearnedMissingTests {
  @Test func `the value for a missing field is its default`() throws {
    struct Page: Codable {
      var count, margin, width: Int
      var layout: String
      var printed: Date
      var tags: Set<String>
      enum CodingKeys: CodingKey { case count, layout, margin, printed, tags, width }
      enum LayoutKeys: CodingKey { case name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 5
        margin = (try? container.decode(Int.self, forKey: .margin)) ?? 8
        width = container.contains(.width) ? try container.decode(Int.self, forKey: .width) : 80
        let layouts = try container.nestedContainer(keyedBy: LayoutKeys.self, forKey: .layout)
        layout = try layouts.decodeIfPresent(String.self, forKey: .name) ?? "plain"
        printed = try container.decodeIfPresent(Date.self, forKey: .printed) ?? Date()
        tags = try container.decodeIfPresent(Set<String>.self, forKey: .tags) ?? ["b", "c", "a"]
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(margin, forKey: .margin)
        try container.encode(width, forKey: .width)
        var layouts = container.nestedContainer(keyedBy: LayoutKeys.self, forKey: .layout)
        try layouts.encode(layout, forKey: .name)
        try container.encode(printed, forKey: .printed)
        try container.encode(tags, forKey: .tags)
      }
    }

    #expect(
      try types(of: Page.self)["Page"]?.form
        == .object([
          "count": .init(shape: .optional(.named("Int")), initial: .value(5)),
          "layout": .init(shape: .named("Page.layout")),
          "margin": .init(shape: .named("Int"), initial: .value(8)),
          "printed": .init(shape: .optional(.named("Date")), initial: .differsEachTime),
          "tags": .init(
            shape: .optional(.set(.named("String"))), initial: .value(["a", "b", "c"])),
          "width": .init(shape: .named("Int"), initial: .value(80)),
        ]))
    #expect(
      try types(of: Page.self)["Page.layout"]?.form
        == .object(["name": .init(shape: .optional(.named("String")), initial: .value("plain"))]))
  }

  @Test func `an optional that is decoded like other values needs its key`() throws {
    struct Pair<Value: Codable>: Codable { var first, second: Value }
    struct Page: Codable {
      var a, b, c, d, e: Int?
      var pair: Pair<Int?>
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        a = try container.decode(Int?.self, forKey: .a)
        b = try container.decodeIfPresent(Int.self, forKey: .b)
        c = container.contains(.c) ? try container.decode(Int?.self, forKey: .c) : nil
        d = (try? container.decode(Int?.self, forKey: .d)) ?? 7
        e = try container.decodeNil(forKey: .e) ? nil : container.decode(Int?.self, forKey: .e)
        pair = try container.decode(Pair<Int?>.self, forKey: .pair)
      }
    }
    struct Filled: Codable, DefaultFillable {
      var a: Int? = 1
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        a = try container.decode(Int?.self, forKey: .a)
      }
    }

    func required<Value: Codable>(_ type: Value.Type, _ name: String) throws -> [String] {
      let shape = try types(of: type)[name]
      guard case .object(let fields)? = shape?.form else { return [] }
      return fields.filter(\.value.isRequired).keys.sorted()
    }
    #expect(try required(Page.self, "Page") == ["a"])
    #expect(try required(Page.self, "Pair<Optional<Int>>") == ["first", "second"])
    #expect(try required(Filled.self, "Filled") == [])
  }

  @Test func `the value in place of one that doesn't decode is known`() throws {
    struct Name: Codable {
      var text: String
      init(from decoder: any Decoder) throws {
        text = (try? decoder.singleValueContainer().decode(String.self)) ?? "old"
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    #expect(
      try learned(Name.self) == """
        "Name" {
          "Name": {"otherwise": "old", "value": "String"}
        }
        """)
  }

  @Test func `a value that depends on other fields is not a default, and is noted`() throws {
    struct Post: Codable {
      var title, slug: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        slug = try container.decodeIfPresent(String.self, forKey: .slug) ?? title.lowercased()
      }
    }

    let post = try #require(try types(of: Post.self)["Post"])

    #expect(
      post.form
        == .object([
          "slug": .init(shape: .optional(.named("String"))),
          "title": .init(shape: .named("String")),
        ]))
    #expect(
      post.notes == [
        "The value that `init(from:)` uses for a missing `slug` depends on other fields, so it is unknown."
      ])
  }

  @Test func `a value that is decoded from another field is not a default`() throws {
    struct Post: Codable {
      var title: String
      enum CodingKeys: CodingKey { case title, name }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title =
          if let title = try container.decodeIfPresent(String.self, forKey: .title) {
            title
          } else {
            try container.decode(String.self, forKey: .name)
          }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
      }
    }

    let post = try #require(try types(of: Post.self)["Post"])

    #expect(post.form == .object(["title": .init(shape: .optional(.named("String")))]))
    #expect(post.sometimes == ["name": [.named("String")]])
  }

  @Test func `a default in init(from:) takes precedence over that of init()`() throws {
    struct Settings: DefaultFillable {
      var size = 1
      var depth = 1
      var theme: String?
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        size = try container.decodeIfPresent(Int.self, forKey: .size) ?? 2
        depth = try container.decode(Int.self, forKey: .depth)
        theme = try container.decodeIfPresent(String.self, forKey: .theme)
      }
    }

    #expect(
      try types(of: Settings.self)["Settings"]?.form
        == .object([
          "depth": .init(shape: .named("Int"), initial: .value(1)),
          "size": .init(shape: .optional(.named("Int")), initial: .value(2)),
          "theme": .init(shape: .optional(.named("String"))),
        ]))
  }

  // MARK: - What is requested only sometimes

  @Test func `requests that depend on a value are known`() throws {
    enum Kind: String, Codable, CaseIterable { case text, image, list }
    struct Size: Codable { var width: Int }
    struct Block: Codable {
      var kind: Kind
      enum CodingKeys: CodingKey { case kind, content, size }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(Kind.self, forKey: .kind)
        switch kind {
        case .text: _ = try container.decode(String.self, forKey: .content)
        case .image:
          _ = try container.decode(URL.self, forKey: .content)
          _ = try container.decode(Size.self, forKey: .size)
        case .list: _ = try container.nestedUnkeyedContainer(forKey: .content)
        }
      }
      func encode(to encoder: any Encoder) throws {}
    }

    let types = try types(of: Block.self)

    #expect(
      types["Block"]?.sometimes == [
        "content": [.named("String"), .named("URL")], "size": [.named("Size")],
      ])
    #expect(types["Size"]?.form == .object(["width": .init(shape: .named("Int"))]))
  }

  @Test func `both types of a value that is decoded as either are known`() throws {
    struct Identity: Codable {
      var text: String
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
          text = "\(number)"
        } else {
          text = try container.decode(String.self)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    let identity = try #require(try types(of: Identity.self)["Identity"])

    #expect(identity.sometimes == ["": [.named("Int"), .named("String")]])
    #expect(identity.otherwise == nil)
  }

  @Test func `keys that are only decoded or only encoded are known`() throws {
    struct Song: Codable {
      var title: String
      enum CodingKeys: CodingKey { case title, length }
      init(from decoder: any Decoder) throws {
        title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .length)
      }
    }

    let song = try #require(try types(of: Song.self)["Song"])

    #expect(song.unwritten == ["title"])
    #expect(song.unread == ["length"])
  }

  private func types<Value: Codable>(of type: Value.Type) throws -> [String: TypeShape] {
    let types = Schema.learned(from: Holder<Value>.self).types
    // The same in the form of a lock.
    let written = try StoredValue.written(types)
    #expect(StoredValue.read([String: TypeShape].self, from: written) == types)
    return types
  }

  @Test func `defaults are known beside payloads that cannot be encoded`() throws {
    struct Part: Codable { var kind: String }
    enum Block: OpenUnion {
      case part(Part)
      case unknown(DocumentValue)
      static let tagKey = "kind"
      static let payloads: [Payload] = [
        Payload("part", part) { if case .part(let it) = $0 { it } else { nil } },
        .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
      ]
    }
    struct Page: Codable {
      var block: Block
      var count: Int
      enum CodingKeys: CodingKey { case block, count }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        block = try container.decode(Block.self, forKey: .block)
        count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 5
      }
    }

    #expect(try learned(Page.self).contains(#""count": {"default": 5, "type": "Int?"}"#))
  }

  @Test func `a type that fills all its fields has a zero`() throws {
    enum FilledByInit {
      struct Margins: DefaultFillable {
        var top = 0.5
      }
    }
    enum FilledByFields {
      struct Margins: FieldCodable {
        var top = 0.5
        enum CodingKeys: String, CodingKey { case top }

        init(reading fields: inout FieldReader) throws {
          fields.open(CodingKeys.self, [.top])
          try fields.fill(&top, at: 0)
        }

        func write(to fields: inout FieldWriter) throws {
          fields.open(CodingKeys.self, [.top])
          try fields.write(top, at: 0)
        }
      }
    }
    struct Named: FieldCodable {
      var name: String
      var top = 0.5
      enum CodingKeys: String, CodingKey { case name, top }

      init(reading fields: inout FieldReader) throws {
        fields.open(CodingKeys.self, [.name, .top])
        name = try fields.value(at: 0)
        try fields.fill(&top, at: 1)
      }

      func write(to fields: inout FieldWriter) throws {
        fields.open(CodingKeys.self, [.name, .top])
        try fields.write(name, at: 0)
        try fields.write(top, at: 1)
      }
    }
    struct Zeros: ZeroFillable {
      var margins: FilledByFields.Margins
      var others: FilledByInit.Margins
      var named: Named
    }

    let zeros = try JSONDecoder().decode(
      unversioned: Zeros.self, from: Data(#"{"named":{"name":"a"}}"#.utf8))
    #expect(zeros.margins.top == 0.5)
    #expect(zeros.others.top == 0.5)
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: Zeros.self, from: Data(#"{"margins":{}}"#.utf8))
    }
    let text = try learned(Zeros.self)
    #expect(text.contains(#""margins": "Margins""#))
    #expect(text.contains(#""others": "Margins#2""#))
    #expect(text.contains(#""named": {"required": true, "type": "Named"}"#))
  }
}
