import Foundation
import Testing

@testable import Lineage

/// The memory that steps carry fields in is reused by later steps, which must not be observable.
struct ReusedStepMemoryTests {
  private enum Key: String, CodingKey { case name, size, note }

  /// What types have stored, for the code in a test.
  private final class Kept: @unchecked Sendable {
    @TaskLocal static var current: Kept?

    var encoders: [any Encoder] = []
    var encodingContainers: [KeyedEncodingContainer<Key>] = []
    var decoders: [any Decoder] = []
    var fields: [CarriedFields] = []
    var whileEncoding: (() throws -> Void)?
  }

  /// Stores its encoder and the container in it.
  private struct LabelV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var size: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: .name)
      size = try container.decode(Int.self, forKey: .size)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      Kept.current?.encoders.append(encoder)
      Kept.current?.encodingContainers.append(container)
      try Kept.current?.whileEncoding?()
      try container.encode(size, forKey: .size)
    }
  }

  /// Stores its decoder.
  private struct Label: VersionedCodable, Equatable {
    static let version = 2
    var name: String
    var size: Int
    var note: String?

    init(name: String, size: Int) { (self.name, self.size) = (name, size) }

    init(from old: LabelV1) throws {
      try self.init(carryingOver: old) { fields in Kept.current?.fields.append(fields) }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: .name)
      size = try container.decode(Int.self, forKey: .size)
      note = try container.decodeIfPresent(String.self, forKey: .note)
      Kept.current?.decoders.append(decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      try container.encode(size, forKey: .size)
    }
  }

  private func label(_ name: String, _ size: Int) throws -> Label {
    try migrated(Label.self, #"{"version":1,"name":"\#(name)","size":\#(size)}"#)
  }

  @Test func `a stored encoder doesn't write to a later step`() throws {
    let kept = Kept()
    #expect(try Kept.$current.withValue(kept) { try label("a", 1) } == Label(name: "a", size: 1))

    for round in 0..<20 {
      for index in kept.encodingContainers.indices {
        try kept.encodingContainers[index].encode("lost", forKey: .note)
        try kept.encodingContainers[index].encode("lost", forKey: .name)
      }
      #expect(try label("b", round) == Label(name: "b", size: round))
    }
    var container = kept.encoders[0].container(keyedBy: Key.self)
    try container.encode("lost", forKey: .note)
    #expect(try label("c", 3) == Label(name: "c", size: 3))
  }

  @Test func `a stored encoder doesn't write to the step that runs`() throws {
    let kept = Kept()
    _ = try Kept.$current.withValue(kept) { try label("a", 1) }
    var container = kept.encodingContainers[0]
    let later = Kept()
    later.whileEncoding = {
      try container.encode("lost", forKey: .note)
      try container.encode(-1, forKey: .size)
    }

    for round in 0..<20 {
      let made = try Kept.$current.withValue(later) { try label("b", round) }

      #expect(made == Label(name: "b", size: round))
    }
  }

  /// Encodes elements, one of which stores an encoder of a place in it, and then uses that encoder.
  private struct SheetV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var size: Int

    enum CodingKeys: String, CodingKey { case size, cells }

    struct Cell: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("a", forKey: .name)
        Kept.current?.encoders.append(container.superEncoder(forKey: .note))
      }
    }

    init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .size)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .size)
      var cells = container.nestedUnkeyedContainer(forKey: .cells)
      try cells.encode(Cell())
      var note = Kept.current?.encoders.last?.singleValueContainer()
      try note?.encode(Optional("lost"))
    }
  }

  private struct Sheet: VersionedCodable, Equatable {
    static let version = 2
    var size: Int

    init(size: Int) { self.size = size }

    init(from old: SheetV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `an optional can be written with an encoder whose container was closed`() throws {
    let sheet = try Kept.$current.withValue(Kept()) {
      try migrated(Sheet.self, #"{"version":1,"size":3}"#)
    }

    #expect(sheet == Sheet(size: 3))
  }

  @Test func `steps inside a step have fields of their own`() throws {
    let kept = Kept()
    var depth = 0
    var inner: [Label] = []
    kept.whileEncoding = {
      if depth == 5 { return }
      depth += 1
      inner.append(try label("inner", depth))
    }

    let outer = try Kept.$current.withValue(kept) { try label("outer", 0) }

    #expect(outer == Label(name: "outer", size: 0))
    #expect(inner == (1...5).reversed().map { Label(name: "inner", size: $0) })
  }

  @Test func `an error in a step leaves nothing behind`() throws {
    struct Failure: Error {}
    let kept = Kept()
    kept.whileEncoding = { throw Failure() }

    for round in 0..<20 {
      #expect(throws: MigrationError.self) {
        try Kept.$current.withValue(kept) { try label("a", 1) }
      }
      #expect(try label("b", round) == Label(name: "b", size: round))
    }
  }

  @Test func `a stored decoder still reads the fields of its step`() throws {
    let kept = Kept()
    _ = try Kept.$current.withValue(kept) { try label("a", 1) }

    for round in 0..<20 { _ = try label("b", round) }

    let container = try kept.decoders[0].container(keyedBy: Key.self)
    #expect(try container.decode(String.self, forKey: .name) == "a")
    #expect(try container.decode(Int.self, forKey: .size) == 1)
  }

  @Test func `stored fields are still those of their step`() throws {
    let kept = Kept()
    _ = try Kept.$current.withValue(kept) { try label("a", 1) }

    for round in 0..<20 { _ = try label("b", round) }

    #expect(kept.fields[0].names == ["name", "size"])
    #expect(try kept.fields[0].value(of: "name", as: String.self) == "a")
  }

  // MARK: - Keys

  /// One-byte keys: some need escapes, some share a name, some aren't ASCII.
  private struct ByteKey: CodingKey {
    let byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
    var stringValue: String {
      switch byte {
      case 3: "needs \"escapes\"/"
      case 5: "ö"
      case 6: "o\u{308}"
      case 7, 8: "shared"
      default: "k\(byte)"
      }
    }
  }

  /// Encodes its fields in some order, with possibly repeated keys.
  private struct Bytes: Codable {
    let keys: [UInt8]

    init(_ keys: [UInt8]) { self.keys = keys }
    init(from decoder: any Decoder) throws { keys = [] }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: ByteKey.self)
      for (index, byte) in keys.enumerated() {
        switch index % 4 {
        case 0: try container.encode([index], forKey: ByteKey(byte))
        case 1: try container.encodeNil(forKey: ByteKey(byte))
        case 2: try container.encode(index == 2 ? .nan : Double(index), forKey: ByteKey(byte))
        default: try container.encode(index, forKey: ByteKey(byte))
        }
        try container.encodeIfPresent(Int?.none, forKey: ByteKey(byte))
        try container.encodeIfPresent(Int?.none, forKey: ByteKey(byte &+ 100))
      }
    }
  }

  /// Takes the fields of another type.
  private struct Taken: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}
  }

  @Test(arguments: [
    [UInt8](0..<64), [UInt8](0..<200), [200, 63, 64, 0, 255], [1, 2, 1], [3, 1, 3, 2], [5, 1, 6],
    [7, 8], [8, 1, 7, 2, 8], [0, 70, 0, 70], [30, 1, 2, 30], [],
  ])
  func `keys of one byte are carried in order, each once`(keys: [UInt8]) throws {
    var names: [String] = []
    for byte in keys {
      for byte in [byte, byte &+ 100] {
        let name = ByteKey(byte).stringValue
        if !names.contains(name) { names.append(name) }
      }
    }

    // The names are cached by the first step and used by the others.
    for _ in 0..<3 {
      var carried: [String] = []
      var isNil: [Bool] = []
      _ = try Taken(carryingOver: Bytes(keys)) { fields in
        carried = fields.names
        isNil = names.map { !fields.contains($0) }
      }

      #expect(carried == names)
      let written = names.map { name in
        keys.indices.last { ByteKey(keys[$0]).stringValue == name }
      }
      #expect(isNil == written.map { $0.map { $0 % 4 == 1 } ?? true })
    }
  }

  // MARK: - Threads

  private struct PairV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var old: Int
  }

  private struct Pair: VersionedCodable, DefaultFillable {
    static let version = 2
    var first = 1
    var second = 2

    init() {}

    init(from old: PairV1) throws {
      let made = Made()
      let isDone = DispatchSemaphore(value: 0)
      let thread = Thread {
        made.set(try? Pair(carryingOver: old))
        isDone.signal()
      }
      thread.start()
      isDone.wait()
      self = try made.value ?? Pair(carryingOver: old)
    }
  }

  private final class Made: @unchecked Sendable {
    private let lock = NSLock()
    private var pair: Pair?

    func set(_ pair: Pair?) { lock.withLock { self.pair = pair } }
    var value: Pair? { lock.withLock { pair } }
  }

  @Test func `a thread that a step starts doesn't belong to the step`() throws {
    let report = try report(of: Pair.self, #"{"version":1,"old":1}"#)

    #expect(report.filled.isEmpty)
    #expect(report.carryOverDropped.isEmpty)
    #expect(Step.current == nil)
  }
}
