// error 5: `a` belongs to the type, so it isn't encoded. Remove `@Key`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Key("a") static let a = 1
}
