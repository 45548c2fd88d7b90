import Foundation
import Lineage

/// Integers, and decimals of up to 12 digits, in the shape of a model of a body: 0.7 MB.
struct Mesh: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var batches: [Batch]
  var morphTargets: [String]?
  var positions: [Double]
  var normals: [Double]
  var textureCoordinates: [Double]
  var colors: [Int]
  var influences: [[Double]]
  var indices: [Int]

  struct Batch: Codable, Equatable {
    var indexRange: [Int]
    var vertexRange: [Int]
    var usedBones: [Int]
    var material: String?
    var name: String?
  }

  static var document: SampleDocument<Mesh> {
    SampleDocument(name: "mesh", makeText: { try JSONEncoder().encode(versioned: sample($0)) })
  }

  private static func sample(_ scale: Scale) -> Mesh {
    var random = SplitMix(seed: 14)
    func decimals(_ count: Int, below limit: Int, digits: Int) -> [Double] {
      (0..<scale.count(count)).map { _ in random.decimal(below: limit, decimals: digits) }
    }
    func integers(_ count: Int, below limit: Int) -> [Int] {
      (0..<scale.count(count)).map { _ in random.number(below: limit) }
    }
    return Mesh(
      batches: (0..<2).map { index in
        Batch(
          indexRange: [index * 12_000, 12_000], vertexRange: [index * 1800, 1800],
          usedBones: integers(20, below: 60))
      },
      positions: decimals(14_400, below: 1000, digits: 9),
      normals: decimals(14_400, below: 1, digits: 9),
      textureCoordinates: decimals(7200, below: 1, digits: 6),
      colors: integers(10_000, below: 256),
      // The bones and their weights: integers that are read as doubles.
      influences: (0..<scale.count(3600)).map { _ in
        [Double(random.number(below: 60)), 1, Double(random.number(below: 60))]
      },
      indices: integers(24_000, below: 3600))
  }
}
