// error 7: Another case is called `t`, too, and Swift can't tell them apart in a pattern. Rename this one, and keep its tag: `@Key("t2")`.
// error 8: Another case is called `u`, too, and Swift can't tell them apart in a pattern. Rename this one.
// swift-format-ignore-file
import LineageMacros

@Fillable struct Text {}
@Union(tag: "kind") enum Block {
  case t(a: Text)
  @Key("t2") case t(b: Text)
  case u(Text), u(c: Text)
  case unknown(DocumentValue)
}
