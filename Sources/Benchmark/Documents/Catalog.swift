import Lineage

/// Dictionaries and identifiers, in the shape of a theatre's catalog of events: 1.5 MB with its spaces.
struct Catalog: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var areaNames: [String: String]
  var audienceSubCategoryNames: [String: String]
  var events: [String: Event]
  var performances: [Performance]
  var seatCategoryNames: [String: String]
  var subTopicNames: [String: String]
  var topicSubTopics: [String: [Int]]

  struct Event: Codable, Equatable {
    var description: String?
    var id: Int
    var logo: String?
    var name: String
    var subTopicIds: [Int]
    var topicIds: [Int]
  }

  struct Performance: Codable, Equatable {
    var eventId: Int
    var id: Int
    var logo: String?
    var name: String?
    var prices: [Price]
    var seatCategories: [SeatCategory]
    var start: Int
    var venueCode: String
  }

  struct Price: Codable, Equatable {
    var amount: Int
    var audienceSubCategoryId: Int
    var seatCategoryId: Int
  }

  struct SeatCategory: Codable, Equatable {
    var areas: [Area]
    var seatCategoryId: Int
  }

  struct Area: Codable, Equatable {
    var areaId: Int
    var blockIds: [Int]
  }

  static func sample(_ scale: Scale) -> Catalog {
    var random = SplitMix(seed: 5)
    func id() -> Int { 205_705_993 + random.number(below: 100_000_000) }
    func names(_ count: Int) -> [String: String] {
      Dictionary((0..<count).map { _ in ("\(id())", random.sentence(words: 3)) }) { first, _ in
        first
      }
    }
    let events = (0..<scale.count(184)).map { _ in
      Event(
        description: nil, id: id(),
        logo: random.number(below: 2) == 0 ? "/images/\(random.word(40)).png" : nil,
        name: random.sentence(words: 5), subTopicIds: (0..<3).map { _ in id() },
        topicIds: (0..<2).map { _ in id() })
    }
    let performances = (0..<scale.count(243)).map { _ in
      Performance(
        eventId: id(), id: id(), logo: nil, name: nil,
        prices: (0..<5).map { _ in
          Price(
            amount: 1000 * random.number(below: 200), audienceSubCategoryId: id(),
            seatCategoryId: id())
        },
        seatCategories: (0..<4).map { _ in
          SeatCategory(
            areas: (0..<8).map { _ in Area(areaId: id(), blockIds: []) }, seatCategoryId: id())
        },
        start: 1_372_701_600_000 + random.number(below: 1_000_000_000), venueCode: "PLEYEL_PLEYEL")
    }
    return Catalog(
      areaNames: names(17), audienceSubCategoryNames: names(1),
      events: Dictionary(events.map { ("\($0.id)", $0) }) { first, _ in first },
      performances: performances, seatCategoryNames: names(64), subTopicNames: names(19),
      topicSubTopics: Dictionary((0..<4).map { _ in ("\(id())", (0..<5).map { _ in id() }) }) {
        first, _ in first
      })
  }
}
