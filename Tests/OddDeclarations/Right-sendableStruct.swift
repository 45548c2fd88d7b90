// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Sent: Sendable { let a: Int; var b = [1] }
func send(_ value: Sent) async -> Sent { await Task.detached { value.copy { $0.a = 2 } }.value }
