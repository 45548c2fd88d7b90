// error 4: There are two `@Key` here. Remove one of them.
import LineageMacros

@Fillable struct Poem {
  @Key("a") @Key("b") var a = 1
}
