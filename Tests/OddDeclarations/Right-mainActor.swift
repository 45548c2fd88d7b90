// compiles
// swift-format-ignore-file
import LineageMacros

@MainActor @Fillable struct Isolated { var a = 1; let b: Int }
