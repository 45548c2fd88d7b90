// error 6: `a` has the key 'a' too. Each property needs a key of its own.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  @Key("a") var b = 2
}
