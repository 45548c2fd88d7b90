import Foundation
public import LineageMacros
import Observation
import Testing

/// Declarations of every shape: each has the fields that it seems to have, by every coder.
struct DeclarationTests {
  // MARK: - Memberwise initializers

  @Fillable struct Margins: Hashable {
    var top = 0.0
    let left: Double
    @Filled(2) let right: Double
    var note: String?
  }

  @Document(version: 1) struct Sheet: Hashable {
    let title: String
    var margins = Margins(left: 1, right: 1)
  }

  @Test func `memberwise initializers are kept`() {
    let margins = Margins(top: 1, left: 2, right: 3, note: nil)

    #expect(Margins(left: 2, right: 3).top == 0)
    #expect(Sheet(title: "t", margins: margins).margins == margins)
    #expect(Sheet(title: "t").margins.left == 1)
  }

  // MARK: - Properties

  @Fillable struct Bindings: Hashable {
    var a = 1
    let b, c: Int
    var d: Int = 2, e: String?, f: [Int]
    var g: (Int) = 3
    var h = [1, 2].map { $0 + 1 }, i = "x"
  }

  @Fillable struct Stored: Hashable {
    static let shared = 5
    static var name: String { "n" }
    var count = 0 {
      didSet { changes += 1 }
    }
    var total: Int = 3 {
      willSet { changes += 10 }
    }
    @Ignored var changes = 0
    var double: Int { count * 2 }
    var half: Int {
      get { count / 2 }
      set { count = newValue * 2 }
    }
    lazy var late = 7
    let key: String

    init(key: String) { self.key = key }
  }

  @Fillable struct Conditions: Hashable {
    var always = 1
    #if DEBUG || !DEBUG
      var here = 2
    #else
      var nowhere = 3
    #endif
    #if os(Plan9)
      var elsewhere: NoSuchType
    #endif
  }

  @Fillable struct Words: Hashable {
    var `default` = 1
    let `class`: String
    @Key("self") var me = 2
    var `in`: Int?
    var größe = 3
    var `init` = 4
    @Filled(5) let `switch`: Int
  }

  @LineageMacros.Fillable struct Qualified: Hashable {
    @LineageMacros.Key("k") let a: Int
    @LineageMacros.Filled(4) let b: Int
    @LineageMacros.Ignored var c = 5
    @Lineage.Lenient var d = 6
    @Lenient<Int> var e = 7
    @Lineage.LenientElements var f: [Swift.Int] = []
  }

  /// Property wrappers of another library, which are called like attributes of this one.
  enum Database {
    @propertyWrapper struct Ignored: Codable, Hashable {
      var wrappedValue: Int
    }

    @propertyWrapper struct Key: Codable, Hashable {
      var wrappedValue: Int

      init(wrappedValue: Int, _ column: String) { self.wrappedValue = wrappedValue }
    }
  }

  @LineageMacros.Fillable struct Row: Hashable {
    @Database.Ignored var a = 1
    @Database.Key("x") var b = 2
    @Key("y") @Database.Key("z") var c = 3
    @LineageMacros.Ignored var d = 4
  }

  // swift-format-ignore: TypeNamesShouldBeCapitalized
  @propertyWrapper struct clamped: Codable, Hashable {
    var wrappedValue: Int { didSet { wrappedValue = min(wrappedValue, 9) } }
  }

  @Fillable struct LowerCased: Hashable {
    @clamped var a = 1
    @usableFromInline nonisolated var b = 2
    @safe @nonobjc @preconcurrency @_documentation(visibility: internal) var c = 3
  }

