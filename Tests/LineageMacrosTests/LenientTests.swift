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

  // MARK: - Reports

  enum ByInit {
    struct Page: DefaultFillable {
      @Lenient var mood: String?
      @Lenient var rank: Int? = 7
      @Lenient var count = 1
      @Versioned var cover: Dated?
      @Versioned var back: Dated? = Dated(title: "b")
      @Nullable var note: String?
      var plain: String?
    }

    struct Sheet: Codable {
      @Lenient var mood: String?
      @Versioned var cover: Dated?
      @Nullable var note: String?
      var plain: String?
    }

    struct Leaf: ZeroFillable {
      @Lenient var mood: String?
      @Versioned var cover: Dated?
      @Nullable var note: String?
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
      var plain: String?
    }

    @Fillable struct Sheet {
      @Lenient var mood: String?
      @Filled(nil) @Versioned var cover: Dated?
      @Nullable var note: String?
      var plain: String?
    }

    @Fillable struct Leaf: ZeroFillable {
      @Lenient var mood: String?
      @Versioned var cover: Dated?
      @Nullable var note: String?
      var plain: String?
    }
  }

  static let pages = [
    "{}", #"{"mood":null,"cover":null,"note":null,"plain":null}"#,
    #"{"rank":null,"back":null,"mood":null}"#, #"{"mood":1,"rank":"x","plain":"p"}"#,
    #"{"mood":"m","rank":2,"count":3,"cover":{"version":"2026-05"},"note":"n"}"#,
    #"{"count":null,"back":{"title":"c","version":"2026-05"}}"#,
  ]

  @Test(arguments: pages)
  func `both spellings have the same report`(json: String) throws {
    func outcome<Value: Codable>(_ type: Value.Type) throws -> String {
      var report = MigrationReport()
      let result = Result {
        try JSONDecoder().decode(unversioned: type, from: Data(json.utf8), report: &report)
      }
      guard let value = try? result.get() else { return "error\n\(report)" }
      return try "\(Coder.own.encode(value))\n\(report) \(report.needsRewrite)"
    }

    #expect(try outcome(ByFields.Page.self) == outcome(ByInit.Page.self))
    #expect(try outcome(ByFields.Leaf.self) == outcome(ByInit.Leaf.self))
    // A property wrapper has no initial value without `init()`, so nothing replaces what is wrong.
    if json.contains(#""mood":1"#) { return }
    #expect(try outcome(ByFields.Sheet.self) == outcome(ByInit.Sheet.self))
  }
}
