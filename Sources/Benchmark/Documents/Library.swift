import Foundation
import Lineage

/// Many records with fields of every kind: 8 MB for 20,000 records.
struct Library: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var title: String
  var members: [Member]

  struct Member: Codable, Equatable {
    var id: Int
    var guid: String
    var isActive: Bool
    var balance: Double
    var age: Int
    var name: String
    var email: String
    var company: String
    var registered: String
    var tags: [String]
    var latitude: Double
    var longitude: Double
    var loans: [Loan]
    var note: String?
  }

  struct Loan: Codable, Equatable {
    var id: Int
    var title: String
  }

  static func sample(members: Int) -> Library {
    var random = SplitMix(seed: 2)
    return Library(
      title: "library",
      members: (0..<members).map { id in
        Member(
          id: id, guid: random.word(32), isActive: random.number(below: 2) == 0,
          balance: random.decimal(below: 10_000, decimals: 2), age: random.number(below: 90),
          name: random.word(12), email: "\(random.word(8))@example.com",
          company: random.sentence(words: 2), registered: "2014-08-31T00:29:15Z",
          tags: (0..<4).map { _ in random.word(6) },
          latitude: random.coordinate(within: 90),
          longitude: random.coordinate(within: 180),
          loans: (0..<2).map { Loan(id: $0, title: random.word(14)) },
          note: random.number(below: 3) == 0 ? random.word(20) : nil)
      })
  }

  static func sampleText(_ scale: Scale) throws -> Data {
    try JSONEncoder().encode(versioned: sample(members: scale.count(20_000)))
  }
}
