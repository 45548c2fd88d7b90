// error 5: `@Observable` makes `a` computed, so it can't be in a property wrapper. Mark it `@ObservationIgnored`, or remove `@Lenient`.
// error in the generated code: invalid redeclaration of synthesized property '_a'
// swift-format-ignore-file
import LineageMacros
import Observation

@Observable @Fillable final class Observed { @Lenient var a = 1 }