  @Fillable struct Expressions: Hashable {
    var a =
      "}{" + #"\("# + """
        { "quoted"
        """
    var b = { () -> Int in return 5 }()
    var c: [String: [Int]] = ["a": [1, 2], "b": []]
    var d = (start < 12) ? "yes" : "no"  // , not a member: var z = 1
    /* var y = 2 */ var e: Int? = Int("5")
    var f = if Int("1") == 1 { 1 } else { 2 }
    var g: Int = -1, h: Double = 1e-3
    var i = "a}".contains(#/[{}]/#)
    var j = Self.start; var k = start
    static let start = 9
  }

  struct Shape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let document: String
    /// What is written after the document was read.
    let written: String
    let read: @Sendable (Coder, String) throws -> String

    init<Value: Codable & SendableMetatype>(
      _ type: Value.Type, _ document: String, _ written: String
    ) {
      testDescription = "\(type)"
      self.document = document
      self.written = written
      read = { try $0.encode($0.decode(Value.self, $1)) }
    }
  }

  static let shapes = [
    Shape(
      Bindings.self, #"{"b":5,"c":6,"f":[7]}"#,
      #"{"a":1,"b":5,"c":6,"d":2,"f":[7],"g":3,"h":[2,3],"i":"x"}"#),
    Shape(Stored.self, #"{"key":"k","count":4}"#, #"{"count":4,"key":"k","total":3}"#),
    Shape(Conditions.self, "{}", #"{"always":1,"here":2}"#),
    Shape(
      Words.self, #"{"class":"c","self":8}"#,
      #"{"class":"c","default":1,"größe":3,"init":4,"self":8,"switch":5}"#),
    Shape(Qualified.self, #"{"k":1,"d":"x"}"#, #"{"b":4,"d":"x","e":7,"f":[],"k":1}"#),
    Shape(
      Row.self, #"{"a":{"wrappedValue":5}}"#,
      #"{"a":{"wrappedValue":5},"b":{"wrappedValue":2},"y":{"wrappedValue":3}}"#),
    Shape(
      LowerCased.self, #"{"a":{"wrappedValue":5}}"#, #"{"a":{"wrappedValue":5},"b":2,"c":3}"#),
    Shape(
      Expressions.self, #"{"a":""}"#,
      #"{"a":"","b":5,"c":{"a":[1,2],"b":[]},"d":"yes","e":5,"f":1,"g":-1,"h":0.001,"#
        + #""i":true,"j":9,"k":9}"#),
    Shape(PrivateNote.self, #"{"text":"t"}"#, #"{"size":1,"text":"t"}"#),
    Shape(FileNote.self, #"{"text":"t"}"#, #"{"size":1,"text":"t"}"#),
    Shape(PackageNote.self, #"{"text":"t"}"#, #"{"size":1,"text":"t"}"#),
    Shape(PublicNote.self, #"{"text":"t"}"#, #"{"size":1,"text":"t"}"#),
    Shape(OpenNote.self, #"{"text":"t"}"#, #"{"size":1,"text":"t"}"#),
    Shape(
      Outer.Inner.self, #"{"sibling":{"name":"n"},"others":[]}"#,
      #"{"fallback":{"name":"f"},"others":[],"sibling":{"name":"n"}}"#),
    Shape(
      Generic<Int>.Nested.self, #"{"value":1}"#, #"{"rest":[],"value":1}"#),
    Shape(OwnKeys.self, #"{"b_key":2}"#, #"{"a":1,"b_key":2}"#),
    Shape(Empty.self, #"{"a":1}"#, "{}"),
  ]

  @Test(arguments: Coder.allCases, shapes)
  func `a declaration reads and writes the fields of its stored properties`(
    coder: Coder, shape: Shape
  ) throws {
    #expect(try shape.read(coder, shape.document) == shape.written)
    #expect(try shape.read(coder, shape.written) == shape.written)
  }

  @Test func `decoding calls no observers`() throws {
    let stored = try Coder.json.decode(Stored.self, #"{"key":"k","count":4,"total":5}"#)

    #expect(stored.changes == 0)
    #expect(stored.half == 2)
  }

  @Observable @Fillable class Thermometer {
    var fahrenheit = 32.0
    var celsius = 0.0 {
      willSet { changes += 1 }
      didSet { fahrenheit = celsius * 1.8 + 32 }
    }
    var place: String {
      didSet { changes += 1 }
    }
    @Ignored var changes = 0
  }

  @Observable @Fillable final class OvenThermometer: Thermometer {
    var limit = 250.0 {
      didSet { changes += 1 }
    }
  }

  @Test(arguments: Coder.allCases, [#""fahrenheit":5,"celsius":1"#, #""fahrenheit":5"#])
  func `decoding calls no observers of an observable object`(
    coder: Coder, fields: String
  ) throws {
    let document = #"{\#(fields),"place":"p"}"#

    for thermometer in [
      try coder.decode(Thermometer.self, document),
      try coder.decode(OvenThermometer.self, document),
    ] {
      #expect(thermometer.fahrenheit == 5)
      #expect(thermometer.changes == 0)
    }
  }

  @Test func `encoding an observable object observes its properties`() async throws {
    let thermometer = try Coder.json.decode(Thermometer.self, #"{"place":"p"}"#)

    await confirmation { isObserved in
      let document = withObservationTracking {
        try? Coder.json.encode(thermometer)
      } onChange: {
        isObserved()
      }
      #expect(document == #"{"celsius":0,"fahrenheit":32,"place":"p"}"#)
      thermometer.celsius = 1
    }
  }

  // MARK: - Cases

  @Union(tag: "kind") enum Cases: Equatable {
    case `Type`(Margins)
    case labelled(`inout`: Margins)
    @available(*, message: "It never shipped.", unavailable) case draft(Margins)
    @available(swift, obsoleted: 5.0) case old(Margins)
    case unknown(_ value: DocumentValue)
  }

  @Test(arguments: Coder.allCases)
  func `a union has its cases, however they are written`(coder: Coder) throws {
    let margins = Margins(top: 1, left: 2, right: 3)
    let fields = #""left":2,"right":3,"top":1"#

    for (kind, value) in [
      ("Type", Cases.`Type`(_:)(margins)), ("labelled", .labelled(`inout`: margins)),
      ("draft", .unknown(["kind": "draft", "left": 2, "right": 3, "top": 1])),
      ("old", .unknown(["kind": "old", "left": 2, "right": 3, "top": 1])),
    ] {
      let document = #"{"kind":"\#(kind)",\#(fields)}"#
      #expect(try coder.decode(Cases.self, document) == value)
      #expect(try coder.encode(value) == document)
    }
  }

  // MARK: - Types

  @Fillable fileprivate struct FileNote {
    fileprivate let text: String
    private(set) var size = 1
  }

  enum Outer {
    @Fillable struct Sibling: Hashable { let name: String }

    @Fillable struct Inner: Hashable {
      let sibling: Sibling
      let other: Sibling?
      let others: [Sibling]
      @Filled(Sibling(name: "f")) let fallback: Sibling
    }
  }

  struct Generic<Element: Codable & Hashable & Sendable> {
    @Fillable struct Nested: Hashable {
      let value: Element
      let more: Element?
      @Filled([]) let rest: [Element]
    }
  }

  @Fillable struct OwnKeys: Hashable {
    var b = 3
    var a = 1

    enum CodingKeys: String, CodingKey {
      case a
      case b = "b_key"
    }
  }

  @Fillable struct Empty {}
}

@Fillable private struct PrivateNote {
  private let text: String
  private var size = 1
}

@Fillable package struct PackageNote {
  package let text: String
  package var size = 1
}

/// A note that other modules can use.
@Fillable public struct PublicNote: Sendable {
  /// What it says.
  public let text: String
  /// Its size.
  public internal(set) var size = 1
}

/// A note that other modules can subclass.
@Fillable open class OpenNote {
  /// What it says.
  public let text: String
  /// Its size.
  public final var size = 1
}
