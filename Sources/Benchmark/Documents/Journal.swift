import Foundation
import Lineage

/// Entries with three dates each, of which the strategy of the coders decides the text.
struct Journal: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var entries: [Entry]

  struct Entry: Codable, Equatable {
    var id: Int
    var title: String
    var created: Date
    var modified: Date
    var due: Date?
  }

  static func document(
    _ name: String, _ reading: JSONDecoder.DateDecodingStrategy,
    _ writing: JSONEncoder.DateEncodingStrategy
  ) -> SampleDocument<Journal> {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = reading
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = writing
    // ISO 8601 as Foundation writes it has no fractions, and seconds are usually whole.
    let hasFractions = name == "milliseconds" || name == "deferred"
    return SampleDocument(
      name: name, decoder: decoder, encoder: encoder,
      makeText: { try encoder.encode(versioned: sample($0, hasFractions: hasFractions)) })
  }

  private static func sample(_ scale: Scale, hasFractions: Bool) -> Journal {
    var random = SplitMix(seed: 16)
    func date() -> Date {
      let eighths = hasFractions ? random.number(below: 8) : 0
      return Date(
        timeIntervalSinceReferenceDate: Double(300_000_000 + random.number(below: 500_000_000))
          + Double(eighths) / 8)
    }
    return Journal(
      entries: (0..<scale.count(1000)).map { id in
        Entry(
          id: id, title: random.sentence(words: 4), created: date(), modified: date(),
          due: random.isTrue(percent: 50) ? date() : nil)
      })
  }
}
