// error 6: `any Codable` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or a `DocumentValue`, or mark `a` `@Ignored` and give it an initial value.
// error 7: `Any` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or a `DocumentValue`, or mark `b` `@Ignored` and give it an initial value.
// error 8: `AnyHashable?` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or a `DocumentValue`, or mark `c` `@Ignored` and give it an initial value.
// error 9: `(any Shape & Sendable)?` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or a `DocumentValue`, or mark `d` `@Ignored`.
// error 10: `any Sendable` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or a `DocumentValue`, or mark `e` `@Ignored`.
// swift-format-ignore-file
import LineageMacros

protocol Shape: Codable {}
@Fillable struct Drawing {
  let a: any Codable
  let b: Any
  let c: AnyHashable?
  var d: (any Shape & Sendable)?
  var e: any Sendable = 1
  @Ignored var f: Any?
}
