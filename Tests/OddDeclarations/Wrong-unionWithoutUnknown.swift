// error 5: `Block` needs a `case unknown(DocumentValue)`, which preserves elements with other tags.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Text { var a = 1 }
@Union(tag: "kind") enum Block {
  case text(Text)
}
