import Foundation

/// A document of no format: what the coders of the tests read and write.
///
/// They are written with nothing but the protocols of the standard library, like those of a
/// networking library, and know nothing about Lineage.
enum PlainValue: Codable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([PlainValue])
  case object([String: PlainValue])

  /// The value of a JSON text.
  init(json: String) throws {
    self = try JSONDecoder().decode(PlainValue.self, from: Data(json.utf8))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([PlainValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: PlainValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// Whether there is a null anywhere, which property lists don't have.
  var hasNull: Bool {
    switch self {
    case .null: true
    case .list(let list): list.contains(where: \.hasNull)
    case .object(let members): members.values.contains(where: \.hasNull)
    default: false
    }
  }

  /// The value as JSON with sorted keys.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) {
    stringValue = "\(index)"
    intValue = index
  }
  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }
  init?(intValue: Int) { self.init(intValue) }
}
