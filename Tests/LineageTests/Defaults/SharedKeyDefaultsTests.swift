import Lineage
import Testing

/// Where defaults are is remembered by the keys of their fields, which several types may share.
struct SharedKeyDefaultsTests {
  private enum Key: String, CodingKey { case name, size, inner, missing }

  private struct Small: Codable, DefaultFillable, Equatable {
    var name = "small"
    var size = 1

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: .name)
      size = try container.decode(Int.self, forKey: .size)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      try container.encode(size, forKey: .size)
    }
  }

  private struct Large: Codable, DefaultFillable, Equatable {
    var size = 100
    var name = "large"
    var inner = Small()

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: .name)
      inner = try container.decode(Small.self, forKey: .inner)
      size = try container.decode(Int.self, forKey: .size)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(size, forKey: .size)
      try container.encode(name, forKey: .name)
      try container.encode(inner, forKey: .inner)
    }
  }

  /// A type with the keys of the others, but without defaults.
  private struct Bare: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      _ = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func `types with the same keys have their own defaults`() throws {
    for _ in 0..<20 {
      #expect(try filled(Small.self, "{}") == Small())
      #expect(try filled(Large.self, "{}") == Large())
      #expect(try filled(Large.self, #"{"inner":{"size":2}}"#).inner.size == 2)
      #expect(try filled(Large.self, #"{"inner":{"size":2}}"#).size == 100)
      #expect(try filled(Small.self, #"{"size":3}"#).name == "small")
      #expect(throws: MigrationError.self) { try filled(Bare.self, "{}") }
    }
  }
}
