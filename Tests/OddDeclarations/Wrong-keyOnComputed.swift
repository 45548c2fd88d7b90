// error 6: `b` is computed, so it isn't encoded. Remove `@Key`, or give the property storage.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  @Key("b") var b: Int { a }
}
