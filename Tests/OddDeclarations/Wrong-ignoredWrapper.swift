// error 5: `x` is `@Ignored`, so decoding can't set it. Give it an initial value.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Ignoring {
  @Ignored @Lenient var x: Int
  @Ignored @Lenient var y = 1
  @Ignored @Nullable var z: Int?
}
