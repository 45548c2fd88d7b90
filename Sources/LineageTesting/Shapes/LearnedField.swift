/// What is known about a place from the type that is asked for there.
struct LearnedField {
  var shape: Shape
  var isRequired = false
  var leniency: TypeShape.Leniency?

  init(_ shape: Shape) {
    self.shape = shape
  }

  /// The same place with another shape around it.
  func reshaped(_ change: (Shape) -> Shape) -> LearnedField {
    var field = self
    field.shape = change(shape)
    return field
  }
}
