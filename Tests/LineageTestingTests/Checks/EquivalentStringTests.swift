import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Strings that are equal in Swift, but have other bytes: with "é" as one scalar, or as "e" with an accent.
struct EquivalentStringTests {
  private static let decomposed = "Cafe\u{301}.txt"
  private static let composed = "Caf\u{E9}.txt"

  private struct File: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var sizes: [String: Int] = [:]
    var links: [String] = []
  }

  /// Its strings are normalized when they are decoded.
  private struct NormalizedFile: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var sizes: [String: Int]
    var links: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name).precomposedStringWithCanonicalMapping
      sizes = try container.decode([String: Int].self, forKey: .sizes)
      sizes = Dictionary(
        uniqueKeysWithValues: sizes.map { ($0.precomposedStringWithCanonicalMapping, $1) })
      links = try container.decode([String].self, forKey: .links)
        .map(\.precomposedStringWithCanonicalMapping)
    }
  }

  /// The step normalizes strings.
  private struct NextFile: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = File
    var name: String

    init(from old: File) { name = old.name.precomposedStringWithCanonicalMapping }
  }

  private func directory() throws -> TemporaryFixtures {
    let directory = TemporaryFixtures()
    try directory.put(
      """
      {
        "links" : [
          "\(Self.decomposed)",
          "other.txt"
        ],
        "name" : "\(Self.decomposed)",
        "sizes" : {
          "\(Self.decomposed)" : 1
        },
        "version" : 1
      }

      """, at: "Poem/v1/file.json")
    return directory.setUp(File.self)
  }

  @Test func `a shipped type that normalizes strings is found`() throws {
    let directory = try directory()
    #expect(directory.failures(of: File.self) == [])
    try directory.markAsShipped("Poem")

    let failures = directory.fixtures(of: NormalizedFile.self).failuresAfterRecording()

    #expect(failures.map(\.rule).contains(.typeWritesFixtureAgain))
    #expect(
      failures.flatMap(\.differences).map(\.description) == [
        #"changed  links[0]: "Cafe\u{0301}.txt" → "Caf\u{00E9}.txt""#,
        #"changed  name: "Cafe\u{0301}.txt" → "Caf\u{00E9}.txt""#,
        #"changed  sizes: {"Cafe\u{0301}.txt": 1} → {"Caf\u{00E9}.txt": 1}"#,
      ])
  }

  @Test func `a step that normalizes strings changes the expected document`() throws {
    let directory = try directory().setUp(NextFile.self)
    let expected = try directory.text(of: "Poem/v1/file.expected.json")
    #expect(Data(expected.utf8).range(of: Data(Self.composed.utf8)) != nil)
    #expect(directory.failures(of: NextFile.self) == [])

    try directory.put(
      expected.replacing(Self.composed, with: Self.decomposed), at: "Poem/v1/file.expected.json")

    let failures = directory.fixtures(of: NextFile.self).failuresAfterRecording()
    #expect(failures.map(\.rule) == [.fixtureMeetsExpectation])
  }

  @Test func `an array isn't only in another order if a string is normalized`() {
    let names: DocumentValue = [.string(Self.decomposed), "a"]

    #expect(
      FieldDifference.between(names, ["a", .string(Self.composed)]).map(\.description) == [
        #"changed  [0]: "Café.txt" → "a""#, #"changed  [1]: "a" → "Café.txt""#,
      ])
    #expect(
      FieldDifference.between(names, ["a", .string(Self.decomposed)]).map(\.kind) == [.reordered])
  }

  @Test func `a recorded document that is normalized doesn't return unchanged`() throws {
    var first = File()
    (first.name, first.links) = (Self.decomposed, [Self.decomposed, "a"])
    var second = File()
    (second.name, second.links) = (Self.composed, [Self.composed, "a"])

    #expect(Resemblance.differences(between: first, and: second) == ["name", "links[0]"])
    #expect(Resemblance.differences(between: first, and: first) == [])
  }

  /// It writes another normalization each time.
  private struct Unstable: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let name = try container.decode(String.self, forKey: .name)
      let composed = name.precomposedStringWithCanonicalMapping
      let isComposed = composed.utf8.elementsEqual(name.utf8)
      self.name = isComposed ? name.decomposedStringWithCanonicalMapping : composed
    }
  }

  @Test func `the fuzzer finds a type that never writes the same normalization`() {
    let failures = TemporaryFixtures().fixtures(of: Unstable.self).failures(fuzzing: 300, seed: 1)

    #expect(failures.count == 1)
    #expect(failures.first?.description.contains("changes when its newest form is encoded") == true)
  }
}
