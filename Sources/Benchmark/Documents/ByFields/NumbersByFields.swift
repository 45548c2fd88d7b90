import LineageMacros

/// `Numbers`, annotated.
@Document(version: 1)
struct NumbersByFields: Equatable {
  var values: [Double]
}
