// error 5: `@Key` has no effect, because `Poem` isn't `@Document` or `@Fillable`. Add that to the type, or remove `@Key`.
// swift-format-ignore-file
import LineageMacros

struct Poem {
  @Key("a") var a = 1
}
