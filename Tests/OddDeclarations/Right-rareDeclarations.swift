// compiles
// swift-format-ignore-file
public import LineageMacros

@available(macOS 15, *) @Fillable public struct X1 { @available(*, deprecated, message: "old") public var old = 1; public private(set) var count = 0; public internal(set) var name: String }
@Fillable nonisolated public struct X2 { nonisolated public let a: Int; public var b = 1 { willSet {} didSet { _ = oldValue } }
  public init(a: Int) throws(CancellationError) { self.a = a }
  public consuming func take() -> Int { a }
  public borrowing func peek() -> Int { 1 }
}
public enum Namespace<T: Codable & Sendable> where T: Equatable {
  public struct Middle { }
}
nonisolated extension Namespace.Middle where T: Hashable { @Fillable public struct Deep: Sendable { var value: T; var list: [T] = [] } }
@Fillable nonisolated struct X3<T> where T: Codable, T: Sendable { let f: T; @Ignored var g: (@Sendable (T) throws(CancellationError) -> Void)? = nil; var o: Optional<Array<Dictionary<String, T>>> = nil }
@propertyWrapper nonisolated struct Clamp<V: Comparable & Codable & Sendable>: Codable, Sendable { var wrappedValue: V; init(wrappedValue: V, _ r: ClosedRange<V>) { self.wrappedValue = wrappedValue }
  init(from d: any Decoder) throws { wrappedValue = try d.singleValueContainer().decode(V.self) }
  func encode(to e: any Encoder) throws { var c = e.singleValueContainer(); try c.encode(wrappedValue) } }
@Fillable struct X4 { @Clamp(0...5) private(set) var a: Int = 3; @Clamp(0...5) @Key("bb") fileprivate var b: Int = 2; @Lenient @Clamp(0...9) var c: Int = 1 }
@Document(version: 0b11) nonisolated struct X5 { var `self`: Int = 1; var `Type`: Int = 2; var `init`: Int?; var fields = 3; var base = 4; var draft: Int }
@Document(version: 1_000) nonisolated struct X6 { let (x): Int; var y: Int { get { 1 } set {} } }
nonisolated struct NC: ~Copyable { }
@Fillable nonisolated final class X7 { @Ignored nonisolated(unsafe) var handle: UnsafeRawPointer? = nil; let name: String; deinit { _ = name }; subscript(i: Int) -> Int { i } }
@Union(tag: "type") nonisolated indirect enum X8<P: Codable & Sendable> { @available(*, deprecated) case old(P), node(Tree); case unknown(DocumentValue) }
@Fillable nonisolated struct Tree { var kids: [Tree] = []; var v = -1; var w = +1.5e3; var r = 0...5; var s = #"a\#(1)"#; var t: (String) = "x" }
@dynamicMemberLookup @Fillable nonisolated struct X9 { var storage: [String: Int] = [:]; subscript(dynamicMember n: String) -> Int? { storage[n] } }
@MainActor @Fillable struct X10 { var a = 1; let b: String }
@Document(version: 2, after: X12.self) nonisolated struct X11: Sendable, Hashable { typealias Element = Int; var a: [Element] = []; @Filled(Set<Element>()) let b: Set<Element>; init(from old: X12) throws { a = []; b = [] } }
@Document(version: 1) nonisolated struct X12 { var a: Int = switch 3 { case 1: 2; default: 5 }; var b = if true { 1 } else { 2 }; let c: [Int: (String)?]? }
