// error 5: `a` is `@Ignored`, so decoding can't set it. Give it an initial value.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Ignored var a: Int
}
