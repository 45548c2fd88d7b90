// error in the generated code: cannot assign value of type 'String' to type 'Int'
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Filled("x") let a: Int
}
