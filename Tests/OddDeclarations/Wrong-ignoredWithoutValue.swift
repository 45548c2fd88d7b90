// error 4: `a` is `@Ignored`, so decoding can't set it. Give it an initial value.
import LineageMacros

@Fillable struct Poem {
  @Ignored var a: Int
}
