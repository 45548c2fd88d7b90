import Foundation
import Lineage

/// Arrays of structs inside arrays of structs: 19 KB.
struct Album: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var title: String
  var owner: String
  var pages: [Page]

  struct Page: Codable, Equatable {
    var id: Int
    var heading: String
    var pictures: [Picture]
  }

  struct Picture: Codable, Equatable {
    var id: Int
    var file: String
    var caption: String?
    var width: Int
    var height: Int
    var isFavourite: Bool
    var marks: [Mark]
  }

  struct Mark: Codable, Equatable {
    var x: Double
    var y: Double
    var label: String
  }

  static func sample() -> Album {
    var random = SplitMix(seed: 1)
    let pages = (0..<16).map { page in
      Page(
        id: page, heading: random.sentence(words: 3),
        pictures: (0..<6).map { picture in
          Picture(
            id: page * 100 + picture, file: random.word(12) + ".jpg",
            caption: picture % 2 == 0 ? random.sentence(words: 4) : nil,
            width: 1000 + random.number(below: 3000), height: 1000 + random.number(below: 2000),
            isFavourite: random.number(below: 4) == 0,
            marks: (0..<2).map { _ in
              Mark(
                x: random.decimal(below: 100, decimals: 2),
                y: random.decimal(below: 100, decimals: 2), label: random.word(7))
            })
        })
    }
    return Album(title: "Summer", owner: "ada", pages: pages)
  }

  static var document: SampleDocument<Album> {
    SampleDocument(
      name: "nested", makeText: { _ in try JSONEncoder().encode(versioned: sample()) })
  }
}
