// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

@Fillable class Base { var a: Int; var b = 1 }
@Fillable final class Overriding: Base {
  override var a: Int { didSet {} }
  override var b: Int { get { super.b } set { super.b = newValue } }
  var c = 1
}
