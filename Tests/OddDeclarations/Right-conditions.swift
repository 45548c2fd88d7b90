// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Conditional {
  #if os(Plan9)
    let nowhere: NoSuchType
  #elseif os(Linux) || os(macOS)
    let here: Int
  #else
    let other: Int
  #endif
  #if compiler(>=6.0)
    var a = 1
  #endif
  #if NEVER
    var b = 2
  #endif
}
