// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Optionals {
  let a: Int?
  var b: Int?
  var c: Optional<Int>
  var d: Swift.Optional<[Int]> = nil
  var e: Int? = 5
  var f: Int?? = nil
  let g: [Int?]
  let h: [String: Int?]?
  var i = Int?.some(5)
  @Filled(nil) let j: Int?
  @Filled(7) let k: Int?
}
