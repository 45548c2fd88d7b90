// error 5: `a` is filled with its initial value. Remove `@Filled`, or the initial value.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Filled(1) var a = 2
}
