// error 4: `Block` needs a `case unknown(DocumentValue)`, which preserves elements with other tags.
import LineageMacros

@Fillable struct Text { var a = 1 }
@Union(tag: "kind") enum Block {
  case text(Text)
}
