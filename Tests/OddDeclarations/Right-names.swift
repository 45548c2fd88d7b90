// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Names {
  let `class`: Int
  var `default` = 2
  var `self`: Int?
  let `init`: Int?
  var größe = 1, 名前 = "n"
  var fields = 3, container = 4, decoder = 5, encoder = 6, draft = 7
  var value: Int?, key: String?
}
@Fillable struct `struct` { var a = 1 }
@Fillable struct Raw {
  @Lenient var `line width` = 80
  @Lenient var `class` = 2
}
@Union(tag: "kind") enum Spoken { case `say "hi"`(Raw), unknown(DocumentValue) }
