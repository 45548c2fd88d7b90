// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Implicit {
  var a: Set<Int> = .init()
  var b: Language = .french
  var c: [Language] = [.french, .other("x")]
  enum Language: Codable { case french, other(String) }
}
