import Foundation
import LineageMacros
import Testing

/// One wrong field costs one field.
struct LenientTests {
  @Fillable struct Options: Hashable {
    @Lenient var delay = 5
    @Lenient var note: String? = "note"
    @Lenient var limit: Int?
    @LenientElements var sizes = [1]
    @LenientElements var names: [String]
    var title: String = "untitled"
  }

  @Fillable struct Parent: Hashable {
    let name: String
    var options = Options(names: [])
  }

  @Test(arguments: Coder.allCases)
  func `a wrong field costs that field and not its parent`(coder: Coder) throws {
    let json = #"""
      {"name":"n","options":
      {"delay":"x","note":5,"limit":[],"sizes":[1,"x",3],"names":["a",1],"title":"t"}}
      """#

    let parent = try coder.decode(Parent.self, json)

    #expect(parent.name == "n")
    #expect(parent.options.delay == 5)
    #expect(parent.options.note == "note")
    #expect(parent.options.limit == nil)
    #expect(parent.options.sizes == [1, 3])
    #expect(parent.options.names == ["a"])
    #expect(parent.options.title == "t")
  }

  @Test(arguments: Coder.allCases)
  func `lenient fields are read, filled and written as others`(coder: Coder) throws {
    let options = try coder.decode(Options.self, #"{"delay":6,"limit":7,"names":[]}"#)

    #expect(options.delay == 6)
    #expect(options.limit == 7)
    #expect(options.note == "note")
    #expect(options.sizes == [1])
    #expect(try coder.decode(Options.self, coder.encode(options)) == options)
  }

  @Test(arguments: Coder.withNull)
  func `a lenient optional whose default isn't nil keeps its nil`(coder: Coder) throws {
    var options = Options(names: [])
    options.note = nil

    let written = try coder.encode(options)

    #expect(written.contains(#""note":null"#))
    #expect(try coder.decode(Options.self, written).note == nil)
  }

  @Document(version: 1) struct SheetV1 {
    @Lenient var note: String? = "note"
    @Versioned var cover: Dated? = Dated(title: "a")
    var unknownFields = UnknownFields()
  }

  @Document(version: 2, after: SheetV1.self) struct Sheet {
    @Lenient var note: String?
    @Versioned var cover: Dated?
    var unknownFields = UnknownFields()
  }

  @Test func `the null of a wrapped optional is preserved by a step`() throws {
    var report = MigrationReport()
    let sheet = try JSONDecoder().decode(
      versioned: Sheet.self, from: Data(#"{"note":null,"cover":null,"version":1}"#.utf8),
      report: &report)

    let written = try JSONEncoder().encode(versioned: sheet)

    #expect(String(decoding: written, as: UTF8.self) == #"{"note":null,"cover":null,"version":2}"#)
    #expect(report.nullsDropped == [])
  }

  @Fillable struct Spot: Hashable {
    @Lenient @Nullable var height: Int?
    @Lenient @Nullable var depth: Int? = 3
  }

  @Test(
    arguments: [
      ("{}", #"{"depth":3}"#), (#"{"depth":null,"height":null}"#, #"{"depth":null,"height":null}"#),
      (#"{"depth":1,"height":2}"#, #"{"depth":1,"height":2}"#),
      (#"{"depth":"x"}"#, #"{"depth":"x"}"#),
      (#"{"depth":1,"height":"x"}"#, #"{"depth":1,"height":"x"}"#),
    ], Coder.withNull)
  func `a lenient nullable field stays missing, and null stays null`(
    document: (json: String, saved: String), coder: Coder
  ) throws {
    #expect(try coder.encode(coder.decode(Spot.self, document.json)) == document.saved)
  }

  @Document(version: 1) struct TipV1 {
    var x = 1
    @Lenient @Nullable var height: Int?
  }

  @Document(version: 2, after: TipV1.self) struct Tip {
    var y = 1
    @Lenient @Nullable var height: Int?

    init(from old: TipV1) throws { try self.init(carryingOver: old) { $0.drop("x") } }
  }

  @Test(arguments: [
    (#"{"version":1}"#, #"{"version":2,"y":1}"#),
    (#"{"height":null,"version":1}"#, #"{"height":null,"version":2,"y":1}"#),
    (#"{"height":"x","version":1}"#, #"{"height":"x","version":2,"y":1}"#),
  ])
  func `a lenient nullable field stays missing after a step`(document: String, saved: String) throws
  {
    let tip = try JSONDecoder().decode(versioned: Tip.self, from: Data(document.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    #expect(String(decoding: try encoder.encode(versioned: tip), as: UTF8.self) == saved)
  }

  // MARK: - Nulls

  @Fillable struct Whole {
    var value: DocumentValue?
    var name: String
  }

  @Fillable struct Rest {
    var value: Int?
    var unknownFields = UnknownFields()
  }

  /// It tries one type after the other, on its own decoder.
  enum Either: Codable {
    case whole(Whole), rest(Rest)

    init(from decoder: any Decoder) throws {
      do {
        self = .whole(try Whole(from: decoder))
      } catch {
        self = .rest(try Rest(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .whole(let whole): try whole.encode(to: encoder)
      case .rest(let rest): try rest.encode(to: encoder)
      }
    }
  }

  @Test(arguments: Coder.withNull)
  func `a null that another type has decoded as a value before it failed is kept`(
    coder: Coder
  ) throws {
    let json = #"{"value":null}"#

    #expect(try coder.encode(coder.decode(Either.self, json)) == json)
  }

  // MARK: - Reports

  enum ByInit {
    struct Page: DefaultFillable {
      @Lenient var mood: String?
      @Lenient var rank: Int? = 7
      @Lenient var count = 1
      @Versioned var cover: Dated?
      @Versioned var back: Dated? = Dated(title: "b")
      @Nullable var note: String?
      @Lenient @Nullable var size: Int?
      var plain: String?
    }

    struct Sheet: Codable {
      @Lenient var mood: String?
      @Versioned var cover: Dated?
      @Nullable var note: String?
      @Lenient @Nullable var size: Int?
      var plain: String?
    }

    struct Leaf: ZeroFillable {
      @Lenient var mood: String?
      @Versioned var cover: Dated?
      @Nullable var note: String?
      @Lenient @Nullable var size: Int?
      var plain: String?
    }
  }

  enum ByFields {
    @Fillable struct Page {
      @Lenient var mood: String?
      @Lenient var rank: Int? = 7
      @Lenient var count = 1
      @Versioned var cover: Dated?
      @Versioned var back: Dated? = Dated(title: "b")
      @Nullable var note: String?
      @Lenient @Nullable var size: Int?
      var plain: String?
    }

    @Fillable struct Sheet {
      @Lenient var mood: String?
      @Filled(nil) @Versioned var cover: Dated?
      @Nullable var note: String?
      @Lenient @Nullable var size: Int?
      var plain: String?
    }

    @Fillable struct Leaf: ZeroFillable {
      @Lenient var mood: String?
      @Versioned var cover: Dated?
      @Nullable var note: String?
      @Lenient @Nullable var size: Int?
      var plain: String?
    }
  }

  /// A document, and what is reported of it. A `Leaf` and a `Sheet` declare fewer fields than a `Page`.
  struct Reported: Sendable, CustomTestStringConvertible {
    let json: String
    let page: [String]
    let leaf: [String]
    var testDescription: String { json }
  }

  static let documents = [
    Reported(
      json: "{}",
      page: ["filled rank (missing)", "filled count (missing)", "filled back (missing)"],
      leaf: []),
    Reported(
      json: #"{"mood":null,"cover":null,"note":null,"plain":null}"#,
      page: [
        "filled rank (missing)", "filled count (missing)", "filled back (missing)",
        "dropped mood (null)", "dropped cover (null)", "dropped plain (null)",
      ], leaf: ["dropped mood (null)", "dropped cover (null)", "dropped plain (null)"]),
    Reported(
      json: #"{"rank":null,"back":null,"mood":null}"#,
      page: ["filled count (missing)", "dropped mood (null)"],
      leaf: ["dropped rank (unknown)", "dropped back (unknown)", "dropped mood (null)"]),
    Reported(
      json: #"{"mood":1,"rank":"x","plain":"p"}"#,
      page: [
        "filled count (missing)", "filled back (missing)", "rejected mood", "rejected rank",
      ], leaf: ["rejected mood", "dropped rank (unknown)"]),
    Reported(
      json: #"{"mood":"m","rank":2,"count":3,"cover":{"version":"2026-05"},"note":"n"}"#,
      page: ["filled cover.title (missing)", "filled back (missing)"],
      leaf: [
        "filled cover.title (missing)", "dropped rank (unknown)", "dropped count (unknown)",
      ]),
    Reported(
      json: #"{"size":"x","note":null}"#,
      page: [
        "filled rank (missing)", "filled count (missing)", "filled back (missing)", "rejected size",
      ], leaf: ["rejected size"]),
    Reported(
      json: #"{"count":null,"back":{"title":"c","version":"2026-05"}}"#,
      page: ["filled rank (missing)", "filled count (null)"],
      leaf: ["dropped count (unknown)", "dropped back (unknown)"]),
  ]

  @Test(arguments: documents)
  func `both spellings have the same report`(document: Reported) throws {
    func outcome<Value: Codable>(
      _ type: Value.Type
    ) throws -> (report: [String], needsRewrite: Bool, written: String) {
      var report = MigrationReport()
      let value = try JSONDecoder().decode(
        unversioned: type, from: Data(document.json.utf8), report: &report)
      let lines = "\(report)".split(separator: "\n").map(String.init)
      return (lines, report.needsRewrite, try Coder.own.encode(value))
    }

    let page = try outcome(ByFields.Page.self)
    #expect(page.report == document.page)
    #expect(try outcome(ByInit.Page.self) == page)
    let leaf = try outcome(ByFields.Leaf.self)
    #expect(leaf.report == document.leaf)
    #expect(try outcome(ByInit.Leaf.self) == leaf)
    let sheet = try outcome(ByFields.Sheet.self)
    #expect(sheet.report == document.leaf)
    // A property wrapper has no initial value without `init()`, so nothing replaces what is wrong.
    if document.leaf.contains(where: { $0.hasPrefix("rejected") }) { return }
    #expect(try outcome(ByInit.Sheet.self) == sheet)
  }
}

extension LenientTests.Sheet {
  init(from old: LenientTests.SheetV1) throws { try self.init(carryingOver: old) }
}
