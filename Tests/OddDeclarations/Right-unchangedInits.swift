// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Kept { let a: Int; var b = 2; let c: String? }
func make() -> [Kept] { [Kept(a: 1, c: nil), Kept(a: 1, b: 2, c: "c")] }
@Document(version: 1) struct Made { var a = 1; var b: Int? }
func makeAll() -> [Made] { [Made(), Made(a: 1), Made(b: 2)] }
