import Lineage

// A made-up format: `(name: "Ada" tags: ["a" "b"] age: 36 nick: -)`. Documents are `String`, not
// `Data`, and its coders share no code with others.

/// A value of the format.
indirect enum ForeignValue: Equatable {
  case null
  case bool(Bool)
  case integer(Int128)
  case double(Double)
  case text(String)
  case list([ForeignValue])
  case object([(key: String, value: ForeignValue)])

  static func == (one: ForeignValue, other: ForeignValue) -> Bool { one.written == other.written }

  // MARK: - Writing

  var written: String {
    switch self {
    case .null: "-"
    case .bool(let bool): bool ? "yes" : "no"
    case .integer(let integer): "\(integer)"
    case .double(let double): "~\(double)"
    case .text(let text): Self.quoted(text)
    case .list(let list): "[" + list.map(\.written).joined(separator: " ") + "]"
    case .object(let members):
      "(" + members.map { "\(Self.key($0.key)): \($0.value.written)" }.joined(separator: " ") + ")"
    }
  }

  private static func key(_ key: String) -> String {
    !key.isEmpty && key.allSatisfy(\.isLetter) ? key : quoted(key)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// A syntax error. It quotes the text, as errors of third-party coders may.
struct ForeignSyntaxError: Error {
  let message: String
}

// MARK: - Reading

struct ForeignParser {
  private var rest: Substring
  private var depth = 0

  init(_ text: String) { rest = text[...] }

  /// The first value of the text. `finish()` checks that it was the last.
  mutating func value() throws -> ForeignValue {
    skipSpace()
    guard let first = rest.first else { throw ForeignSyntaxError(message: "The text ends.") }
    switch first {
    case "(": return try nested { try $0.members() }
    case "[": return try nested { try $0.elements() }
    case "\"": return .text(try string())
    default: return try word()
    }
  }

  mutating func finish() throws {
    skipSpace()
    if !rest.isEmpty { throw ForeignSyntaxError(message: "There is more: \(rest)") }
  }

  private mutating func nested(
    _ parse: (inout ForeignParser) throws -> ForeignValue
  ) throws -> ForeignValue {
    guard depth < 100 else { throw ForeignSyntaxError(message: "Nested too deeply.") }
    depth += 1
    defer { depth -= 1 }
    rest.removeFirst()
    return try parse(&self)
  }

  private mutating func skipSpace() {
    rest = rest.drop(while: \.isWhitespace)
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func elements() throws -> ForeignValue {
    var elements: [ForeignValue] = []
    while !take("]") { elements.append(try value()) }
    return .list(elements)
  }

  private mutating func members() throws -> ForeignValue {
    var members: [(key: String, value: ForeignValue)] = []
    while !take(")") {
      skipSpace()
      let key: String
      if rest.first == "\"" {
        key = try string()
      } else {
        key = String(rest.prefix(while: \.isLetter))
        rest.removeFirst(key.count)
      }
      guard take(":") else { throw ForeignSyntaxError(message: "No colon at \(rest)") }
      members.append((key, try value()))
    }
    return .object(members)
  }

  private mutating func string() throws -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" { return text }
      if character == "\\", let escaped = rest.popFirst() {
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    throw ForeignSyntaxError(message: "A string without an end: \(text)")
  }

  private mutating func word() throws -> ForeignValue {
    let word = rest.prefix { !$0.isWhitespace && !"()[]:\"".contains($0) }
    rest.removeFirst(word.count)
    switch word {
    case "-": return .null
    case "yes": return .bool(true)
    case "no": return .bool(false)
    case _ where word.first == "~":
      if let double = Double(word.dropFirst()) { return .double(double) }
    default:
      if let integer = Int128(word) { return .integer(integer) }
    }
    throw ForeignSyntaxError(message: "No value: \(word) before \(rest)")
  }
}

// MARK: - Coders

struct ForeignTextDecoder {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    var parser = ForeignParser(text)
    let value = try parser.value()
    let decoded = try Value(from: ForeignValueDecoder(value, [], userInfo))
    // Checked at the end, as in some coders.
    try parser.finish()
    return decoded
  }
}

final class ForeignTextEncoder {
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  func encode<Value: Encodable>(_ value: Value) throws -> String {
    let place = ForeignPlace()
    try value.encode(to: ForeignValueEncoder(place: place, codingPath: [], info: userInfo))
    return place.value.written
  }
}

extension ForeignTextDecoder: VersionedDecoder {}
extension ForeignTextEncoder: VersionedEncoder {}
