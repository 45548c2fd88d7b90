// error 6: `b` isn't among the `CodingKeys`. Add `case b` to them, or mark the property `@Ignored`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  var b = 2
  enum CodingKeys: String, CodingKey { case a }
}
