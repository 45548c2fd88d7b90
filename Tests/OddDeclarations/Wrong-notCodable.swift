// error in the generated code: instance method 'value(_:at:)' requires that 'Plain' conform to 'Decodable'
// error in the generated code: instance method 'write(_:at:)' requires that 'Plain' conform to 'Encodable'
import LineageMacros

struct Plain {}
@Fillable struct Poem { let a: Plain }
