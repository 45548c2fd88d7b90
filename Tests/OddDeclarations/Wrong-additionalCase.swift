// error 6: `Poem` has no property `b` that is encoded. Remove this case, or declare the property.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  enum CodingKeys: String, CodingKey { case a, b }
}
