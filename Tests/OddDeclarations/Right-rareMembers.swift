// compiles
// swift-format-ignore-file
public import LineageMacros

@Fillable nonisolated struct Y1<T: ~Copyable> { var a = 1; let b: Int }
@Fillable nonisolated struct Y2<let n: Int> { var a = n; let b: Int; static var count: Int { n } }
@Fillable @frozen public struct Y3: Sendable { public var a = [1, 2].map { $0 + 1 } { didSet { _ = oldValue } }; public let b: Int }
@Fillable final nonisolated public class Y4: @unchecked Sendable { public var a = { () -> Int in 1 }(); public let b: (Int); public let `class`: Int }
@Fillable nonisolated struct Y5 { var a = Bool.random() ? [1] : [2], b: Int?; let c, d: Int, e: String }
@Fillable nonisolated struct Y6 { var kp: KeyPath<String, Int> { \.count }; var s = "\("}")" ; var u = #"""
  }"
  """#; var n = -1 ; var o: Int? = .some(1); var p: Int!; let q: Int! }
@Document(version: 1 /* one */) nonisolated struct Y7 { @Key(/* a */ "ключ") var a: Int /* x */ = 1 // tail }
  @Key(#"ra"w"#) var b: Int; @Key("\u{1F600}") var c = 1; @Filled([:]) let d: [String: Int]; @Filled(-1) let e: Int; @Filled(Int.max) let f: Int }
@Fillable nonisolated struct Y8 { #if os(Linux)
  var a = 1
  #elseif os(macOS)
  let b: Int
  #endif
  #if DEBUG
  var c = 2
  #else
  var d = 2
  #endif
  var e: Int { _read { yield a0 } }; @Ignored private var a0 = 1 }
@Fillable nonisolated struct Y9 { var a: [[Int]: [String?]] = [:]; var b: Set<Set<Int>>; var g: (any Sendable & AnyObject)? { nil } ; @Ignored weak var h: Y10? = nil; @Ignored unowned(unsafe) var i: Y10 = .shared }
nonisolated final class Y10: Sendable { static let shared = Y10() }
package enum Y11 { @Fillable package struct In { package var a = 1; fileprivate var b: Int } ; @Union(tag: "t") package enum U { case a(In), unknown(DocumentValue) } }
@Fillable nonisolated struct Y12: CustomStringConvertible { var description: String { "x" }; var descriptions: [String] = ["a"]; func write(_ to: Int) {}; init(reading: Int) { x = 1 }; let x: Int; func open() {} ; static func open(_ a: Int) {} }
@Fillable nonisolated struct Y13 { var a = 1; var b = 2; init() { self.init(a: 1) }; private init(a: Int) { self.a = a } }
@Fillable nonisolated class Y14<A: Codable & Sendable> { let a: A; var b: [A]; init(a: A) { (self.a, b) = (a, []) } ; class var zero: Int { 0 } ; @available(*, unavailable) func no() {} }
@Fillable nonisolated final class Y15: Y14<Int> { var more: Int = 1 }
@Fillable nonisolated struct Y16 { var a = 1 as Int?, b = nil as String?; var c = Optional(3); var d: Int? = Optional.none; let e: (Int)?; let f: [Int?]? }
