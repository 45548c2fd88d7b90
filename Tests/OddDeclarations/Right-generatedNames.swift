// compiles
// swift-format-ignore-file
import LineageMacros

nonisolated let fields = [3, 4], _fields = 5
nonisolated let draft = 6, base = 7, it = 8, filledValue = 9
nonisolated let reader = 10, writer = 11, decoder = 12, encoder = 13, container = 14
nonisolated let key = 15, value = 16, old = 17, place = 18, count = 19
@propertyWrapper nonisolated struct Clamped: Codable, Sendable {
  var wrappedValue: Int
  init(to limits: [Int]) { wrappedValue = limits[0] }
  init(wrappedValue: Int, to limits: [Int]) { self.wrappedValue = wrappedValue }
}
@Fillable struct Struct {
  @Filled(fields[0]) let a: Int
  @Filled("\(fields), \(_fields)") let b: String
  @Filled([draft, base, it, filledValue, reader, writer, decoder, encoder, container]) let c: [Int]
  @Filled([key, value, old, place, count]) let d: [Int]
  @Clamped(to: fields) @Filled(1) var e: Int
}
@Fillable nonisolated class Superclass {
  @Filled(fields[0] + _fields) let a: Int
  @Filled([draft, base, it, filledValue, reader, writer, decoder, encoder, container]) let b: [Int]
}
@Fillable nonisolated final class Subclass: Superclass {
  @Filled(fields) let c: [Int]
  @Clamped(to: fields) @Filled(1) var d: Int
}
enum Scope {
  @Fillable struct Nested {
    @Filled(fields[0] + _fields) let a: Int
    @Filled(filledValue) let b: Int
    @Filled([draft, base, it, reader, writer, decoder, encoder, container]) let c: [Int]
    @Clamped(to: fields) @Filled(1) var d: Int
  }
}
@Union(tag: "kind") enum Choice { case it(Struct), base(Struct), unknown(DocumentValue) }
