// error 5: A key is a string literal on one line and without interpolation, such as "created_at".
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  @Key("\(1)") var a = 1
}
