import Foundation
import Lineage
import Testing

/// Reporting the parts of a removed field that the step doesn't decode.
struct RemovedFieldsTests {
  struct AuthorV1: Codable, Equatable {
    var name: String
    var mail: String?
    var home: Home?
    var unknownFields = UnknownFields()

    struct Home: Codable, Equatable {
      var city: String
      var street: String
    }
  }

  struct Author: DefaultFillable, Equatable {
    var name = ""
    var rank = 1
    var home: Home?

    struct Home: Codable, Equatable {
      var city: String
    }
  }

  struct Declared: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author: AuthorV1
  }

  struct Unknown: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct FromDeclared: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = Declared
    var who: Author?
  }

  struct FromUnknown: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = Unknown
    var who: Author?
    var unknownFields = UnknownFields()
  }

  static let document = """
    {"version": 1, "author": {"name": "a", "mail": "m@x", "extra": [1],
      "home": {"city": "c", "street": "s"}}}
    """

  @Test func `undecoded parts of a declared field are reported as dropped`() throws {
    let report = try report(of: FromDeclared.self, Self.document)

    #expect(
      report.carryOverDropped == ["author.mail", "author.extra", "author.home.street"])
    #expect(report.filled == [.init(path: "author.rank")])
  }

  @Test func `undecoded parts of an unknown field are reported as dropped`() throws {
    let report = try report(of: FromUnknown.self, Self.document)

    #expect(
      report.carryOverDropped == ["author.mail", "author.extra", "author.home.street"])
    #expect(report.unknownFieldsDropped == [])
    #expect(report.unknownFieldsKept == [])
    #expect(report.filled == [.init(path: "author.rank")])
  }

  @Test func `removing a field as its own type or as any value drops nothing`() throws {
    #expect(try report(of: Whole.self, Self.document).carryOverDropped == [])
    #expect(try report(of: Whatever.self, Self.document).carryOverDropped == [])
  }

  struct Whole: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = Declared
    var who: AuthorV1?
  }

  struct Whatever: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = Unknown
    var who: DocumentValue?
  }

  struct Attempt: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = Unknown
    var title = ""
    var unknownFields = UnknownFields()

    struct Wrong: DefaultFillable {
      var rank = 1
      var name = 5
    }
  }

  @Test func `a failed removal changes neither the field nor the report`() throws {
    let report = try report(of: Attempt.self, Self.document)

    #expect(
      report.description == """
        version 1: Unknown → Attempt
        kept author (unknown)
        """)
  }
}

extension RemovedFieldsTests.FromDeclared {
  init(from old: RemovedFieldsTests.Declared) throws {
    try self.init(carryingOver: old) { fields in
      let author = try fields.remove("author", as: RemovedFieldsTests.Author.self)
      try fields.set(author, for: CodingKeys.who)
    }
  }
}

extension RemovedFieldsTests.FromUnknown {
  init(from old: RemovedFieldsTests.Unknown) throws {
    try self.init(carryingOver: old) { fields in
      let author = try fields.remove("author", as: RemovedFieldsTests.Author.self)
      try fields.set(author, for: CodingKeys.who)
    }
  }
}

extension RemovedFieldsTests.Whole {
  init(from old: RemovedFieldsTests.Declared) throws {
    try self.init(carryingOver: old) { fields in
      let author = try fields.remove("author", as: RemovedFieldsTests.AuthorV1.self)
      try fields.set(author, for: CodingKeys.who)
    }
  }
}

extension RemovedFieldsTests.Whatever {
  init(from old: RemovedFieldsTests.Unknown) throws {
    try self.init(carryingOver: old) { fields in
      let author = try fields.remove("author", as: DocumentValue.self)
      try fields.set(author, for: CodingKeys.who)
    }
  }
}

extension RemovedFieldsTests.Attempt {
  init(from old: RemovedFieldsTests.Unknown) throws {
    try self.init(carryingOver: old) { fields in
      let wrong = try? fields.remove("author", as: Wrong.self)
      try fields.set(wrong == nil ? "" : "read", for: CodingKeys.title)
    }
  }
}
