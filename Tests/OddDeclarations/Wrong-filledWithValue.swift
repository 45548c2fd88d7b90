// error 4: `a` is filled with its initial value. Remove `@Filled`, or the initial value.
import LineageMacros

@Fillable struct Poem {
  @Filled(1) var a = 2
}
