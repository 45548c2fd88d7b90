import Foundation
import Lineage
import Testing

/// Fillable types of every kind: enums, classes, generics, property wrappers, custom keys.
struct FillableKindsTests {
  // MARK: - Enums

  enum Theme: String, DefaultFillable {
    case light, dark

    init() { self = .dark }
  }

  enum Shape: DefaultFillable, Equatable {
    case circle(radius: Int)
    case named(name: String, size: Int?)
    case point

    init() { self = .circle(radius: 5) }
  }

  struct Style: DefaultFillable, Equatable {
    var theme = Theme.light
    var shape = Shape.point
    var shapes = [Shape.point]
    var maybe: Shape? = .point
  }

  @Test(
    arguments: [
      ("{}", Style()),
      (#"{"theme": null, "shape": null, "shapes": null}"#, Style()),
      (#"{"theme": "dark"}"#, Style(theme: .dark)),
      (#"{"shape": {"circle": {"radius": 1}}}"#, Style(shape: .circle(radius: 1))),
      (#"{"shape": {"circle": {}}}"#, Style(shape: .circle(radius: 5))),
      (#"{"shape": {"circle": {"radius": null}}}"#, Style(shape: .circle(radius: 5))),
      (#"{"shape": {"named": {"name": "n"}}}"#, Style(shape: .named(name: "n", size: nil))),
      (#"{"maybe": null}"#, Style(maybe: nil)),
    ], StoredFormat.allCases)
  func `an enum can be fillable`(
    document: (text: String, style: Style), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    #expect(try format.decode(unversioned: Style.self, from: data) == document.style)
  }

  @Test(arguments: [
    (#"{"theme": "blue"}"#, "theme: The value isn't a raw value of Theme;"),
    (#"{"theme": 1}"#, "theme: Expected a string, found a number."),
    (#"{"shape": {}}"#, "shape: Expected an object whose only key is a case of Shape."),
    (#"{"shape": {"square": {}}}"#, "shape: Expected an object whose only key is a case of Shape."),
    (#"{"shape": {"named": {}}}"#, "shape.named.name: The field is missing,"),
    (
      #"{"shape": {"circle": {"radius": "1"}}}"#,
      "shape.circle.radius: Expected a number, found a string."
    ),
    (
      #"{"shape": {"circle": {}, "point": {}}}"#,
      "shape: Expected an object whose only key is a case of Shape."
    ),
  ])
  func `an invalid case is an error and never the default`(text: String, expected: String) throws {
    let error = try migrationError { try filled(Style.self, text) }

    #expect(error.reason == .undecodable(version: .unversioned))
    #expect(error.description.contains("At \(expected)"), "\(error)")
  }

  // MARK: - Classes

  final class Settings: DefaultFillable {
    var volume = 11
    var next: Settings?
    init() {}
  }

  @Test(arguments: StoredFormat.allCases)
  func `a class can be fillable`(format: StoredFormat) throws {
    let document = try format.document(#"{"next": {"volume": 3, "next": {}}}"#)

    let settings = try format.decode(unversioned: Settings.self, from: document)

    #expect(settings.volume == 11)
    #expect(settings.next?.volume == 3)
    #expect(settings.next?.next?.volume == 11)
  }

  // MARK: - Property wrappers of the user's own

  @propertyWrapper
  struct Clamped: Codable, Equatable {
    var wrappedValue: Int { didSet { wrappedValue = min(wrappedValue, 10) } }

    init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 10) }

    init(from decoder: any Decoder) throws {
      self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  @propertyWrapper
  struct Tagged<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws {
      wrappedValue = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  @propertyWrapper
  struct Boxed<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var wrappedValue: Value
  }

  struct Wrapped: DefaultFillable, Equatable {
    @Clamped var size = 7
    @Tagged var name = "n"
    @Tagged var inner = Style()
    @Tagged var some: Int? = 3
    @Boxed var box = 1
  }

  @Test(
    arguments: [
      ("{}", Wrapped()),
      (#"{"size": null, "name": null, "inner": null, "box": null}"#, Wrapped()),
      (#"{"size": 99, "name": "m"}"#, Wrapped(size: 10, name: "m")),
      (#"{"inner": {"theme": "dark"}}"#, Wrapped(inner: Style(theme: .dark))),
      (#"{"some": 5}"#, Wrapped(some: 5)),
      (#"{"some": null}"#, Wrapped(some: nil)),
      (#"{"box": {"wrappedValue": 2}}"#, Wrapped(box: 2)),
    ], StoredFormat.allCases)
  func `properties with wrappers are filled like others`(
    document: (text: String, value: Wrapped), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    #expect(try format.decode(unversioned: Wrapped.self, from: data) == document.value)
  }

  struct WrappedNil: DefaultFillable, Equatable {
    @Tagged var maybe: Int? = nil
  }

  @Test(
    arguments: [
      ("{}", WrappedNil()), (#"{"maybe": null}"#, WrappedNil()),
      (#"{"maybe": 4}"#, WrappedNil(maybe: 4)),
    ], StoredFormat.allCases)
  func `a wrapped optional can have nil as its default`(
    document: (text: String, value: WrappedNil), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    #expect(try format.decode(unversioned: WrappedNil.self, from: data) == document.value)
  }

  @Test func `a wrapped value of the wrong type is an error with its path`() throws {
    let error = try migrationError { try filled(Wrapped.self, #"{"name": 1}"#) }

    #expect(error.path == "name")
    #expect(error.description.contains("Expected a string, found a number."))
  }

  // MARK: - Generics

  struct Box<Value: DefaultFillable & Equatable>: DefaultFillable, Equatable {
    var value = Value()
    var values: [Value] = []
    var label = "box"
  }

  @Test(arguments: StoredFormat.allCases)
  func `a generic type is filled according to its arguments`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"value": {"value": {"theme": "dark"}}, "values": [{}]}"#)

    let box = try format.decode(unversioned: Box<Box<Style>>.self, from: document)

    #expect(box == Box(value: Box(value: Style(theme: .dark)), values: [Box()]))
  }

  @Test func `two specializations of a generic type have their own defaults`() throws {
    #expect(try filled(Box<Theme>.self, "{}") == Box(value: Theme.dark))
    #expect(try filled(Box<Shape>.self, "{}") == Box(value: Shape.circle(radius: 5)))
  }

  // MARK: - Keys

  struct Renamed: DefaultFillable, Equatable {
    var first = 1
    var second = 2
    var unstored = 3

    enum CodingKeys: String, CodingKey {
      case first = "1. first"
      case second = "élan"
    }
  }

  @Test(
    arguments: [
      ("{}", Renamed()), (#"{"1. first": 9}"#, Renamed(first: 9)),
      (#"{"élan": 9}"#, Renamed(second: 9)), (#"{"e\u0301lan": 9}"#, Renamed(second: 9)),
      (#"{"first": 9, "unstored": 9}"#, Renamed()),
    ])
  func `custom keys apply, and a property without a key keeps its initial value`(
    text: String, value: Renamed
  ) throws {
    #expect(try filled(Renamed.self, text) == value)
  }

  struct Many: DefaultFillable, Equatable {
    var a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9, a10 = 10
    var b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9, b10 = 10
    var c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9, c10 = 10
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type with many fields is filled in all of them`(format: StoredFormat) throws {
    let document = try format.document(#"{"c10": 0, "a1": 0, "zzz": 0}"#)

    let many = try format.decode(unversioned: Many.self, from: document)

    #expect(many == Many(a1: 0, c10: 0))
  }

  struct Tree: DefaultFillable, Equatable {
    var name = "leaf"
    var children: [Tree] = []
  }

  @Test func `a type that contains itself is filled at all levels`() throws {
    let tree = try filled(Tree.self, #"{"children": [{}, {"children": [{}]}]}"#)

    #expect(tree == Tree(children: [Tree(), Tree(children: [Tree()])]))
  }

  struct Hollow: Codable, Equatable {}

  struct Around: DefaultFillable, Equatable {
    var hollow = Hollow()
    var size = 1
  }

  @Test(arguments: ["{}", #"{"hollow": {}}"#, #"{"hollow": null}"#], StoredFormat.allCases)
  func `a field of a type without fields is filled`(text: String, format: StoredFormat) throws {
    let document = try format.document(text)

    #expect(try format.decode(unversioned: Around.self, from: document) == Around())
  }

  struct Ranges: DefaultFillable, Equatable {
    var range = 1..<5
    var duration = Duration.seconds(3)
    var set: Set<String> = ["a", "b"]
    var byNumber = [1: "a", 2: "b"]
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var infinity = Double.infinity
  }

  @Test(arguments: StoredFormat.allCases)
  func `values of the standard library are filled`(format: StoredFormat) throws {
    #expect(try format.decode(unversioned: Ranges.self, from: format.document("{}")) == Ranges())
  }

  @Test func `large integers are filled exactly`() throws {
    struct Large: DefaultFillable, Equatable {
      var most = UInt128.max
      var least = Int128.min
    }

    #expect(try filled(Large.self, "{}") == Large())
  }
}
