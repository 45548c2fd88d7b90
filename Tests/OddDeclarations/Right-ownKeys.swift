// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Keyed {
  let a: Int
  var b = 2
  private enum CodingKeys: String, CodingKey { case b = "b_key", a }
}
@Fillable struct Listed {
  var a = 1
  @Ignored var cache = 3
  enum CodingKeys: String, CodingKey, CaseIterable { case a }
}
