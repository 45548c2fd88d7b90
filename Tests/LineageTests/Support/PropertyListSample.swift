import Foundation

/// A property list value of any shape, for both Foundation's decoder and Lineage's.
indirect enum AnyPropertyList: Decodable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case real(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case array([AnyPropertyList])
  case dictionary([String: AnyPropertyList])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(Date.self) {
      self = .date(value)
    } else if let value = try? container.decode(Data.self) {
      self = .data(value)
    } else if let value = try? container.decode([AnyPropertyList].self) {
      self = .array(value)
    } else {
      self = .dictionary(try container.decode([String: AnyPropertyList].self))
    }
  }
}

extension AnyPropertyList: CustomStringConvertible {
  /// The value as text, which is the same for equal values.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .real(let value): "real(\(value))"
    case .string(let value): value.debugDescription
    case .date(let value): "date(\(value.timeIntervalSinceReferenceDate))"
    case .data(let value): "data(\(value.base64EncodedString()))"
    case .array(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .dictionary(let members):
      "{\(members.map { "\($0.key.debugDescription):\($0.value)" }.sorted().joined(separator: ","))}"
    }
  }
}

extension JSONRandom {
  /// A property list of Foundation types.
  mutating func propertyList(depth: Int = 3) -> Any {
    switch number(below: depth > 0 ? 12 : 9) {
    case 0: return chance(50)
    case 1: return number(below: 300) - 20
    case 2: return Int(bitPattern: UInt(next()))
    case 3: return UInt64.max - UInt64(number(below: 3))
    case 4: return Double(number(below: 2000) - 1000) / 7
    case 5, 6: return propertyListText()
    case 7:
      return Date(timeIntervalSinceReferenceDate: Double(number(below: 20_000_000_000)) - 1e10)
    case 8:
      return Data((0..<number(below: 20)).map { _ in UInt8.random(in: 0...255, using: &self) })
    case 9, 10:
      let count = pick([0, 1, 2, 5, 20])
      var members: [String: Any] = [:]
      for index in 0..<count {
        members[propertyListText() + "\(index)"] = propertyList(depth: depth - 1)
      }
      return members
    default: return (0..<number(below: 6)).map { _ in propertyList(depth: depth - 1) }
    }
  }

  private mutating func propertyListText() -> String {
    pick([
      "", "a", "abc", "é", "日本", "😀x", "<&>\"'", "line\nbreak", "some longer text, not ASCII: ß",
    ])
  }
}
