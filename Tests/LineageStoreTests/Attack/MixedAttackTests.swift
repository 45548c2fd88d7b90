import Foundation
import Lineage
import LineageStore
import Testing

extension MixedAttackTests.Item {
  init(from old: MixedAttackTests.ItemV1) throws {
    words = old.text.split(separator: " ").map(String.init)
  }
}

/// Saves and merges of types with nested versions, tags, dates and dictionaries.
struct MixedAttackTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct ItemV1: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Item: VersionedCodable, Hashable {
    static let version = 2
    var words: [String]
  }

  struct List: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var items: [Item]
  }

  @Test func `a document whose values change their version is kept`() throws {
    let old = Data(#"{"version":1,"name":"a","items":[{"version":1,"text":"old pond"}]}"#.utf8)
    try folder.write(old, to: "list.json")
    let file = DocumentFile<List>(folder.file("list.json"))
    try file.update { $0.name = "b" }
    #expect(String(decoding: try folder.bytes(of: "list.json"), as: UTF8.self).contains("words"))
    #expect(try file.backups().compactMap(\.url).map { try Data(contentsOf: $0) } == [old])
    try file.update { $0.name = "c" }
    #expect(try file.backups().count == 1)
  }

  enum Shape: Codable, Hashable, Sendable {
    case circle(radius: Int)
    case square(side: Int)
  }

  /// A shape with a tag, of which each has fields of its own.
  struct Tagged: Codable, Hashable, Sendable {
    var type: String
    var label: String?

    init(_ type: String, label: String? = nil) { (self.type, self.label) = (type, label) }

    enum CodingKeys: CodingKey { case type, label }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      type = try container.decode(String.self, forKey: .type)
      if type == "circle" { label = try container.decodeIfPresent(String.self, forKey: .label) }
    }
  }

  struct Drawing: VersionedCodable, Hashable, Sendable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var shape: Shape?
    var tagged = Tagged("circle")
    var name = ""
  }

  func conflict<Value: VersionedCodable>(
    _ base: Value, _ mine: Value, _ theirs: Value, _ format: DocumentFormat = .json
  ) throws -> Conflict {
    let url = folder.file(UUID().uuidString)
    let file = DocumentFile<Value>(url, options: DocumentOptions(format: format))
    let opened = try file.write(base, over: nil)
    try file.write(theirs, over: opened)
    do {
      try file.write(mine, over: opened)
    } catch StoreError.changed(let conflict) {
      return conflict
    }
    throw CancellationError()
  }
}
