// compiles unless isolated
// swift-format-ignore-file
import LineageMacros

struct Style: Codable {
  var isBold = true
  func bold() -> Style { Style() }
  func italic() -> Style { Style(isBold: false) }
}
@propertyWrapper struct Box<Value: Codable>: Codable {
  var wrappedValue: Value
  init(wrappedValue: Value, _ other: Value) { self.wrappedValue = wrappedValue }
  init(_ other: Value) { self.wrappedValue = other }
}
@Fillable struct Plain {
  @Filled(
    Style()
    #if DEBUG
    .bold()
    #else
    .italic()
    #endif
  ) let a: Style
}
@Fillable struct Boxed {
  @Box(Style()) @Filled(
    Style()
    #if DEBUG
    .bold()
    #else
    .italic()
    #endif
  ) var a: Style
}
