// error 6: `@Fillable` adds an extension at file scope, where a private nested type isn't visible. Make `Middle` `fileprivate`.
// error 7: `@Union` adds an extension at file scope, where a private nested type isn't visible. Make `Middle` `fileprivate`.
// swift-format-ignore-file
import LineageMacros

enum Outer {
  private enum Middle {
    @Fillable struct Inner { var a = 1 }
    @Union(tag: "kind") enum Part { case unknown(DocumentValue) }
  }
}
