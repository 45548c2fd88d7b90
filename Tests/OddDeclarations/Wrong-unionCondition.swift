// error 6: Macros can't know whether this condition is true, so cases can't depend on it. Declare them without conditions.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Text { var a = 1 }
@Union(tag: "kind") enum Block {
  #if canImport(Nothing)
    case text(Text)
  #endif
  case unknown(DocumentValue)
}
