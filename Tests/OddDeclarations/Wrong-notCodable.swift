// error in the generated code: failed to produce diagnostic for expression; please submit a bug report (https://swift.org/contributing/#reporting-bugs)
// error in the generated code: instance method 'write(_:at:)' requires that 'Plain' conform to 'Encodable'
// swift-format-ignore-file
import LineageMacros

struct Plain {}
@Fillable struct Poem { let a: Plain }
