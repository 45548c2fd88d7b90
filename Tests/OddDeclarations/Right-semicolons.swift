// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct OneLine { let a: Int; var b = 2; let c: String?; @Filled(3) let d: Int }
