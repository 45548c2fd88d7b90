import Foundation
import Lineage
import Testing

struct BrokenChainTests {
  // MARK: - Models

  struct Itself: VersionedCodable {
    typealias PreviousVersion = Itself
    static let version = 1
    init(from old: Itself) throws { self = old }
  }

  struct Hen: VersionedCodable {
    typealias PreviousVersion = Egg
    static let version = 2
    init(from old: Egg) throws {}
  }

  struct Egg: VersionedCodable {
    typealias PreviousVersion = Hen
    static let version = 1
    init(from old: Hen) throws {}
  }

  struct Cook: VersionedCodable {
    typealias PreviousVersion = Hen
    static let version = 3
    init(from old: Hen) throws {}
  }

  struct OneA: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct OneB: VersionedCodable {
    static let version = 1
    var title: String
    init(from old: OneA) throws { title = old.title }
  }

  struct Two: VersionedCodable {
    static let version = 2
    var title: String
    init(from old: OneB) throws { title = old.title }
  }

  enum Numbers: Int, SchemaVersion {
    case two = 2
  }

  struct AlsoTwo: VersionedCodable {
    static let version: Numbers? = .two
    static let versionLocation = VersionLocation.key("elsewhere")
    typealias PreviousVersion = PlainTwo
    init(from old: PlainTwo) throws {}
  }

  struct PlainTwo: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
  }

  struct NoneA: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  struct NoneB: VersionedCodable {
    static let version: String? = nil
    init(from old: NoneA) throws {}
  }

  struct AfterNone: VersionedCodable {
    static let version = 1
    init(from old: NoneB) throws {}
  }

  // MARK: - Mistakes

  struct Mistake: Sendable, CustomTestStringConvertible {
    let type: any VersionedCodable.Type
    let problem: VersionChain.Problem

    var testDescription: String { "\(type)" }
  }

  static let mistakes = [
    Mistake(type: Itself.self, problem: .cycle(through: ["Itself", "Itself"])),
    Mistake(type: Hen.self, problem: .cycle(through: ["Hen", "Egg", "Hen"])),
    Mistake(type: Cook.self, problem: .cycle(through: ["Cook", "Hen", "Egg", "Hen"])),
    Mistake(type: OneB.self, problem: .duplicateVersion(1, types: ["OneA", "OneB"])),
    Mistake(type: Two.self, problem: .duplicateVersion(1, types: ["OneA", "OneB"])),
    Mistake(type: AlsoTwo.self, problem: .duplicateVersion(2, types: ["PlainTwo", "AlsoTwo"])),
    Mistake(type: NoneB.self, problem: .twoUnversioned(types: ["NoneA", "NoneB"])),
    Mistake(type: AfterNone.self, problem: .twoUnversioned(types: ["NoneA", "NoneB"])),
  ]

  @Test(arguments: mistakes)
  func `the problem of an invalid chain names the types`(mistake: Mistake) {
    #expect(mistake.type.chain.problem == mistake.problem)
  }

  @Test(
    arguments: mistakes,
    [#"{"version": 1, "title": "A"}"#, #"{"version": 9}"#, #"{"title": "A"}"#, "[]"])
  func `decoding with an invalid chain throws, regardless of the data`(
    mistake: Mistake, text: String
  ) throws {
    let error = try migrationError { try migrated(mistake.type, text) }

    #expect(error.reason == .brokenChain(mistake.problem))
  }

  @Test(arguments: mistakes)
  func `decoding property lists with an invalid chain throws`(mistake: Mistake) throws {
    let document = try StoredFormat.binary.document(#"{"version": 1, "title": "A"}"#)

    let error = try migrationError {
      try StoredFormat.binary.decode(mistake.type, from: document)
    }

    #expect(error.reason == .brokenChain(mistake.problem))
  }

  @Test func `an external version does not bypass a broken chain`() throws {
    let data = Data(#"{"title": "A"}"#.utf8)

    let error = try migrationError {
      try JSONDecoder().decode(versioned: Two.self, version: 2, from: data)
    }

    #expect(error.reason == .brokenChain(.duplicateVersion(1, types: ["OneA", "OneB"])))
  }

  @Test func `a value with an ambiguous version is not encoded`() throws {
    let value = try OneB(from: OneA(title: "A"))

    let error = try migrationError { try json(value) }

    #expect(error.reason == .brokenChain(.duplicateVersion(1, types: ["OneA", "OneB"])))
  }

  struct Henhouse: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var hens: [Hen]
  }

  @Test func `a broken chain of a nested type is reported with its path`() throws {
    let error = try migrationError {
      try migrated(Henhouse.self, #"{"version": 1, "hens": [{"version": 2}]}"#)
    }

    #expect(error.reason == .brokenChain(.cycle(through: ["Hen", "Egg", "Hen"])))
    #expect(error.documentType == "Hen")
    #expect(error.path == "hens[0]")
  }

  @Test func `an unused broken chain does no harm`() throws {
    let value = try migrated(Henhouse.self, #"{"version": 1, "hens": []}"#)

    #expect(value.hens.isEmpty)
  }
}
