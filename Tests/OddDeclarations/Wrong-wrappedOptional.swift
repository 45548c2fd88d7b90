// warning 8: A missing field is an error, although `a` is optional: the macro can't see whether `Boxed` can be created without a value. Add `= nil`, or write `@Boxed()` if it has an `init()`.
// warning 9: A missing field is an error, although `b` is optional: the macro can't see whether `Boxed` can be created without a value. Add `= nil`, or write `@Boxed()` if it has an `init()`.
// swift-format-ignore-file
import LineageMacros

@propertyWrapper nonisolated struct Boxed<Value: Codable & Sendable>: Codable, Sendable {
  var wrappedValue: Value
}
@Fillable struct Card {
  @Boxed var a: Int?
  @Lenient @Boxed var b: Int?
  @Boxed var c: Int? = nil
  @Boxed(wrappedValue: nil) var d: Int?
  @Boxed @Filled(nil) var e: Int?
  @Boxed var f: Int
  @Lenient var g: Int?
}
