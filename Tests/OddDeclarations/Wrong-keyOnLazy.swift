// error 4: `a` is lazy, so it isn't encoded. Remove `@Key`, or remove `lazy`.
import LineageMacros

@Fillable struct Poem {
  @Key("a") lazy var a = 1
}
