import Foundation
import Testing

@testable import Lineage

/// Documents with a few bytes changed: whatever comes of them, nothing traps and nothing leaks.
struct MutationTests {
  @Test(arguments: HostileDocuments.all, [false, true])
  func `a damaged JSON document decodes or is a MigrationError`(document: String, isJSON5: Bool) {
    var random = JSONRandom(seed: 20)
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = isJSON5

    for _ in 0..<JSONRandom.count(250) {
      var bytes = Array(document.utf8)
      random.damage(&bytes)
      let problem = HostileOutcome.problem(Data(bytes), decoder)
      #expect(problem == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: HostileDocuments.all)
  func `a JSON document with values exchanged decodes or is a MigrationError`(document: String) {
    var random = JSONRandom(seed: 21)
    let values = [
      "null", "true", "1", "-1", "1.5", "1e400", "\"TOPSECRET\"", "[]", "{}", "[\"TOPSECRET\"]",
      "{\"version\":\"TOPSECRETS\"}", "{\"a\":\"TOPSECRET\"}", "18446744073709551616",
    ]
    let pieces = document.split(separator: ":").map(String.init)

    for _ in 0..<JSONRandom.count(250) {
      var damaged = pieces
      let place = 1 + random.number(below: pieces.count - 1)
      let rest = damaged[place].drop { $0 != "," && $0 != "}" && $0 != "]" }
      damaged[place] = random.pick(values) + rest
      let text = damaged.joined(separator: ":")
      // A version is the one piece of content that an error names.
      if place == 1 || text.contains("\"version\":{") { continue }
      let problem = HostileOutcome.problem {
        _ = try JSONDecoder().decode(versioned: Diary.self, from: Data(text.utf8))
      }
      #expect(problem == nil, "\(text)")
    }
  }

  @Test(arguments: PropertyListTests.formats)
  func `a damaged property list decodes or is a MigrationError`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let document = try Array(encoder.encode(versioned: diary))
    var random = JSONRandom(seed: 22)

    for _ in 0..<JSONRandom.count(150) {
      var bytes = document
      random.damage(&bytes)
      let problem = HostileOutcome.problem(Data(bytes), PropertyListDecoder())
      #expect(problem == nil, "\(bytes)")
    }
  }

  @Test func `a damaged document of another format decodes or is a MigrationError`() throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let document = try Array(ForeignTextEncoder().encode(versioned: diary).utf8)
    var random = JSONRandom(seed: 23)

    for _ in 0..<JSONRandom.count(150) {
      var bytes = document
      random.damage(&bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      let problem = HostileOutcome.problem(text, ForeignTextDecoder())
      #expect(problem == nil, "\(text)")
    }
  }
}
