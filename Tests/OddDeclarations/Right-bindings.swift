// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Bindings {
  var a = 1, b: Int, c, d: String
  let e, f: Double
  var g: Int? = 5, h: [Int] = [1, 2], i = (1)
}
