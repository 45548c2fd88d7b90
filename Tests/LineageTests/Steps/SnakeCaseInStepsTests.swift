import Foundation
import Lineage
import Testing

/// Keys in snake_case of values that a step turns into values of any shape, or that it rejects.
struct SnakeCaseInStepsTests {
  struct LooseFont: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var font: DocumentValue
    var fonts: [DocumentValue]
  }

  struct TypedFont: VersionedCodable, Downgradable {
    static let version = 2
    struct Font: Codable {
      var fontSize: Int
    }
    var font: Font
    var fonts: [Font]

    init(from old: LooseFont) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> LooseFont { try LooseFont(carryingOver: self) }
  }

  struct AroundFont: VersionedCodable, Downgradable {
    static let version = 2
    struct Old: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var typed: TypedFont
    }
    static let nestedVersions: [any VersionedCodable.Type] = [LooseFont.self]
    var typed: TypedFont

    init(from old: Old) throws { typed = old.typed }
    func downgraded() throws -> Old { Old(typed: typed) }
  }

  @Test func `a downgrade to a value of any shape writes the keys of the document`() throws {
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    let text = #"{"font":{"font_size":1},"fonts":[{"font_size":2}],"version":2}"#
    let value = try decoder.decode(versioned: TypedFont.self, from: Data(text.utf8))

    let older = try encoder.encode(versioned: value, as: LooseFont.self)
    let olderText = #"{"font":{"font_size":1},"fonts":[{"font_size":2}],"version":1}"#
    #expect(String(decoding: older, as: UTF8.self) == olderText)

    let around = try decoder.decode(
      versioned: AroundFont.self, from: Data(#"{"typed":\#(text),"version":2}"#.utf8))
    let inside = try encoder.encode(versioned: around, as: AroundFont.Old.self)
    #expect(
      String(decoding: inside, as: UTF8.self) == #"{"typed":\#(olderText),"version":1}"#)
  }

  /// Asks which keys there are.
  struct ListedFont: Codable, Equatable {
    var sizes: [String: Int] = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for key in container.allKeys {
        #expect(container.contains(key) && !key.stringValue.contains("_"))
        sizes[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, size) in sizes { try container.encode(size, forKey: AnyKey(key)) }
    }
  }

  struct ListedFontPage: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var font: ListedFont
  }

  struct LooseFontPage: VersionedCodable, Downgradable {
    static let version = 2
    var font: DocumentValue

    init(from old: ListedFontPage) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> ListedFontPage { try ListedFontPage(carryingOver: self) }
  }

  @Test func `the keys of a value of any shape are listed in a downgrade as in a step`() throws {
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    let text = #"{"font":{"font_size":1,"size":2},"version":1}"#

    for version in 1...2 {
      let document = Data(text.replacing("version\":1", with: "version\":\(version)").utf8)
      let value = try decoder.decode(versioned: LooseFontPage.self, from: document)
      let older = try encoder.encode(versioned: value, as: ListedFontPage.self)
      #expect(String(decoding: older, as: UTF8.self) == text)
    }
  }

  struct Style: Codable, Equatable {
    var fontSize: Int
    var byName: [String: Int] = [:]
    var unknownFields = UnknownFields()
  }

  struct NewStyle: Codable { var fontSize: String }

  struct PageV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var mainStyle: Style
    var otherStyles: [Style]
    @Nullable var lastStyle: Style?
  }

  struct PageV2: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = PageV1
    var firstStyle: DocumentValue
    var otherStyles: DocumentValue
    var lastStyle: DocumentValue?

    init(from old: PageV1) throws {
      try self.init(carryingOver: old) { $0.rename("mainStyle", to: "firstStyle") }
    }
  }

  struct Page: VersionedCodable, Equatable {
    static let version = 3
    typealias PreviousVersion = PageV2
    var firstStyle: Style
    var otherStyles: [Style]
    var lastStyle: Style?
    init(from old: PageV2) throws { try self.init(carryingOver: old) }
  }

  struct Lenience: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = PageV1
    @LenientElements var otherStyles: [NewStyle]

    init(from old: PageV1) throws {
      try self.init(carryingOver: old) { $0.drop("mainStyle") }
    }
  }

  private func saved<Value: VersionedCodable>(
    as type: Value.Type, _ document: String
  ) throws -> String {
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    let value = try decoder.decode(versioned: type, from: Data(document.utf8))
    return String(decoding: try encoder.encode(versioned: value), as: UTF8.self)
  }

  static let style = #"{"by_name":{"a_b":1},"font_size":3,"line_width":1,"lineHeight":2}"#
  static let sortedStyle = #"{"by_name":{"a_b":1},"font_size":3,"lineHeight":2,"line_width":1}"#

  @Test func `a value that becomes one of any shape keeps its keys`() throws {
    let style = Self.style
    let document =
      #"{"main_style":\#(style),"other_styles":[\#(style)],"last_style":\#(style),"version":1}"#

    let saved = try saved(as: PageV2.self, document)

    let sorted = Self.sortedStyle
    #expect(
      saved == #"{"first_style":\#(sorted),"last_style":\#(sorted),"#
        + #""other_styles":[\#(sorted)],"version":2}"#)
    let expected = saved.replacing(#""version":2"#, with: #""version":3"#)
    #expect(try self.saved(as: Page.self, saved) == expected)
    #expect(try self.saved(as: Page.self, document) == expected)
  }

  @Test func `a value that a step rejects keeps its keys`() throws {
    let document = #"{"main_style":\#(Self.style),"other_styles":[\#(Self.style)],"version":1}"#

    #expect(
      try saved(as: Lenience.self, document)
        == #"{"other_styles":[\#(Self.sortedStyle)],"version":2}"#)
  }
}
