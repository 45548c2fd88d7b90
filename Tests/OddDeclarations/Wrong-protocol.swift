// error 4: A protocol has no stored properties. Make the types that conform to `Shape` `@Fillable`.
// swift-format-ignore-file
import LineageMacros

@Fillable protocol Shape {}
