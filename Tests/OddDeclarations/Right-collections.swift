// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Collections {
  let a: [String: [Int: Set<String>]]
  let b: [[Int]]
  var c: Dictionary<String, Array<Int>> = [:]
  let d: Swift.Array<Swift.Int>
  var e = [String]()
  var f = [String: Int]()
  var g: [Int] { didSet {} }
}
