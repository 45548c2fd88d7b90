// error 5: `@Key` is repeated. Remove one.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Key("a") @Key("b") var a = 1
}
