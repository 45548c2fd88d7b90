// compiles
// swift-format-ignore-file
import LineageMacros

enum Language: String, Codable, Sendable { case unknown, french }
@Fillable struct Filled {
  @Filled(Language.unknown) let a: Language
  @Filled([]) let b: [Int]
  @Filled([:]) let c: [String: Int]
  @Filled(nil) let d: Int?
  @Filled([1, 2].map { $0 + 1 }) let e: [Int]
  @Filled("a, b)") let f: String
  @Filled({ 5 }()) let g: Int
  @Filled(Set<Int>()) let h: Set<Int>
  @Filled(1) var i: Double
  @Filled(Filled.start) let j: Int
  static let start = 3
}
enum Settings {
  @Fillable struct Display {
    private enum Mode: String, Codable { case day, night }
    @Filled(Mode.day) private let mode: Mode
  }
}
enum Scope {
  @propertyWrapper nonisolated struct Box<Value: Codable & Sendable>: Codable, Sendable {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }
  nonisolated static let limit = 3
  @Fillable struct Inside {
    static let start = 1
    @Filled(Self.start) let a: Int
    @Filled(limit) let b: Int
    @Filled(Self.start + limit) let start: Int
    @Box @Filled(3) var c: Int
    @Box @Filled(4) var d: Int8
    @Box @Lenient @Filled(5) var e: Int?
    @Filled(6) let `in`: Int
    @Filled(6) let `inout`: Int
    @Filled(6) let `a b`: Int
    @Filled(nil) let f: Int?
    @Filled(#line) let g: Int
    @Filled(#function) let h: String
  }
  nonisolated struct Generic<Element: Codable & Sendable> {
    @Fillable struct Inside {
      static var start: [Element] { [] }
      @Filled(Self.start) let a: [Element]
    }
  }
}
@Fillable struct Composed {
  @Scope.Box @Lenient @Filled(5) var a: Int
  @Scope.Box @Filled(4) var b: Int?
}
@propertyWrapper nonisolated struct Tagged<Value: Codable & Sendable>: Codable, Sendable {
  var wrappedValue: Value
  init(_ tag: String) { fatalError(tag) }
  init(wrappedValue: Value, _ tag: String) { self.wrappedValue = wrappedValue }
}
@Fillable struct ByStaticMembers {
  static let start = 3, tag = "a"
  @Filled(start) let a: Int
  @Tagged(tag) @Filled(4) var b: Int8
  @Tagged(tag) @Lenient @Filled(nil) var c: Int?
  @Tagged(tag) @Filled(start) var d: Int!
  @Tagged("b") @Filled(start) var e: Int
}
@Fillable nonisolated class Superclass<Element: Codable & Sendable> {
  static var none: [Element] { [] }
  @Filled(none) let a: [Element]
  @Tagged("\(none)") @Filled([]) var b: [Element]
}
@Fillable nonisolated class Cluster {
  static let start = 3
  @Filled(start) let a: Int
  @Fillable nonisolated final class Member: Cluster {
    @Filled(start) let b: Int
  }
}
enum Units {
  nonisolated static let tag = "a"
  nonisolated enum Unit: String, Codable { case meter }
  @Fillable struct Length {
    @Tagged(tag) @Filled(Unit.meter) private var unit: Unit
    @Units.Named<Int>(.meter) @Filled(5) var a: Int
  }
  @propertyWrapper nonisolated struct Named<Value: Codable & Sendable>: Codable, Sendable {
    var wrappedValue: Value
    init(_ unit: Unit) { fatalError() }
    init(wrappedValue: Value, _ unit: Unit) { self.wrappedValue = wrappedValue }
  }
}
