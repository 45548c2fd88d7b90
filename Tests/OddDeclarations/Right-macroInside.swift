// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Outer {
  @Fillable struct Inner { let a: Int }
  let inner: Inner
  var others: [Inner] = []
}
