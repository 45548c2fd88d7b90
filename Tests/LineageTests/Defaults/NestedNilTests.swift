import Foundation
import Lineage
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
      if let width { try size.encode(width, forKey: .width) }
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

  struct PageV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String? = "untitled"
    var ratio = 1.0

    init() {}
    init(title: String?) { self.title = title }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if let title { try container.encode(title, forKey: .title) }
      try container.encode(ratio, forKey: .ratio)
    }
  }

  struct Page: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PageV1
    var title: String? = "new"
    var ratio = 1.0
    var pages = 1
  }

  @Test(arguments: [nil, "a", "untitled"])
  func `a nil that a type leaves out itself is still nil after a step`(title: String?) throws {
    let data = try JSONEncoder().encode(versioned: PageV1(title: title))

    #expect(try JSONDecoder().decode(versioned: Page.self, from: data).title == title)
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
}
