// error 5: There are two `@Key` here. Remove one of them.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Key("a") @Key("b") var a = 1
}
