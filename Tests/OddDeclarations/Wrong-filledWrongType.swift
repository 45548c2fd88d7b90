// error in the generated code: cannot assign value of type 'String' to type 'Int'
import LineageMacros

@Fillable struct Poem {
  @Filled("x") let a: Int
}
