// warning 6: `b` is a constant with a value, so it is neither encoded nor decoded. Make it `var`, or write `@Filled(2) let b` with its type, or mark it `@Ignored`.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Poem {
  var a = 1
  let b = 2
}
