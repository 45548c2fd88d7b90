// error 3: `@Shipped` needs `@Document`, `@Fillable` or `@Union` beside it. Add one of them, or remove `@Shipped`.
import LineageMacros

@Shipped("aaaa") struct Poem { let a: Int }
