// warning 7: `b` is a constant with a value, so it is neither encoded nor decoded. Make it `var`, or write `@Filled(Kind.plain) let b` with its type, or mark it `@Ignored`.
// swift-format-ignore-file
import LineageMacros

enum Kind: String, Codable { case plain, bold }
@Fillable struct Poem {
  var a = 1
  let b: Kind = .plain
}
