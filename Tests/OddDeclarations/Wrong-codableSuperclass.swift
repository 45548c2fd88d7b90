// error in the generated code: 'required' initializer 'init(from:)' must be provided by subclass of 'Base'
// swift-format-ignore-file
import LineageMacros

class Base: Codable { var a = 1 }
@Fillable final class Leaf: Base { var b = 1 }
