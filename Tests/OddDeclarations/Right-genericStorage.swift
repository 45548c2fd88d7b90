// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

@propertyWrapper struct Box<Value: Codable>: Codable {
  var wrappedValue: Value
  init(wrappedValue: Value, _ other: Value) { self.wrappedValue = wrappedValue }
  init(_ other: Value) { self.wrappedValue = other }
}
nonisolated let one = 1
@Fillable struct Own<_Storage: Codable> { @Box(one) @Filled(3) var a: Int; let b: _Storage }
struct Outer<_Storage: Codable> {
  @Fillable struct Inner { @Box(one) @Filled(3) var a: Int; let b: Int }
}
enum Names {
  struct _Storage: Codable { static var zero: Int { 0 } }
  @Fillable struct Typed { @Box(one) @Filled(_Storage.zero) var a: Int }
}
