import Foundation
import Lineage

/// Records whose fields are all declared and in order, a third of their strings in Cyrillic: 0.5 MB.
struct People: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var id: Int
  var jsonrpc: String
  var total: Int
  var result: [Person]

  struct Person: Codable, Equatable {
    var id: Int
    var avatar: String
    var age: Int
    var admin: Bool
    var name: String
    var company: String
    var phone: String
    var email: String
    var birthDate: String
    var friends: [Friend]
    var field: String
  }

  struct Friend: Codable, Equatable {
    var id: Int
    var name: String
    var phone: String
  }

  static var document: SampleDocument<People> {
    SampleDocument(
      name: "people",
      makeText: { try JSONEncoder(.withoutEscapingSlashes).encode(versioned: sample($0)) })
  }

  private static func sample(_ scale: Scale) -> People {
    var random = SplitMix(seed: 12)
    func name() -> String {
      "\(random.phrase(.cyrillic, 4 + random.number(below: 4))) \(random.phrase(.cyrillic, 8))"
    }
    func phone() -> String {
      "+7 (9\(10 + random.number(below: 90))) \(100 + random.number(below: 900))-1234"
    }
    let people = (0..<scale.count(1000)).map { id in
      Person(
        id: id, avatar: "http://example.com/\(random.word(6)).png", age: random.number(below: 90),
        admin: random.isTrue(percent: 20), name: name(), company: random.sentence(words: 2),
        phone: phone(), email: "\(random.word(7))@example.com",
        birthDate:
          "19\(10 + random.number(below: 90))-0\(1 + random.number(below: 9))-17T20:58:49.\(100 + random.number(below: 900))Z",
        friends: (0..<3).map { Friend(id: $0, name: name(), phone: phone()) },
        field: random.word(5))
    }
    return People(id: 1, jsonrpc: "2.0", total: people.count, result: people)
  }
}
