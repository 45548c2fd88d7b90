import Foundation
import Lineage

/// One array of decimals with 12 digits: 150 KB.
struct Numbers: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var values: [Double]

  static var document: SampleDocument<Numbers> {
    SampleDocument(name: "numbers", makeText: { try JSONEncoder().encode(versioned: sample($0)) })
  }

  private static func sample(_ scale: Scale) -> Numbers {
    var random = SplitMix(seed: 15)
    return Numbers(
      values: (0..<scale.count(10_000)).map { _ in
        Double(100_000_000_000 + random.number(below: 900_000_000_000)) / 1_000_000_000_000
      })
  }
}
