import Foundation
import Lineage
import Testing

/// Documents whose root is an array or a single value.
struct RootShapeTests {
  // MARK: - Models

  struct Names: VersionedCodable, Equatable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var names: [String]

    init(_ names: [String]) {
      self.names = names
    }

    init(from decoder: any Decoder) throws {
      names = try [String](from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try names.encode(to: encoder)
    }
  }

  struct Roster: VersionedCodable, Equatable {
    static let version = 1
    var names: [String]
  }

  struct Score: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = NothingOlder
    var points: Int

    init(points: Int) {
      self.points = points
    }

    init(from decoder: any Decoder) throws {
      points = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(points)
    }
  }

  struct Scores: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.external
    var points: [Int]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      points = []
      while !container.isAtEnd { points.append(try container.decode(Int.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for point in points { try container.encode(point) }
    }
  }

  enum Mood: String, VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    case calm
  }

  // MARK: - Arrays

  @Test(arguments: StoredFormat.allCases)
  func `an unversioned document can be an array`(format: StoredFormat) throws {
    let document = try format.encode(Names(["a", "b"]))

    #expect(try format.decode(Names.self, from: document) == Names(["a", "b"]))
    #expect(try format.decode(Roster.self, from: document) == Roster(names: ["a", "b"]))
  }

  @Test(arguments: StoredFormat.allCases)
  func `the path of an error begins with an index for a root array`(format: StoredFormat) throws {
    let document = try format.document(#"["a", "b", 3]"#)

    let error = try migrationError { try format.decode(Names.self, from: document) }

    #expect(error.reason == .undecodable(version: .unversioned))
    #expect(error.path == "[2]")
  }

  @Test(arguments: StoredFormat.allCases)
  func `a document with an external version can be an array`(format: StoredFormat) throws {
    let document = try format.document("[1, 2]")

    let scores =
      format == .json
      ? try JSONDecoder().decode(versioned: Scores.self, version: 2, from: document)
      : try PropertyListDecoder().decode(versioned: Scores.self, version: 2, from: document)

    #expect(scores.points == [1, 2])
    #expect(try json(scores) == "[1,2]")
  }

  // MARK: - Single values

  @Test func `a document with an external version can be a single value`() throws {
    let scores = try JSONDecoder().decode(
      versioned: Scores.self, version: 1, from: Data("7".utf8))

    #expect(scores.points == [7])
    #expect(try json(Score(points: 7)) == "7")
  }

  @Test func `a single value has no place for a version`() throws {
    let error = try migrationError { try json(Mood.calm) }

    #expect(error.reason == .noPlaceForVersion(1))
    #expect(error.documentType == "Mood")
  }

  @Test(arguments: [StoredFormat.xml, .binary])
  func `a single value has no place for a version in property lists`(format: StoredFormat) throws {
    let error = try migrationError { try format.encode(Mood.calm) }

    #expect(error.reason == .noPlaceForVersion(1))
  }

  struct Diary: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var moods: [Mood]
  }

  @Test func `a versioned single value inside another is an error with its path`() throws {
    let error = try migrationError { try json(Diary(moods: [.calm])) }

    #expect(error.reason == .noPlaceForVersion(1))
    #expect(error.path == "moods[0]")
  }

  struct Empty: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
  }

  @Test(arguments: StoredFormat.allCases)
  func `a document can contain only its version`(format: StoredFormat) throws {
    let document = try format.encode(Empty())

    #expect(try format.decode(Empty.self, from: document) == Empty())
  }

  struct Silent: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type that writes nothing is still written with its version`(format: StoredFormat) throws {
    let document = try format.encode(Silent())

    #expect(try format.decode(Silent.self, from: document) == Silent())
  }
}

extension RootShapeTests.Roster {
  init(from old: RootShapeTests.Names) throws { names = old.names }
}

extension RootShapeTests.Scores {
  init(from old: RootShapeTests.Score) throws { points = [old.points] }
}
