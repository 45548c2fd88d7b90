// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Observed {
  var a = 1 { didSet { b = a } }
  var b: Int = 2 { willSet { _ = newValue } didSet { _ = oldValue } }
  var c: [Int] { didSet {} }
  private(set) var d: Int? { didSet {} }
}
