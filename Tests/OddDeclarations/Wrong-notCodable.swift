// error in the generated code: 'value(at:)' is unavailable: The type of this property isn't Decodable.
// error in the generated code: 'write(_:at:)' is unavailable: The type of this property isn't Encodable.
// swift-format-ignore-file
import LineageMacros

struct Plain {}
@Fillable struct Poem { let a: Plain }
