// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Expressions {
  var a = "}{\("}" + "\(1)")", b = #"\("\#(2)"#
  var c = """
    { "three" } \("four")
    """
  var d = { (x: Int) -> Int in x + 1 }(1)
  var e = [1, 2, 3].map { $0 * 2 }.filter { $0 > 2 }
  var f = [1: ["a": [1]]]
  var g = if Int("1") == 1 { "x" } else { "y" }
  var h = switch Int("1") { case 1?: "x"; default: "y" }
  var i: Int = -1, j = ~0, k = 1...2
  var l = Int("5") ?? 3
  var m = (1, 2).0
  var n = "a".contains(#/[{}]/#)
  var o = Set<[Int]>([[1], [2]])
  var p: [String] = [] + ["a"]
  var q = 1 < 2 && 3 > 2
  var r = Self.start; var s = start
  static let start = 9
}
nonisolated func read(_ text: String) -> String { text }
nonisolated func both(_ f: (Int) -> Int, g: (Int) -> Int) -> Int { f(g(1)) }
@Fillable struct Closures {
  var a: [Int] = [[1]].map { set in set.count }
  var b = ["x"].map { read($0) }
  var c = both { modify in modify } g: { borrow in borrow }
  var d = ["x"].map { get in get } { didSet { _ = d } }
  var e = 1 { willSet { _ = newValue } }
}
nonisolated func keys(_ closures: Closures) -> [Closures.CodingKeys] { [.a, .b, .c, .d, .e] }
