// error 3: A protocol has no stored properties. Make the types that conform to `Shape` `@Fillable`.
import LineageMacros

@Fillable protocol Shape {}
