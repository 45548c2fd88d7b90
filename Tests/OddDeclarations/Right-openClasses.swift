// compiles unless isolated
// swift-format-ignore-file
public import LineageMacros

@Fillable open class Base { public let a: Int; open var b: Int { a } }
@Fillable open class Middle: Base { public var c = 1 }
@Fillable public final class Leaf: Middle { let d: [String] }
