// error 5: unknown attribute 'Kee'
// error in the generated code: value of type 'Poem' has no member '_a'
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Kee("b") var a = 1
}
