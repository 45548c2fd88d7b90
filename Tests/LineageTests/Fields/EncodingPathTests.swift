import Foundation
import Lineage
import Testing

/// While a value is encoded, its path consists of the keys that its types used.
struct EncodingPathTests {
  enum Plain: String, CodingKey { case first, second }
  enum Numbered: Int, CodingKey { case one = 1, two }

  /// Records each path.
  final class Notes: @unchecked Sendable {
    var paths: [String] = []

    func note(_ path: [any CodingKey]) {
      paths.append(path.map(Self.text).joined(separator: "."))
    }

    /// A key with its own type.
    private static func text(_ key: any CodingKey) -> String {
      switch key {
      case let key as Plain: "Plain.\(key.stringValue)"
      case let key as Numbered: "Numbered.\(key.stringValue)"
      case let key as AnyKey:
        "AnyKey(\(key.stringValue), \(key.intValue.map(String.init) ?? "nil"))"
      default: "\(key.stringValue)/\(key.intValue.map(String.init) ?? "nil")"
      }
    }
  }

  struct Leaf: Encodable {
    let notes: Notes
    func encode(to encoder: any Encoder) throws {
      notes.note(encoder.codingPath)
      var container = encoder.unkeyedContainer()
      notes.note(container.codingPath)
      try container.encode(1)
    }
  }

  struct Root: Encodable {
    let notes: Notes

    func encode(to encoder: any Encoder) throws {
      let leaf = Leaf(notes: notes)
      var plain = encoder.container(keyedBy: Plain.self)
      notes.note(plain.codingPath)
      try plain.encode(leaf, forKey: .first)
      try plain.encode(["x": leaf], forKey: .second)
      var numbered = encoder.container(keyedBy: Numbered.self)
      try numbered.encode([leaf], forKey: .one)
      var inner = numbered.nestedContainer(keyedBy: AnyKey.self, forKey: .two)
      notes.note(inner.codingPath)
      var key = AnyKey("seven")
      key.intValue = 7
      try inner.encode(Optional(leaf), forKey: key)
      var list = inner.nestedUnkeyedContainer(forKey: AnyKey("list"))
      notes.note(list.codingPath)
      try list.encode(0)
      try list.encode(leaf)
      notes.note(list.superEncoder().codingPath)
      // A super encoder keeps its position while other values are encoded.
      let kept = inner.superEncoder(forKey: key)
      try plain.encode(leaf, forKey: .first)
      notes.note(kept.codingPath)
      notes.note(inner.superEncoder().codingPath)
    }
  }

  static let expected = [
    "", "Plain.first", "Plain.first", "Plain.second.x/nil", "Plain.second.x/nil",
    "Numbered.one.Index 0/0", "Numbered.one.Index 0/0", "Numbered.two",
    "Numbered.two.AnyKey(seven, 7)", "Numbered.two.AnyKey(seven, 7)",
    "Numbered.two.AnyKey(list, nil)", "Numbered.two.AnyKey(list, nil).Index 1/1",
    "Numbered.two.AnyKey(list, nil).Index 1/1", "Numbered.two.AnyKey(list, nil).Index 2/2",
    "Plain.first", "Plain.first", "Numbered.two.AnyKey(seven, 7)", "Numbered.two.super/nil",
  ]

  @Test(arguments: JSONOption<JSONEncoder>.layouts, [false, true])
  func `paths in JSON have the keys of the program`(
    layout: JSONOption<JSONEncoder>, convertsKeys: Bool
  ) throws {
    let encoder = JSONEncoder()
    layout.apply(encoder)
    if convertsKeys { encoder.keyEncodingStrategy = .convertToSnakeCase }

    // The names of one-byte keys are cached from the first objects.
    for _ in 0..<12 {
      let notes = Notes()
      _ = try encoder.encode(unversioned: Root(notes: notes))

      #expect(notes.paths == Self.expected)
    }
  }

  @Test func `paths in property lists have the keys of the program`() throws {
    let notes = Notes()

    _ = try PropertyListEncoder().encode(unversioned: Root(notes: notes))

    #expect(notes.paths == Self.expected)
  }

  struct Deep: Encodable {
    func encode(to encoder: any Encoder) throws {
      var numbered = encoder.container(keyedBy: Numbered.self)
      try numbered.encode(1, forKey: .one)
      var plain = numbered.nestedContainer(keyedBy: Plain.self, forKey: .two)
      try plain.encode([1: "a"], forKey: .first)
      try plain.encode(["b": 2], forKey: .second)
      _ = plain.superEncoder()
    }
  }

  @Test func `a custom strategy gets the keys that were used`() throws {
    func run(_ encode: (JSONEncoder) throws -> Data) throws -> (String, [String]) {
      let notes = Notes()
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      encoder.keyEncodingStrategy = .custom { path in
        // `[1: "a"]` is an object with keys of the standard library.
        notes.note(path.filter { "\(type(of: $0))" != "_DictionaryCodingKey" })
        return AnyKey("\(path.count)\(path.last?.stringValue ?? "")\(path.last?.intValue ?? 0)")
      }
      return (String(decoding: try encode(encoder), as: UTF8.self), notes.paths)
    }

    let (text, paths) = try run { try $0.encode(unversioned: Deep()) }
    let (expectedText, _) = try run { try $0.encode(Deep()) }

    #expect(text.contains(#""1one1":1"#))
    #expect(text.contains(#""2second0":{"b":2}"#))
    #expect(expectedText.contains(#""1one1":1"#))
    // How often the strategy is called for a key is up to the encoder.
    let asked = paths.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    #expect(asked.prefix(3) == ["Numbered.one", "Numbered.two", "Numbered.two.Plain.first"])
    #expect(paths.contains("Numbered.two.Plain.second"))
  }

  struct Unwritable: Encodable {
    let nesting: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Numbered.self)
      switch nesting {
      case 0: try container.encode(Double.nan, forKey: .two)
      case 1: try container.encode([1, Float.infinity], forKey: .two)
      default: try container.encode(["x": [Double.nan]], forKey: .one)
      }
    }
  }

  @Test(arguments: 0..<3)
  func `an encoding error has the same path as with JSONEncoder`(nesting: Int) throws {
    func path(_ encode: (Unwritable) throws -> Data) -> [any CodingKey] {
      do {
        _ = try encode(Unwritable(nesting: nesting))
      } catch EncodingError.invalidValue(_, let context) {
        return context.codingPath
      } catch {}
      return []
    }

    let found = path(JSONEncoder().encode(unversioned:))
    let expected = path(JSONEncoder().encode)

    #expect(found.first is Numbered)
    #expect(found.map(\.stringValue) == expected.map(\.stringValue))
    #expect(found.map(\.intValue) == expected.map(\.intValue))
  }
}
