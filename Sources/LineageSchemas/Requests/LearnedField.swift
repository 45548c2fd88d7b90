/// What is known about a field from the type that it is decoded as.
struct LearnedField {
  var shape: Shape
  var isRequired = false
  /// Whether it is optional, but was requested with `decode`, which throws an error if the key is missing.
  var needsKey = false
  var leniency: TypeShape.Leniency?
  /// Whether the type asked for it with an initial value, which a missing field keeps.
  var isFilled = false
  /// The initial value, if it can be encoded.
  var initial: (any Encodable)?

  init(_ shape: Shape) {
    self.shape = shape
  }

  /// The same field with another shape.
  func reshaped(_ change: (Shape) -> Shape) -> LearnedField {
    var field = self
    field.shape = change(shape)
    return field
  }
}
