import Foundation
import Lineage

/// A document that has no fixed shape, read by trying one type after the other.
struct FreeForm: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder

  var content: AnyValue

  static var document: SampleDocument<FreeForm> {
    SampleDocument(name: "any-value", makeText: { try JSONEncoder().encode(versioned: sample($0)) })
  }

  private static func sample(_ scale: Scale) -> FreeForm {
    var random = SplitMix(seed: 17)
    let rows = (0..<scale.count(600)).map { id in
      AnyValue.object([
        "id": .int(id), "name": .string(random.word(9)),
        "isOpen": .bool(random.isTrue(percent: 50)),
        "weight": .double(Double(random.number(below: 90_000) * 10 + 5) / 1000), "parent": .null,
        "labels": .array((0..<3).map { _ in .string(random.word(6)) }),
        "place": .object(["x": .int(random.number(below: 900)), "y": .double(0.25)]),
      ])
    }
    return FreeForm(content: .object(["rows": .array(rows), "title": .string("anything")]))
  }
}

/// A value of any shape as people usually write it.
enum AnyValue: Codable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([AnyValue])
  case object([String: AnyValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([AnyValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
