// error 4: `unknown` collects nothing in a property wrapper. Remove `@Lenient`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Wrapped { @Lenient var unknown = UnknownFields() }
