// compiles
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct Versioned { var a = 1 }
extension Versioned: Downgradable2 {}
protocol Downgradable2 {}
@Fillable struct Restated: Codable { var a = 1 }
@Fillable struct Again: FieldCodable { var a = 1 }
