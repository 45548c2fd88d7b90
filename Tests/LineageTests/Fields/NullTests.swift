import Foundation
import Lineage
import Testing

/// Types with and without a meaning for null.
struct NullTests {
  // MARK: - Models

  /// A type with a value for null.
  enum Limit: Codable, Equatable {
    case unlimited
    case upTo(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self = container.decodeNil() ? .unlimited : .upTo(try container.decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .unlimited: try container.encodeNil()
      case .upTo(let limit): try container.encode(limit)
      }
    }
  }

  struct Plan: DefaultFillable, Equatable {
    var limit = Limit.upTo(5)
  }

  struct ZeroPlan: ZeroFillable, Equatable {
    var limit: Limit
  }

  struct PlainPlan: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var limit: Limit
    var limits: [Limit] = []
    var byName: [String: Limit] = [:]
  }

  // MARK: - Reading

  @Test(arguments: StoredFormat.allCases)
  func `a type that decodes null gets it in a fillable type`(format: StoredFormat) throws {
    let document = try format.document(#"{"limit": null}"#)

    #expect(try format.decode(unversioned: Plan.self, from: document) == Plan(limit: .unlimited))
    #expect(
      try format.decode(unversioned: ZeroPlan.self, from: document) == ZeroPlan(limit: .unlimited))
  }

  @Test func `a decoded null is not reported as filled`() throws {
    let report = try report(unversioned: Plan.self, #"{"limit": null}"#)

    #expect(report.filled == [])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type that decodes null gets it in any type`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 1, "limit": null, "limits": [null, 3, null], "byName": {"a": null}}"#)

    let plan = try format.decode(PlainPlan.self, from: document)

    #expect(
      plan
        == PlainPlan(
          limit: .unlimited, limits: [.unlimited, .upTo(3), .unlimited],
          byName: ["a": .unlimited]))
  }

  @Test(arguments: StoredFormat.allCases)
  func `a null is written back as null`(format: StoredFormat) throws {
    let plan = PlainPlan(limit: .unlimited, limits: [.unlimited, .upTo(3)])

    #expect(try format.decode(PlainPlan.self, from: format.encode(plan)) == plan)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type that decodes null does not get a missing field`(format: StoredFormat) throws {
    let plan = try format.decode(unversioned: Plan.self, from: format.document("{}"))

    #expect(plan == Plan(limit: .upTo(5)))
  }

  struct Unlimited: DefaultFillable, Equatable {
    var limit = Limit.unlimited
  }

  @Test(arguments: StoredFormat.allCases)
  func `a default that is encoded as null is filled in`(format: StoredFormat) throws {
    let value = try format.decode(unversioned: Unlimited.self, from: format.document("{}"))

    #expect(value == Unlimited())
  }

  @Test func `a filled default that is encoded as null is reported`() throws {
    let report = try report(unversioned: Unlimited.self, "{}")

    #expect(report.filled == [.init(path: "limit")])
  }

  // MARK: - Nil in collections

  struct Holes: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var list: [Int?] = [nil, 1]
    var byName: [String: Int?] = ["a": nil]
  }

  @Test(arguments: StoredFormat.allCases)
  func `nil inside collections stays nil`(format: StoredFormat) throws {
    let holes = Holes(list: [1, nil, 2], byName: ["a": 1, "b": nil])

    let decoded = try format.decode(Holes.self, from: format.encode(holes))

    #expect(decoded == holes)
    #expect(try format.decode(unversioned: Holes.self, from: format.document("{}")) == Holes())
  }

  // MARK: - contains and decodeNil

  struct Asking: DefaultFillable, Equatable {
    var size = 5
    var wasNull = false
    var wasThere = true

    enum CodingKeys: String, CodingKey {
      case size
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      wasThere = container.contains(.size)
      wasNull = try container.decodeNil(forKey: .size)
      size = wasNull ? -1 : try container.decode(Int.self, forKey: .size)
    }
  }

  @Test(
    arguments: [
      (#"{"size": 7}"#, 7, false, true), (#"{"size": null}"#, -1, true, true),
      ("{}", 5, false, false),
    ], StoredFormat.allCases)
  func `a fillable type can check whether a field exists or is null`(
    document: (text: String, size: Int, wasNull: Bool, wasThere: Bool), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    let value = try format.decode(unversioned: Asking.self, from: data)

    #expect(value.size == document.size)
    #expect(value.wasNull == document.wasNull)
    #expect(value.wasThere == document.wasThere)
  }
}
