import Foundation
import Lineage
import Testing

/// Fields that a step carries over to a type that reads them as several types, one after the other.
struct SeveralTypesInStepsTests {
  struct Point: Codable, Equatable, Sendable { var x: Int, y: Int, label: String? = nil }

  /// The type that writes shapes: with all that any of the types below decodes.
  struct ShapeV1: Codable {
    var kind = "circle"
    var center = Point(x: 1, y: 2)
    var radius = 3
  }

  struct Square: Codable, Equatable, Sendable { var kind: String, center: Point, side: Int }
  struct Circle: Codable, Equatable, Sendable { var kind: String, center: Point, radius: Int }
  struct Head: Codable, Equatable, Sendable { var kind: String }
  struct Body: Codable, Equatable, Sendable { var center: Point, radius: Int }
  struct Middle: Codable, Equatable, Sendable { var center: Abscissa }
  struct Abscissa: Codable, Equatable, Sendable { var x: Int }
  /// Reads all of the center, and fails after that.
  struct CenterAndSide: Codable, Equatable, Sendable { var center: Center, side: Int }
  struct Center: Codable, Equatable, Sendable { var x: Int, y: Int }

  struct DrawingV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var shape = ShapeV1()
  }

  /// What a type has read of its shape.
  protocol ReadShape: Codable, Equatable, Sendable {
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws
  }

  enum DrawingKeys: CodingKey { case shape }

  struct Drawing<Shape: ReadShape>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = DrawingV1
    var shape: Shape

    init(from decoder: any Decoder) throws {
      shape = try Shape(from: decoder.container(keyedBy: DrawingKeys.self))
    }
    init(from old: DrawingV1) throws { try self.init(carryingOver: old) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DrawingKeys.self)
      try container.encode(shape, forKey: .shape)
    }
  }

  struct SquareOrCircle: ReadShape {
    var circle: Circle?
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      if (try? container.decode(Square.self, forKey: .shape)) != nil { return }
      circle = try container.decode(Circle.self, forKey: .shape)
    }
  }

  struct HeadAndBody: ReadShape {
    var head: Head
    var body: Body
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      head = try container.decode(Head.self, forKey: .shape)
      body = try container.decode(Body.self, forKey: .shape)
    }
  }

  struct MiddleAfterFailure: ReadShape {
    var middle: Middle
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      _ = try? container.decode(CenterAndSide.self, forKey: .shape)
      middle = try container.decode(Middle.self, forKey: .shape)
    }
  }

  struct MiddleAroundFailure: ReadShape {
    var middle: Middle
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      middle = try container.decode(Middle.self, forKey: .shape)
      _ = try? container.decode(CenterAndSide.self, forKey: .shape)
    }
  }

  struct NothingAtAll: ReadShape {
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      _ = try? container.decode(Square.self, forKey: .shape)
      _ = try? container.decode(CenterAndSide.self, forKey: .shape)
    }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: DrawingKeys.self) }
  }

  struct HeadThenContainer: ReadShape {
    enum Keys: CodingKey { case radius, center }
    var head: Head
    var radius: Int
    var x: Int
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      head = try container.decode(Head.self, forKey: .shape)
      let shape = try container.nestedContainer(keyedBy: Keys.self, forKey: .shape)
      radius = try shape.decode(Int.self, forKey: .radius)
      x = try shape.decode(Abscissa.self, forKey: .center).x
    }
  }

  private static func dropped<Shape: ReadShape>(_ type: Shape.Type) throws -> [FieldPath] {
    var report = MigrationReport()
    let data = try JSONEncoder().encode(versioned: DrawingV1())
    _ = try JSONDecoder().decode(versioned: Drawing<Shape>.self, from: data, report: &report)
    return report.carryOverDropped
  }

  /// What the same type drops of a document of its own version, which it reads directly.
  private static func unknown<Shape: ReadShape>(_ type: Shape.Type) throws -> [FieldPath] {
    var report = MigrationReport()
    let data = Data(
      #"{"version":2,"shape":{"kind":"circle","center":{"x":1,"y":2},"radius":3}}"#.utf8)
    _ = try JSONDecoder().decode(versioned: Drawing<Shape>.self, from: data, report: &report)
    return report.unknownFieldsDropped
  }

  static let shapes: [(type: any ReadShape.Type, dropped: [FieldPath])] = [
    (SquareOrCircle.self, []),
    (HeadAndBody.self, []),
    (MiddleAfterFailure.self, ["shape.kind", "shape.center.y", "shape.radius"]),
    (MiddleAroundFailure.self, ["shape.kind", "shape.center.y", "shape.radius"]),
    (NothingAtAll.self, ["shape"]),
    (HeadThenContainer.self, ["shape.center.y"]),
  ]

  @Test(arguments: shapes.indices)
  func `what no type has read is dropped, as in a document that is read directly`(
    _ index: Int
  ) throws {
    let (type, dropped) = Self.shapes[index]

    #expect(try Set(Self.dropped(type)) == Set(dropped))
    #expect(try Self.dropped(type).count == dropped.count)
    #expect(try Set(Self.unknown(type)) == Set(dropped))
  }
}
