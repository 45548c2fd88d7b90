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

  struct OneOrMany: ReadShape {
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      if (try? container.decode([ShapeV1].self, forKey: .shape)) == nil {
        _ = try container.decode(ShapeV1.self, forKey: .shape)
      }
    }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: DrawingKeys.self) }
  }

  /// Fails after it has read a part of the center, which the right type has as it was.
  struct PartOfCenter: ReadShape {
    struct Wrong: Codable { var center: Abscissa, side: Int }
    struct Right: Codable, Equatable { var kind: String, center: Point, radius: Int }
    var right: Right
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      _ = try? container.decode(Wrong.self, forKey: .shape)
      right = try container.decode(Right.self, forKey: .shape)
      _ = try? container.decode(Wrong.self, forKey: .shape)
    }
  }

  struct SquareOrAnything: ReadShape {
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      if (try? container.decode(CenterAndSide.self, forKey: .shape)) == nil {
        _ = try container.decode(DocumentValue.self, forKey: .shape)
      }
    }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: DrawingKeys.self) }
  }

  /// Asks the container around it for the same value, and fails after that.
  struct AskingOutside: ReadShape {
    @TaskLocal static var container: UncheckedContainer?
    struct UncheckedContainer: @unchecked Sendable {
      let container: KeyedDecodingContainer<DrawingKeys>
    }

    struct Failing: Decodable {
      enum CodingKeys: CodingKey { case kind, center, side }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        _ = try container.decode(String.self, forKey: .kind)
        _ = try container.decode(Abscissa.self, forKey: .center)
        let outside = AskingOutside.container?.container
        _ = try outside?.nestedContainer(keyedBy: CodingKeys.self, forKey: .shape)
        _ = try container.decode(Int.self, forKey: .side)
      }
    }

    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      Self.$container.withValue(UncheckedContainer(container: container)) {
        _ = try? container.decode(Failing.self, forKey: .shape)
      }
      _ = try container.decode(Circle.self, forKey: .shape)
    }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: DrawingKeys.self) }
  }

  /// Decodes the head, and then tries a dictionary whose values ask for containers.
  struct HeadThenDictionary: ReadShape {
    struct Inner: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: DrawingKeys.self)
      }
    }
    init(from container: KeyedDecodingContainer<DrawingKeys>) throws {
      _ = try container.decode(Circle.self, forKey: .shape)
      _ = try? container.decode([String: Inner].self, forKey: .shape)
    }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: DrawingKeys.self) }
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
    (HeadThenContainer.self, ["shape.center.y"]), (OneOrMany.self, []), (PartOfCenter.self, []),
    (SquareOrAnything.self, []), (AskingOutside.self, []), (HeadThenDictionary.self, []),
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
