import Foundation
import Lineage
import Testing

/// An optional field whose default isn't nil is written as null when it is nil, whatever the same
/// encoder has written before.
struct OmittedNilTests {
  struct Style: DefaultFillable, Equatable {
    var name: String? = "plain"
    var size = 12
    var inner: [Style]? = []
    var note: String?
  }

  private static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    return String(decoding: try encoder.encode(unversioned: value), as: UTF8.self)
  }

  @Test func `a nil is null after values that have all fields, and the other way round`() throws {
    let complete = Style()
    let missing = Style(name: nil, inner: nil)

    for _ in 0..<3 {
      for _ in 0..<3 {
        #expect(try Self.text(complete) == #"{"name":"plain","size":12,"inner":[]}"#)
      }
      #expect(try Self.text(missing) == #"{"size":12,"name":null,"inner":null}"#)
    }
  }

  @Test func `nested values of one type are null on their own`() throws {
    let values = [
      Style(inner: [Style(name: nil), Style(), Style(inner: nil)]),
      Style(name: nil, inner: [Style()]),
    ]

    for _ in 0..<3 {
      let expected = #"""
        [{"name":"plain","size":12,"inner":[{"size":12,"inner":[],"name":null},\#
        {"name":"plain","size":12,"inner":[]},{"name":"plain","size":12,"inner":null}]},\#
        {"size":12,"inner":[{"name":"plain","size":12,"inner":[]}],"name":null}]
        """#
      #expect(try Self.text(values) == expected)
    }
  }

  /// Writes its fields in one of several ways.
  struct Odd: DefaultFillable, Equatable {
    enum Way: Int, Codable { case plain, failing, removed, byOtherKeys }

    var way = Way.plain
    var first: Int? = 1
    var second: Int? = 2

    init() {}
    init(_ way: Way) { self.way = way }

    enum CodingKeys: String, CodingKey { case way, first, second }

    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(way, forKey: .way)
      switch way {
      case .plain:
        try container.encode(first, forKey: .first)
        try container.encode(second, forKey: .second)
      case .failing:
        try? container.encode(Failing(), forKey: .first)
        try container.encode(second, forKey: .second)
      case .removed:
        try container.encode(first, forKey: .first)
        try? container.encode([Failing()], forKey: .second)
      case .byOtherKeys:
        var other = encoder.container(keyedBy: AnyKey.self)
        try other.encode(second, forKey: AnyKey("second"))
      }
    }
  }

  @Test func `a field that could not be encoded is null`() throws {
    for _ in 0..<3 {
      for _ in 0..<3 {
        #expect(try Self.text(Odd()) == #"{"way":0,"first":1,"second":2}"#)
      }
      #expect(try Self.text(Odd(.failing)) == #"{"way":1,"second":2,"first":null}"#)
      #expect(try Self.text(Odd(.removed)) == #"{"way":2,"first":1,"second":null}"#)
      #expect(try Self.text(Odd(.byOtherKeys)) == #"{"way":3,"second":2,"first":null}"#)
    }
  }

  /// Has one of several keys.
  enum Shape: Codable, Equatable {
    case circle(Int)
    case square(Int)

    enum CodingKeys: String, CodingKey { case circle, square }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard container.allKeys.count == 1 else { throw CocoaError(.coderReadCorrupt) }
      switch container.allKeys[0] {
      case .circle: self = .circle(try container.decode(Int.self, forKey: .circle))
      case .square: self = .square(try container.decode(Int.self, forKey: .square))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var sizes: [CodingKeys: Int] = [:]
      switch self {
      case .circle(let size): sizes[.circle] = size
      case .square(let size): sizes[.square] = size
      }
      try container.encodeIfPresent(sizes[.circle], forKey: .circle)
      try container.encodeIfPresent(sizes[.square], forKey: .square)
    }
  }

  struct Drawing: DefaultFillable, Equatable {
    static let encodesDefaults = false
    var shape = Shape.square(1)
    var shapes = [Shape.circle(2)]
    var count = 0
  }

  @Test(arguments: StoredFormat.allCases)
  func `a default has no key for a nil`(format: StoredFormat) throws {
    var report = MigrationReport()

    let drawing = try format.decode(
      unversioned: Drawing.self, from: format.document(#"{"count":1}"#), report: &report)

    #expect(drawing == Drawing(count: 1))
    #expect(report.filled.map(\.path) == ["shape", "shapes"])
  }
}
