// error in the generated code: 'fill(_:at:)' is unavailable: The type of this property isn't Decodable.
// error in the generated code: 'value(at:)' is unavailable: The type of this property isn't Decodable.
// error in the generated code: 'value(at:filling:)' is unavailable: The type of this property isn't Decodable.
// error in the generated code: 'fill(_:at:)' is unavailable: The type of this property isn't Decodable.
// error in the generated code: 'write(_:alwaysAt:)' is unavailable: The type of this property isn't Encodable.
// error in the generated code: 'write(_:at:)' is unavailable: The type of this property isn't Encodable.
// error in the generated code: 'write(_:alwaysAt:)' is unavailable: The type of this property isn't Encodable.
// error in the generated code: 'value(at:)' is unavailable: The type of this property isn't Decodable.
// error in the generated code: 'write(_:at:)' is unavailable: The type of this property isn't Encodable.
// swift-format-ignore-file
import LineageMacros

struct Plain: Sendable {}
@Fillable struct Poem {
  var a = Plain()
  let b: Plain?
  @Filled(Plain()) let c: Plain
  var d: Plain? = Plain()
}
@Fillable struct Box<Element> {
  let element: Element
}
