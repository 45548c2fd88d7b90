import Foundation
import Lineage
import Synchronization
import Testing

/// An optional field in an object that a type opens inside its own is written as null when it is nil, if its default isn't
/// nil, because a missing field would be filled with the default.
struct NestedNilTests {
  /// Writes the fields of its size into an object of their own, and one of these into another.
  struct Shape: DefaultFillable, Equatable {
    var name: String? = "shape"
    var width: Int? = 1
    var unit: String? = "cm"
    var note: String?

    enum CodingKeys: CodingKey { case name, size }
    enum SizeKeys: CodingKey { case width, details }
    enum DetailKeys: CodingKey { case unit, note }

    init() {}

    init(name: String? = "shape", width: Int? = 1, unit: String? = "cm", note: String? = nil) {
      (self.name, self.width, self.unit, self.note) = (name, width, unit, note)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      let size = try container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      width = try size.decodeIfPresent(Int.self, forKey: .width)
      let details = try size.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)
      unit = try details.decodeIfPresent(String.self, forKey: .unit)
      note = try details.decodeIfPresent(String.self, forKey: .note)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      var details = size.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)
      try details.encodeIfPresent(unit, forKey: .unit)
      try details.encodeIfPresent(note, forKey: .note)
      try size.encodeIfPresent(width, forKey: .width)
      try container.encodeIfPresent(name, forKey: .name)
    }
  }

  class Animal: Codable {
    var sound: String? = "none"
    init() {}
  }

  /// Writes the fields of its superclass into an object of their own.
  final class Bird: Animal, DefaultFillable {
    var wings: Int? = 2

    enum CodingKeys: CodingKey { case wings }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      wings = try container.decodeIfPresent(Int.self, forKey: .wings)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(wings, forKey: .wings)
      try super.encode(to: container.superEncoder())
    }
  }

  static let shapes: [Shape] = [
    Shape(), Shape(width: nil), Shape(unit: nil), Shape(name: nil, width: nil, unit: nil),
    Shape(note: "n"), Shape(width: nil, note: "n"), Shape(name: nil, unit: nil),
  ]

  @Test(arguments: StoredFormat.allCases)
  func `a nil in a nested object is still nil when it is read`(format: StoredFormat) throws {
    // Several times, because what is known of a type changes how it is written.
    for _ in 0..<3 {
      for shape in Self.shapes {
        let data = try format.encode(unversioned: shape)
        #expect(try format.decode(unversioned: Shape.self, from: data) == shape)
      }
      let data = try format.encode(unversioned: Self.shapes)
      #expect(try format.decode(unversioned: [Shape].self, from: data) == Self.shapes)
    }
  }

  @Test func `a nested object has a null for each nil whose default isn't nil`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    let texts = try Self.shapes.prefix(4).map {
      String(decoding: try encoder.encode(unversioned: $0), as: UTF8.self)
    }

    #expect(
      texts == [
        #"{"name":"shape","size":{"details":{"unit":"cm"},"width":1}}"#,
        #"{"name":"shape","size":{"details":{"unit":"cm"},"width":null}}"#,
        #"{"name":"shape","size":{"details":{"unit":null},"width":1}}"#,
        #"{"name":null,"size":{"details":{"unit":null},"width":null}}"#,
      ])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a nil of a superclass is still nil when it is read`(format: StoredFormat) throws {
    let bird = Bird()
    bird.sound = nil

    for _ in 0..<3 {
      let silent = try format.encode(unversioned: bird)
      #expect(try format.decode(unversioned: Bird.self, from: silent).sound == nil)
      let loud = try format.encode(unversioned: Bird())
      #expect(try format.decode(unversioned: Bird.self, from: loud).sound == "none")
    }
  }

  struct ShelfV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var shape: Shape
    var shapes: [Shape]
  }

  struct Shelf: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = ShelfV1
    var shape: OtherShape
    var shapes: [OtherShape]

    init(from old: ShelfV1) throws { try self.init(carryingOver: old) }
  }

  /// The same shape as another type.
  struct OtherShape: DefaultFillable {
    var shape = Shape()
    init() {}
    init(from decoder: any Decoder) throws { shape = try Shape(from: decoder) }
    func encode(to encoder: any Encoder) throws { try shape.encode(to: encoder) }
  }

  @Test(arguments: shapes)
  func `a nil in a nested object is still nil after a step`(shape: Shape) throws {
    let data = try JSONEncoder().encode(
      versioned: ShelfV1(shape: shape, shapes: Self.shapes))

    let shelf = try JSONDecoder().decode(versioned: Shelf.self, from: data)

    #expect(shelf.shape.shape == shape)
    #expect(shelf.shapes.map(\.shape) == Self.shapes)
  }

  /// Omits what equals its default.
  struct Sparse: DefaultFillable, Equatable {
    static let encodesDefaults = false
    var title = ""
    var width: Int? = 1

    enum CodingKeys: CodingKey { case title, size }
    enum SizeKeys: CodingKey { case width }

    init() {}
    init(width: Int?) { self.width = width }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      let size = try container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      width = try size.decodeIfPresent(Int.self, forKey: .width)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(title, forKey: .title)
      var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      try size.encodeIfPresent(width, forKey: .width)
    }
  }

  @Test(arguments: [(1, "{}"), (nil, #"{"size":{"width":null}}"#), (2, #"{"size":{"width":2}}"#)])
  func `a nested object is omitted if it equals its default`(width: Int?, text: String) throws {
    let data = try JSONEncoder().encode(unversioned: Sparse(width: width))

    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(unversioned: Sparse.self, from: data).width == width)
  }

  struct UnusableV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    struct Empty: Error {}
    var text = ""

    func encode(to encoder: any Encoder) throws {
      if text.isEmpty { throw Empty() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
    }
  }

  struct Unusable: VersionedCodable {
    static let version = 2
    var text: String
    init(from old: UnusableV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `a type whose defaults can't be encoded still migrates`() throws {
    let data = Data(#"{"text":"a","version":1}"#.utf8)

    #expect(try JSONDecoder().decode(versioned: Unusable.self, from: data).text == "a")
  }

  /// Writes no object if it has no width, but always reads one.
  struct Box: DefaultFillable {
    var width: Int?

    enum CodingKeys: CodingKey { case size }
    enum SizeKeys: CodingKey { case width }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let size = try container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      width = try size.decodeIfPresent(Int.self, forKey: .width)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      guard let width else { return }
      var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      try size.encode(width, forKey: .width)
    }
  }

  @Test(arguments: [
    ("{}", "The field is missing, and `init()` encodes no value for it."),
    (#"{"size":null}"#, "The field is null, and `init()` encodes no value for it."),
    (#"{"size":5}"#, "Expected an object, found a number."),
  ])
  func `an object that can't be opened or filled is an error`(json: String, text: String) throws {
    let error = try migrationError {
      try JSONDecoder().decode(unversioned: Box.self, from: Data(json.utf8))
    }

    #expect(error.description.contains("At size: \(text)"), "\(error)")
  }

  // MARK: - Keys that are data

  /// Writes a dictionary itself, in an object of its own or in its own object.
  struct Levels: DefaultFillable, Equatable {
    var levels = ["volume": 5]
    var isFlat = false

    init() {}
    init(levels: [String: Int], isFlat: Bool) { (self.levels, self.isFlat) = (levels, isFlat) }

    enum CodingKeys: CodingKey { case levels }

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: CodingKeys.self)
      isFlat = !outer.contains(.levels)
      let container =
        isFlat
        ? try decoder.container(keyedBy: AnyKey.self)
        : try outer.nestedContainer(keyedBy: AnyKey.self, forKey: .levels)
      levels = [:]
      for key in container.allKeys {
        levels[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      if isFlat {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (key, level) in levels { try container.encode(level, forKey: AnyKey(stringValue: key)) }
      } else {
        var outer = encoder.container(keyedBy: CodingKeys.self)
        var container = outer.nestedContainer(keyedBy: AnyKey.self, forKey: .levels)
        for (key, level) in levels { try container.encode(level, forKey: AnyKey(stringValue: key)) }
      }
    }
  }

  @Test(arguments: StoredFormat.allCases, [true, false])
  func `an entry that was removed from a dictionary isn't written as null`(
    format: StoredFormat, isFlat: Bool
  ) throws {
    for levels in [["brightness": 3], ["volume": 5], ["volume": 1, "brightness": 3]] {
      let value = Levels(levels: levels, isFlat: isFlat)
      let data = try format.encode(unversioned: value)
      let object = try format.decode(unversioned: DocumentValue.self, from: data)
      #expect((isFlat ? object : object["levels"])?.object?.count == levels.count)
      if !isFlat { #expect(try format.decode(unversioned: Levels.self, from: data) == value) }
    }
  }

  /// A new type around a dictionary.
  struct Scores<Key: Hashable & Codable>: DefaultFillable, Equatable
  where Key: CodingKeyRepresentable {
    var scores: [Key: Int] = [:]

    init() { if let key = (1 as? Key) ?? ("1" as? Key) { scores = [key: 2] } }
    init(_ scores: [Key: Int]) { self.scores = scores }
    init(from decoder: any Decoder) throws {
      scores = try decoder.singleValueContainer().decode([Key: Int].self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(scores)
    }
  }

  @Test func `a new type around a dictionary has no null for an entry that was removed`() throws {
    #expect(try Self.text(Scores<String>(["y": 2])) == #"{"y":2}"#)
    #expect(try Self.text(Scores<Int>([7: 2])) == #"{"7":2}"#)
  }

  enum Outline: DefaultFillable, Equatable {
    case circle(radius: Int)
    case point
    init() { self = .circle(radius: 5) }
  }

  @Test func `an enum is written as the case that it has`() throws {
    #expect(try Self.text(Outline.point) == #"{"point":{}}"#)
    #expect(try Self.text(Outline.circle(radius: 5)) == #"{"circle":{"radius":5}}"#)
    for outline in [Outline.point, .circle(radius: 5), .circle(radius: 1)] {
      let data = try JSONEncoder().encode(unversioned: [outline])
      #expect(try JSONDecoder().decode(unversioned: [Outline].self, from: data) == [outline])
    }
  }

  /// Writes one of two fields, in an object of their own.
  struct Area: DefaultFillable, Equatable {
    var radius: Int? = 1
    var side: Int?

    enum CodingKeys: CodingKey { case geometry }
    enum Geometry: CodingKey { case radius, side }

    init() {}
    init(side: Int) { (radius, self.side) = (nil, side) }

    init(from decoder: any Decoder) throws {
      let geometry = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: Geometry.self, forKey: .geometry)
      if geometry.contains(.side) {
        radius = nil
        side = try geometry.decode(Int.self, forKey: .side)
      } else {
        radius = try geometry.decode(Int.self, forKey: .radius)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var geometry = container.nestedContainer(keyedBy: Geometry.self, forKey: .geometry)
      if let radius { try geometry.encode(radius, forKey: .radius) }
      if let side { try geometry.encode(side, forKey: .side) }
    }
  }

  @Test func `a field that belongs to another case isn't written as null`() throws {
    #expect(try Self.text(Area(side: 2)) == #"{"geometry":{"side":2}}"#)
    #expect(try Self.text(Area()) == #"{"geometry":{"radius":1}}"#)
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(unversioned: value), as: UTF8.self)
  }

  // MARK: - Defaults in defaults

  struct Tree: DefaultFillable {
    static let inits = Mutex(0)
    var name: String? = "Inbox"
    var trees: [Tree] = []

    init() {
      Self.inits.withLock { $0 += 1 }
      trees = [Tree(name: "Welcome")]
    }
    init(name: String) { (self.name, trees) = (name, []) }
  }

  @Test func `defaults that contain values of their own type are made twice`() throws {
    _ = try Self.text(Tree(name: "a"))

    #expect(Tree.inits.withLock { $0 } == 2)
  }
}
