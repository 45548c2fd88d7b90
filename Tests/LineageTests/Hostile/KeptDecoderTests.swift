import Foundation
import Testing

@testable import Lineage

/// Decoders and containers that user code stores beyond their call.
struct KeptDecoderTests {
  /// Stores its decoder or encoder.
  private final class Keeper: Codable {
    var decoder: (any Decoder)?
    init(from decoder: any Decoder) { self.decoder = decoder }
    func encode(to encoder: any Encoder) {}
  }

  private final class ContainerKeeper: Codable {
    var keyed: KeyedDecodingContainer<AnyKey>?
    var unkeyed: (any UnkeyedDecodingContainer)?

    init(from decoder: any Decoder) throws {
      keyed = try? decoder.container(keyedBy: AnyKey.self)
      unkeyed = try? decoder.unkeyedContainer()
    }

    func encode(to encoder: any Encoder) {}
  }

  private static let document = Data(
    #"{"a":{"name":"caf\u00e9","list":[1,[2,3],{"x":null}],"date":"2024-02-29T00:00:00Z"},"b":[1,"two"]}"#
      .utf8)

  /// Small documents are copied, and large ones are read in place.
  private static let documents = [
    document,
    document.dropLast() + Data(#","c":"\#(String(repeating: "-", count: 10_000))"}"#.utf8),
  ]

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  /// Uses the pool of sessions, to detect one that was recycled too early.
  private func disturb() throws {
    for _ in 0..<5 {
      _ = try JSONDecoder().decode(
        versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    }
  }

  @Test(arguments: documents)
  func `a stored decoder still reads its document`(document: Data) throws {
    let keepers = try Self.decoder.decode(unversioned: [String: Keeper].self, from: document)
    try disturb()
    let decoder = try #require(keepers["a"]?.decoder)

    let container = try decoder.container(keyedBy: AnyKey.self)
    let list = try container.decode([Walk].self, forKey: AnyKey("list"))

    #expect(try container.decode(String.self, forKey: AnyKey("name")) == "café")
    #expect(list.count == 3)
    #expect(
      try container.decode(Date.self, forKey: AnyKey("date"))
        == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(decoder.codingPath.map(\.stringValue) == ["a"])
  }

  @Test func `a decoder stored in a failed call still reads its document`() throws {
    final class Box: @unchecked Sendable { var decoder: (any Decoder)? }
    let box = Box()
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      box.decoder = decoder
      throw CocoaError(.coderInvalidValue)
    }
    #expect(throws: MigrationError.self) {
      try decoder.decode(unversioned: [Date].self, from: Data(#"["some text that is long"]"#.utf8))
    }
    try disturb()

    let text = try box.decoder?.singleValueContainer().decode(String.self)

    #expect(text == "some text that is long")
  }

  @Test func `a decoder stored during a migration still reads`() throws {
    final class Old: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
      func encode(to encoder: any Encoder) {}
    }
    struct New: VersionedCodable {
      static let version = 2
      var keeper: Old
      init(from old: Old) { keeper = old }
    }
    let new = try JSONDecoder().decode(
      versioned: New.self, from: Data(#"{"version":1,"text":"abc"}"#.utf8))
    try disturb()

    let container = try new.keeper.decoder.container(keyedBy: AnyKey.self)

    #expect(try container.decode(String.self, forKey: AnyKey("text")) == "abc")
  }

  @Test func `a decoder stored in a fresh default has its JSONDecoder's options`() throws {
    final class Box: @unchecked Sendable { var decoder: (any Decoder)? }
    struct Settings: DefaultFillable {
      @TaskLocal static var box = Box()
      var identity = Identity()
      var size = 1
      struct Identity: Codable {
        var id = UUID().uuidString
        init() {}
        init(from decoder: any Decoder) throws {
          Settings.box.decoder = decoder
          id = try decoder.container(keyedBy: AnyKey.self).decode(String.self, forKey: AnyKey("id"))
        }
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    let box = Box()
    func decode() throws {
      let decoder = JSONDecoder()
      decoder.userInfo[key] = "value"
      _ = try decoder.decode(unversioned: Settings.self, from: Data(#"{"size":2}"#.utf8))
    }

    try Settings.$box.withValue(box) { try decode() }
    try disturb()

    #expect(box.decoder?.userInfo[key] as? String == "value")
    let container = try box.decoder?.container(keyedBy: AnyKey.self)
    #expect(try container?.decode(String.self, forKey: AnyKey("id")).count == 36)
  }

  @Test(arguments: [4, 31, 32, 33, 5000])
  func `a document of any size is decoded, also from a slice of data`(size: Int) throws {
    let text = #"["\#(String(repeating: "a", count: size - 4))"]"#
    let data = Data("--\(text)--".utf8).dropFirst(2).dropLast(2)

    for _ in 0..<3 {
      let strings = try JSONDecoder().decode(unversioned: [String].self, from: data)

      #expect(data.count == size)
      #expect(strings.first?.utf8.count == size - 4)
    }
  }

  @Test func `a decoder stored in a default still reads`() throws {
    struct Settings: DefaultFillable {
      var keeper = Plain()
      struct Plain: Codable {
        var text = "default"
        var decoder: (any Decoder)?
        init() {}
        enum CodingKeys: String, CodingKey { case text }
        init(from decoder: any Decoder) throws { self.decoder = decoder }
      }
    }
    let settings = try JSONDecoder().decode(unversioned: Settings.self, from: Data("{}".utf8))
    try disturb()

    let container = try settings.keeper.decoder?.container(keyedBy: AnyKey.self)

    #expect(try container?.decode(String.self, forKey: AnyKey("text")) == "default")
  }

  @Test func `a stored property list decoder still reads its document`() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": ["name": "x"]], format: .binary, options: 0)
    let keepers = try PropertyListDecoder().decode(unversioned: [String: Keeper].self, from: data)
    try disturb()

    let container = try keepers["a"]?.decoder?.container(keyedBy: AnyKey.self)

    #expect(try container?.decode(String.self, forKey: AnyKey("name")) == "x")
  }

  @Test func `a container without its decoder throws`() throws {
    let keepers = try Self.decoder.decode(
      unversioned: [String: ContainerKeeper].self, from: Self.document)
    try disturb()
    let keyed = try #require(keepers["a"]?.keyed)
    var unkeyed = try #require(keepers["b"]?.unkeyed)

    #expect(throws: DecodingError.self) { try keyed.decode(String.self, forKey: AnyKey("name")) }
    #expect(throws: DecodingError.self) {
      try keyed.decodeIfPresent(Int.self, forKey: AnyKey("name"))
    }
    #expect(throws: DecodingError.self) { try keyed.decode([Walk].self, forKey: AnyKey("list")) }
    #expect(throws: DecodingError.self) { try keyed.superDecoder() }
    #expect(throws: DecodingError.self) { try keyed.superDecoder(forKey: AnyKey("name")) }
    #expect(throws: DecodingError.self) { try keyed.nestedUnkeyedContainer(forKey: AnyKey("list")) }
    #expect(throws: DecodingError.self) {
      try keyed.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("list"))
    }
    #expect(throws: DecodingError.self) { try keyed.decodeNil(forKey: AnyKey("name")) }
    #expect(keyed.allKeys.isEmpty)
    #expect(!keyed.contains(AnyKey("name")))
    #expect(keyed.codingPath.isEmpty)
    #expect(throws: DecodingError.self) { try unkeyed.decode(Int.self) }
    #expect(throws: DecodingError.self) { try unkeyed.decode(Walk.self) }
    #expect(throws: DecodingError.self) { try unkeyed.decodeNil() }
    #expect(throws: DecodingError.self) { try unkeyed.superDecoder() }
    #expect(throws: DecodingError.self) { try unkeyed.nestedUnkeyedContainer() }
    #expect(throws: DecodingError.self) { try unkeyed.nestedContainer(keyedBy: AnyKey.self) }
    #expect(unkeyed.isAtEnd)
    #expect(unkeyed.count == nil)
    #expect(unkeyed.codingPath.isEmpty)
    #expect(unkeyed.currentIndex == 0)
  }

  @Test func `a container of a property list without its decoder throws`() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["a": ["name": "x"], "b": [1, 2]] as [String: Any], format: .xml, options: 0
    )
    let keepers = try PropertyListDecoder().decode(
      unversioned: [String: ContainerKeeper].self, from: data)
    try disturb()
    let keyed = try #require(keepers["a"]?.keyed)
    var unkeyed = try #require(keepers["b"]?.unkeyed)

    #expect(throws: DecodingError.self) { try keyed.decode(String.self, forKey: AnyKey("name")) }
    #expect(throws: DecodingError.self) { try unkeyed.decode(Int.self) }
    #expect(throws: DecodingError.self) { try unkeyed.superDecoder() }
  }

  @Test func `a container is valid as long as a decoder of its call`() throws {
    struct Both: Codable {
      var keeper: Keeper
      var list: ContainerKeeper
    }
    let data = Data(#"{"keeper":{},"list":["a long enough string",2]}"#.utf8)
    let both = try JSONDecoder().decode(unversioned: Both.self, from: data)
    try disturb()
    var unkeyed = try #require(both.list.unkeyed)

    #expect(try unkeyed.decode(String.self) == "a long enough string")
    both.keeper.decoder = nil
    #expect(throws: DecodingError.self) { try unkeyed.decode(Int.self) }
  }

  @Test func `a stored encoder does not affect later values`() throws {
    final class EncoderKeeper: Codable {
      nonisolated(unsafe) static var encoder: (any Encoder)?
      init() {}
      init(from decoder: any Decoder) {}
      func encode(to encoder: any Encoder) { Self.encoder = encoder }
    }
    _ = try JSONEncoder().encode(versioned: Letter(body: [EncoderKeeper()]))

    var container = try #require(EncoderKeeper.encoder).unkeyedContainer()
    try container.encode("late")
    let data = try JSONEncoder().encode(versioned: Letter(body: [1]))

    #expect(String(decoding: data, as: UTF8.self) == #"{"body":[1]}"#)
  }

  @Test(arguments: [false, true])
  func `a stored container of an encoder does not affect later values`(fails: Bool) throws {
    final class Kept {
      var containers: [KeyedEncodingContainer<ContainerKeeper.CodingKeys>] = []
    }
    final class ContainerKeeper: Codable {
      enum CodingKeys: String, CodingKey { case fails, late }
      var fails = false
      var kept: Kept?
      init(fails: Bool, in kept: Kept) {
        self.fails = fails
        self.kept = kept
      }
      init(from decoder: any Decoder) {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fails, forKey: .fails)
        kept?.containers.append(container)
        if fails { throw CancellationError() }
      }
    }
    let kept = Kept()
    let keeping = Letter(
      body: [ContainerKeeper(fails: false, in: kept), ContainerKeeper(fails: fails, in: kept)])
    _ = try? JSONEncoder().encode(versioned: keeping)
    #expect(kept.containers.count == 2)

    for index in kept.containers.indices {
      try kept.containers[index].encode("late", forKey: .late)
      let data = try JSONEncoder().encode(versioned: Letter(body: [["key": 1]]))
      #expect(String(decoding: data, as: UTF8.self) == #"{"body":[{"key":1}]}"#)
    }
    kept.containers = []
    let data = try JSONEncoder().encode(
      versioned: Letter(body: [ContainerKeeper(fails: false, in: kept)]))
    #expect(String(decoding: data, as: UTF8.self) == #"{"body":[{"fails":false}]}"#)
  }

  @Test(arguments: StoredFormat.allCases)
  func `an encoder that is stored together with its container can be used later`(
    format: StoredFormat
  ) throws {
    final class Kept {
      var encoders: [any Encoder] = []
      var containers: [KeyedEncodingContainer<Node.CodingKeys>] = []
    }
    struct Node: Encodable {
      enum CodingKeys: String, CodingKey { case id, nodes }
      let kept: Kept
      var nodes: [Node] = []
      func encode(to encoder: any Encoder) throws {
        kept.encoders.append(encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        kept.containers.append(container)
        try container.encode(1, forKey: .id)
        try container.encode(nodes, forKey: .nodes)
      }
    }
    let kept = Kept()
    for _ in 0..<3 {
      _ = try format.encode(
        unversioned: Node(kept: kept, nodes: [Node(kept: kept), Node(kept: kept)]))
    }
    #expect(kept.encoders.count == 9)

    for encoder in kept.encoders {
      var container = encoder.container(keyedBy: Node.CodingKeys.self)
      try container.encode(2, forKey: .id)
      var other = container.nestedUnkeyedContainer(forKey: .nodes)
      try other.encode("late")
    }
    for index in kept.containers.indices { try kept.containers[index].encode(3, forKey: .id) }
    let later = try format.encode(unversioned: [1, 2])
    #expect(try format.decode(unversioned: [Int].self, from: later) == [1, 2])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a writer is released with its idle containers if only an encoder was stored`(
    format: StoredFormat
  ) throws {
    final class Kept {
      var encoder: (any Encoder)?
    }
    final class Lease: Sendable {}
    struct Node: Codable {
      var id: Int
      var nodes: [Node] = []
    }
    struct Root: Encodable {
      let kept: Kept
      let nodes: [Node]
      enum CodingKeys: String, CodingKey { case nodes }
      func encode(to encoder: any Encoder) throws {
        kept.encoder = encoder
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nodes, forKey: .nodes)
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "lease"))
    let kept = Kept()
    // Containers are only reused for a type of which there are many objects.
    let nodes = (0..<40).map { Node(id: $0, nodes: [Node(id: -$0)]) }
    weak var lease: Lease?
    func encode() throws -> Data {
      let newLease = Lease()
      lease = newLease
      let root = Root(kept: kept, nodes: nodes)
      if format == .json {
        let encoder = JSONEncoder()
        encoder.userInfo[key] = newLease
        return try encoder.encode(unversioned: root)
      }
      let encoder = PropertyListEncoder(format == .xml ? .xml : .binary)
      encoder.userInfo[key] = newLease
      return try encoder.encode(unversioned: root)
    }

    let first = try encode()
    #expect(lease != nil)
    kept.encoder = nil

    #expect(lease == nil)
    #expect(try encode() == first)
  }
}
