// error 5: `a` is declared in a superclass. Remove `@Key`, or write it there.
// swift-format-ignore-file
import LineageMacros

@Fillable class Base { var a = 1 }
@Fillable final class Overriding: Base { @Key("b") override var a: Int { didSet {} } }
