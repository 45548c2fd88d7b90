import Foundation
import Testing

@testable import Lineage

/// Arrays and dictionaries so long that the frames of their elements are released during decoding.
struct ManyElementsTests {
  private static let count = 5000
  private static let array = Data(
    "[\((0..<count).map { #"{"id":\#($0)}"# }.joined(separator: ","))]".utf8)
  private static let dictionary = Data(
    "{\((0..<count).map { #""\#($0)":{"id":\#($0)}"# }.joined(separator: ","))}".utf8)

  private enum CodingKeys: String, CodingKey { case id }

  /// Stores the index of its frame.
  private struct Framed: Codable {
    var id: Int
    var frame: UInt32

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      frame = try #require(decoder as? ValueDecoder).frameIndex
    }
    func encode(to encoder: any Encoder) {}
  }

  /// Stores its decoder, for some numbers only.
  private struct Keeping: Codable {
    static let distance = 700
    var id: Int
    var decoder: (any Decoder)?

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      if id % Self.distance == 0 { self.decoder = decoder }
    }
    func encode(to encoder: any Encoder) {}

    func idOfDecoder() throws -> Int? {
      try decoder?.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }
  }

  /// Stores a container that it hasn't used.
  private struct KeepingContainer<Key: CodingKey>: Codable {
    let container: KeyedDecodingContainer<Key>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
    func encode(to encoder: any Encoder) {}
  }

  /// Uses the stored containers of its elements before the call ends.
  private struct Asking<Key: CodingKey>: Codable {
    let ids: [Int]
    init(from decoder: any Decoder) throws {
      let elements = try decoder.singleValueContainer().decode([KeepingContainer<Key>].self)
      let key = try #require(Key(stringValue: "id"))
      ids = try elements.map { try $0.container.decode(Int.self, forKey: key) }
    }
    func encode(to encoder: any Encoder) {}
  }

  private struct KeepingElements: Codable {
    let elements: any UnkeyedDecodingContainer
    init(from decoder: any Decoder) throws { elements = try decoder.unkeyedContainer() }
    func encode(to encoder: any Encoder) {}
  }

  private struct AskingElements: Codable {
    let ids: [Int]
    init(from decoder: any Decoder) throws {
      ids = try decoder.singleValueContainer().decode([KeepingElements].self).map {
        var elements = $0.elements
        return try elements.decode(Int.self)
      }
    }
    func encode(to encoder: any Encoder) {}
  }

  @Test func `the frames of elements do not accumulate`() throws {
    let array = try JSONDecoder().decode(unversioned: [Framed].self, from: Self.array)
    let dictionary = try JSONDecoder().decode(
      unversioned: [String: Framed].self, from: Self.dictionary)

    #expect(array.map(\.id) == Array(0..<Self.count))
    #expect(array.map(\.frame).max() ?? .max < 1000)
    #expect(dictionary.allSatisfy { $0 == String($1.id) })
    #expect(dictionary.values.map(\.frame).max() ?? .max < 1000)
  }

  @Test func `stored decoders of many elements read their own values`() throws {
    let array = try JSONDecoder().decode(unversioned: [Keeping].self, from: Self.array)
    let dictionary = try JSONDecoder().decode(
      unversioned: [String: Keeping].self, from: Self.dictionary)
    _ = try JSONDecoder().decode(unversioned: [Framed].self, from: Self.array)

    for elements in [array, Array(dictionary.values)] {
      let kept = elements.filter { $0.decoder != nil }
      #expect(kept.count == Self.count / Keeping.distance + 1)
      for element in kept { #expect(try element.idOfDecoder() == element.id) }
    }
  }

  @Test func `stored containers of many elements read their own values`() throws {
    let named = try JSONDecoder().decode(unversioned: Asking<CodingKeys>.self, from: Self.array)
    let any = try JSONDecoder().decode(unversioned: Asking<AnyKey>.self, from: Self.array)
    let arrays = Data("[\((0..<Self.count).map { "[\($0)]" }.joined(separator: ","))]".utf8)
    let elements = try JSONDecoder().decode(unversioned: AskingElements.self, from: arrays)

    #expect(named.ids == Array(0..<Self.count))
    #expect(any.ids == Array(0..<Self.count))
    #expect(elements.ids == Array(0..<Self.count))
  }

  @Test func `a failed element among many does not affect the decoder`() throws {
    struct Both: Codable {
      var first: [Framed]?
      var keeping: Keeping
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        first = try? container.decode([Framed].self, forKey: AnyKey("first"))
        keeping = try container.decode(Keeping.self, forKey: AnyKey("keeping"))
      }
      func encode(to encoder: any Encoder) {}
    }
    let broken = String(decoding: Self.array.dropLast(), as: UTF8.self) + ",{}]"
    let both = try JSONDecoder().decode(
      unversioned: Both.self, from: Data(#"{"first":\#(broken),"keeping":{"id":0}}"#.utf8))
    _ = try JSONDecoder().decode(unversioned: [Framed].self, from: Self.array)

    #expect(both.first == nil)
    #expect(try both.keeping.idOfDecoder() == 0)
  }

  /// Stores how much its session has retained.
  private struct Retaining: Codable {
    let retained: Int

    init(from decoder: any Decoder) throws {
      _ = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      let state = try #require(decoder as? ValueDecoder).state
      let details = state.pointee.frameDetails
      retained = details.keyMaps.count + details.storedKeys.count
    }
    func encode(to encoder: any Encoder) {}
  }

  @Test func `the keys of elements do not accumulate`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { $0.last ?? AnyKey("") }

    let array = try decoder.decode(unversioned: [Retaining].self, from: Self.array)
    let dictionary = try decoder.decode(
      unversioned: [String: Retaining].self, from: Self.dictionary)

    for elements in [array, Array(dictionary.values)] {
      #expect(elements.count == Self.count)
      #expect(elements.map(\.retained).max() ?? .max < 1000)
    }
  }

  /// Stores how many merged keys its session has.
  private struct Payload: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var mergedKeys: Int

    init(from decoder: any Decoder) throws {
      let decoder = try #require(decoder as? ValueDecoder)
      mergedKeys = decoder.state.pointee.mergedKeys.count
    }
    func encode(to encoder: any Encoder) {}
  }

  private enum Item: OpenUnion {
    case payload(Payload)
    case unknown(DocumentValue)

    static let tagKey = "kind"
    static let payloads: [UnionPayload<Item>] = [
      UnionPayload("payload", payload) { if case .payload(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  @Test func `the keys of a union and of its payload are merged once in a call`() throws {
    let element = #"{"kind":"payload","version":1}"#
    let array = "[\(Array(repeating: element, count: 100).joined(separator: ","))]"

    let items = try JSONDecoder().decode(unversioned: [Item].self, from: Data(array.utf8))

    let counts = items.map { if case .payload(let it) = $0 { it.mergedKeys } else { 0 } }
    #expect(counts == Array(repeating: 1, count: 100))
  }
}
