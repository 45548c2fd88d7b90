import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Arrays whose order is ignored.
struct UnorderedArrayTests {
  private struct Tagged: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: Set<String>
  }

  @Test func `the order of a set is ignored`() throws {
    let directory = TemporaryFixtures()
    let tags = (0..<20).map { "\"\($0)\"" }.joined(separator: ",")
    try directory.put(#"{"version": 1, "tags": [\#(tags)]}"#, at: "Tagged/v1/many.json")
    directory.setUp(Tagged.self, named: "Tagged")

    #expect(directory.failures(of: Tagged.self, named: "Tagged") == [])
  }

  private enum Kind: String, Codable, CaseIterable { case text, image, sound }

  private struct Counted: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var counts: [Kind: Set<String>]
    var groups: Set<Set<Int>>
  }

  @Test func `the order of sets in sets and dictionaries is ignored`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      """
      {"version": 1, "counts": ["text", ["a", "b", "c"], "image", ["d", "e"], "sound", []],
       "groups": [[1, 2, 3], [4, 5], [6]]}
      """, at: "Counted/v1/many.json")
    directory.setUp(Counted.self, named: "Counted")

    for _ in 0..<5 { #expect(directory.failures(of: Counted.self, named: "Counted") == []) }
    #expect(
      directory.fixtures(of: Counted.self, named: "Counted").failures(fuzzing: 100, seed: 1)
        .map(\.description) == [])
  }

  private struct Swapping: VersionedCodable {
    static let version = 2
    var counts: [Kind: Int]

    init(from old: SwappingV1) throws { counts = old.counts }
  }

  private struct SwappingV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var counts: [Kind: Int]
  }

  @Test func `values that were swapped between keys are found`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"version": 1, "counts": ["text", 1, "image", 2]}"#, at: "S/v1/two.json")
    directory.setUp(Swapping.self, named: "S")
    try directory.put(
      #"{"version": 2, "counts": ["text", 2, "image", 1]}"#, at: "S/v1/two.expected.json")

    #expect(
      directory.fixtures(of: Swapping.self, named: "S").failuresAfterRecording().map(\.rule) == [
        .fixtureMeetsExpectation
      ])
  }

  /// A set that is encoded as an array, so its shape isn't that of a set.
  private struct Disguised: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: Tags

    struct Tags: Codable {
      var names: Set<String>

      init(from decoder: any Decoder) throws {
        names = Set(try decoder.singleValueContainer().decode([String].self))
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(names))
      }
    }
  }

  @Test func `arrays without order can be listed in the notes`() throws {
    let directory = TemporaryFixtures()
    let tags = (0..<20).map { "\"\($0)\"" }.joined(separator: ",")
    try directory.put(#"{"version": 1, "tags": [\#(tags)]}"#, at: "Tagged/v1/many.json")
    directory.setUp(Disguised.self, named: "Tagged")
    let unexplained = directory.failures(of: Disguised.self, named: "Tagged")
    try directory.put(#"{"unordered": ["tags"]}"#, at: "Tagged/v1/many.notes.json")

    #expect(
      unexplained.first?.hasSuffix(
        """
          order    tags
        If the order doesn't matter, note that beside the file: {"unordered": ["tags"]}. If \
        version 1 has shipped, undo the change, and set "shipped" to true in schema.json. If not, \
        and the change is right, record it: MIGRATION_FIXTURES=newest swift test
        """) == true)
    #expect(directory.failures(of: Disguised.self, named: "Tagged") == [])
  }

  @Test(arguments: ["tag", "tags[]", "marks"])
  func `a note about an array that doesn't exist is found`(_ path: String) throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version": 1, "tags": ["a", "b"], "marks": ["only"]}"#, at: "Tagged/v1/many.json")
    try directory.put(#"{"unordered": ["tags", "\#(path)"]}"#, at: "Tagged/v1/many.notes.json")
    directory.setUp(TwiceTagged.self, named: "Tagged")

    #expect(
      directory.failures(of: TwiceTagged.self, named: "Tagged") == [
        """
        MigrationFixtures/Tagged/v1/many.notes.json contains notes that don't apply:
          unordered \(path)
        Remove them, so that they can't hide a real failure.
        """
      ])
  }

  private struct TwiceTagged: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: [String]
    var marks: [String]
  }
}
