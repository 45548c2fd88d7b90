import LineageMacros

/// `Mesh`, annotated.
@Document(version: 1)
struct MeshByFields: Equatable {
  var batches: [Batch]
  var morphTargets: [String]?
  var positions: [Double]
  var normals: [Double]
  var textureCoordinates: [Double]
  var colors: [Int]
  var influences: [[Double]]
  var indices: [Int]

  @Fillable
  struct Batch: Equatable {
    var indexRange: [Int]
    var vertexRange: [Int]
    var usedBones: [Int]
    var material: String?
    var name: String?
  }
}
