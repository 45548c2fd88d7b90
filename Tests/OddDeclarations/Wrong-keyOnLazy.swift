// error 5: `a` is lazy, so it isn't encoded. Remove `@Key`, or remove `lazy`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Key("a") lazy var a = 1
}
