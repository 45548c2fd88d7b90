// compiles
// swift-format-ignore-file
import LineageMacros

struct Shadow {
  nonisolated struct String: Codable { var text = 1 }
  @Fillable struct Inner { let string: String; let other: Swift.String }
}
@Fillable struct CodableThings {
  struct Int: Codable { var value = 1.5 }
  let a: Int
  var b: [Int] = []
}
