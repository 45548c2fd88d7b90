// error 4: `@Union` is for enums, whose cases are the alternatives. Use `@Document` or `@Fillable` for a struct or a class.
// swift-format-ignore-file
import LineageMacros

@Union(tag: "kind") struct Block { var a = 1 }
