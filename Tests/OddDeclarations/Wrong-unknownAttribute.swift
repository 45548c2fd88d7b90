// error 5: unknown attribute 'Kee'
// error in the generated code: value of type 'Poem' has no member '_a'
// error in the generated code: value of type 'Draft<Poem>' has no dynamic member '_a' using key path from root type 'Poem'
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Kee("b") var a = 1
}
