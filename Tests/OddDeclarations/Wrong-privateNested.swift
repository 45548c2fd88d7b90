// error 5: `@Fillable` adds an extension at file scope, where a private nested type isn't visible. Make `Poem` `fileprivate`.
// swift-format-ignore-file
import LineageMacros

enum Outer {
  @Fillable private struct Poem { var a = 1 }
}
