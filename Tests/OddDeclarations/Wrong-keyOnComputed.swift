// error 5: `b` is computed, so it isn't encoded. Remove `@Key`, or give the property storage.
import LineageMacros

@Fillable struct Poem {
  var a = 1
  @Key("b") var b: Int { a }
}
