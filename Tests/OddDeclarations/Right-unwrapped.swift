// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Unwrapped {
  var a: Int!
  let b: String!
  var c: Int! = 5
}
