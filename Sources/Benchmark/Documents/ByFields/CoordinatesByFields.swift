import LineageMacros

/// `Coordinates`, annotated.
@Document(version: 1)
struct CoordinatesByFields: Equatable {
  var type: String
  var features: [Feature]

  @Fillable
  struct Feature: Equatable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  @Fillable
  struct Geometry: Equatable {
    var type: String
    var coordinates: [[[Double]]]
  }
}
