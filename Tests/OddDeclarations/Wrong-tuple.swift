// error 4: Properties in a tuple have no keys. Declare each on its own: `let a: A` and `let b: B`.
import LineageMacros

@Fillable struct Poem {
  var (a, b) = (1, 2)
}
