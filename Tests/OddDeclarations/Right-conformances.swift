// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct All: Codable, Hashable, Sendable, Identifiable, CustomStringConvertible {
  let id: Int
  var a = 1
  var description: String { "all" }
}
@Fillable struct Compared: Comparable {
  var a = 1
  static func < (one: Compared, other: Compared) -> Bool { one.a < other.a }
}
protocol Named { var name: String { get set } }
@Fillable struct Model: Named { var name = "n" }
