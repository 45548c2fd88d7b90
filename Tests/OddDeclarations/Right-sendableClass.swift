// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

@Fillable final class Frozen: Sendable { let a: Int; @Filled(2) let b: Int }
func send(_ value: Frozen) -> any Sendable { value }
