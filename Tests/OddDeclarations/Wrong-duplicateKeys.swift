// error 6: `b` has the same key as `a`: 'a'.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  @Key("a") var b = 2
}
