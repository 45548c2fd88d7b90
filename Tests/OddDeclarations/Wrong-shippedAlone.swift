// error 4: `@Shipped` needs `@Document`, `@Fillable` or `@Union` beside it. Add one of them, or remove `@Shipped`.
// swift-format-ignore-file
import LineageMacros

@Shipped("aaaa") struct Poem { let a: Int }
