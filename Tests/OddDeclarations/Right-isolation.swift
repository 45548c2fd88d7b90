// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable nonisolated struct Anywhere { let a: Int; var b = 1 }
@Fillable nonisolated final class Shared: Sendable { let a: Int; @Filled(1) let b: Int }
nonisolated func read(_ fields: Anywhere) -> Anywhere { fields.copy { $0.b = 2 } }
