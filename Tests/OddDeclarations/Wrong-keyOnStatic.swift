// error 4: `a` belongs to the type, so it isn't encoded. Remove `@Key`.
import LineageMacros

@Fillable struct Poem {
  @Key("a") static let a = 1
}
