// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Both: DefaultFillable { var a = 1; var b = "x" }
@Document(version: 1) struct Versioned: DefaultFillable { var a = 1 }
func change(_ both: Both) -> Both { both.copy { $0.a = 2 } }
