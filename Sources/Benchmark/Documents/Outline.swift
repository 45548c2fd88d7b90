import Foundation
import Lineage

/// Numbers and little else, in the shape of a country's outline on a map: 2 MB.
struct Outline: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var type: String
  var features: [Feature]

  struct Feature: Codable, Equatable {
    var type: String
    var properties: [String: String]
    var geometry: Geometry
  }

  struct Geometry: Codable, Equatable {
    var type: String
    var coordinates: [[[Double]]]
  }

  /// Coordinates with six decimals, printed with more digits than a double has, as in real files.
  static func sampleText(_ scale: Scale) -> String {
    var random = SplitMix(seed: 4)
    func coordinate(within limit: Int) -> String {
      String(format: "%.15f", random.coordinate(within: limit))
    }
    let rings = (0..<scale.count(480)).map { ring in
      let points = (0..<116).map { _ in
        "[\(coordinate(within: 180)),\(coordinate(within: 90))]"
      }
      return "[\(points.joined(separator: ","))]"
    }
    return """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Somewhere"},\
      "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ","))]}}],"version":1}
      """
  }
}
