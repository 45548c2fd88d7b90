import Foundation
import Lineage

/// Numbers of 15 to 17 digits, in the shape of a country's outline on a map: 2.2 MB.
struct Coordinates: VersionedCodable, Equatable {
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

  static var document: SampleDocument<Coordinates> {
    SampleDocument(name: "coordinates", makeText: { Data(sampleText($0).utf8) })
  }

  private static func sampleText(_ scale: Scale) -> String {
    var random = SplitMix(seed: 4)
    func coordinate(within limit: Double) -> String {
      String(
        format: "%.*g", random.element(of: [15, 16, 17, 17]), random.real(below: 2 * limit) - limit)
    }
    let rings = (0..<scale.count(480)).map { _ in
      let points = (0..<116).map { _ in "[\(coordinate(within: 180)),\(coordinate(within: 90))]" }
      return "[\(points.joined(separator: ","))]"
    }
    return """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Somewhere"},\
      "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ","))]}}],"version":1}
      """
  }
}
