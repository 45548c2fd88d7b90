// error 5: The code that `@Fillable` adds is outside of the braces around this, where `Poem` is unknown. Write `fileprivate`, which means the same for a file.
// swift-format-ignore-file
import LineageMacros

enum Outer {
  @Fillable private struct Poem { var a = 1 }
}
