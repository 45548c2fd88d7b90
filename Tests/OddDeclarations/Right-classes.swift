// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

@Fillable final class Final { let a: Int; var b = 2 }
@Fillable class Base { let a: Int; var b = 2 }
@Fillable final class Derived: Base { let c: String; var d = 3.5 }
@Fillable final class Complete { var a = 1; var b: String? }
func make() -> Complete { Complete() }
@Document(version: 1) final class Versioned { let a: Int; @Filled(3) let b: Int }
@Fillable class WithInit {
  let a: Int
  init(a: Int) { self.a = a }
  convenience init(text: String) { self.init(a: text.count) }
  deinit {}
}
@Fillable final class Reading { @Lenient var celsius: Double; init(celsius: Double) { _celsius = Lenient(wrappedValue: celsius) } }
@Fillable final class Wrapped { @Lenient var celsius: Double }
@Fillable final class Spelled { var x: Optional<Int>; init(x: Int?) { self.x = x } }
@Fillable final class SpelledAlone { var x: Optional<Int> }
