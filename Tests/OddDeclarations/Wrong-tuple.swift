// error 5: Properties in a tuple have no keys. Declare each on its own: `let a: A` and `let b: B`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var (a, b) = (1, 2)
}
