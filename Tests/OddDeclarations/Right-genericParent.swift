// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

@Fillable class Parent<Value> { var a = 1; init() {} }
@Fillable final class Derived: Parent<any FieldCodable> { var b = 2 }
@Fillable final class Nested: Parent<[DraftCopyable.Type]> { let c: Int; init(c: Int) { self.c = c; super.init() } }
