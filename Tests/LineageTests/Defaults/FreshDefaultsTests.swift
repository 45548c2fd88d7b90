import Foundation
import Lineage
import Synchronization
import Testing

/// Defaults that differ from one `init()` to the next, and those that don't.
struct FreshDefaultsTests {
  // MARK: - Models

  struct Entry: DefaultFillable, Equatable {
    var id = UUID()
    var created = Date()
    var title = "untitled"
    var author = Author()

    struct Author: DefaultFillable, Equatable {
      var id = UUID()
      var name = "nobody"
    }
  }

  struct EntryV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct EntryV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = EntryV1
    var id = UUID()
    var title = ""
    var author = Entry.Author()
  }

  // MARK: - Identities

  @Test(arguments: StoredFormat.allCases)
  func `two records without an identity never get the same one`(format: StoredFormat) throws {
    let document = try format.document(#"[{}, {}, {"author": {}}, {"author": {}}]"#)

    let entries = try format.decode(unversioned: [Entry].self, from: document)

    #expect(Set(entries.map(\.id)).count == 4)
    #expect(Set(entries.map(\.author.id)).count == 4)
  }

  @Test func `two documents without an identity never get the same one`() throws {
    let first = try filled(Entry.self, "{}")
    let second = try filled(Entry.self, "{}")

    #expect(first.id != second.id)
    #expect(first.author.id != second.author.id)
    #expect(first.created != second.created)
  }

  @Test func `two records that are carried over never get the same identity`() throws {
    let first = try migrated(EntryV2.self, #"{"version": 1, "title": "a"}"#)
    let second = try migrated(EntryV2.self, #"{"version": 1, "title": "a"}"#)

    #expect(first.id != second.id)
    #expect(first.author.id != second.author.id)
  }

  @Test func `an existing identity is kept`() throws {
    let id = UUID()

    let entry = try filled(Entry.self, #"{"id": "\#(id)", "author": {"id": "\#(id)"}}"#)

    #expect(entry.id == id)
    #expect(entry.author.id == id)
  }

  @Test func `fields beside a fresh one get their defaults`() throws {
    let entry = try filled(Entry.self, "{}")

    #expect(entry.title == "untitled")
    #expect(entry.author.name == "nobody")
  }

  struct Lists: DefaultFillable, Equatable {
    var entries = [Entry.Author(), Entry.Author()]
    var byName = ["a": Entry.Author()]
    var maybe: UUID? = UUID()
  }

  @Test func `identities in collections and optionals are made for each value too`() throws {
    let first = try filled(Lists.self, "{}")
    let second = try filled(Lists.self, "{}")

    #expect(Set(first.entries.map(\.id) + second.entries.map(\.id)).count == 4)
    #expect(first.byName["a"]?.id != second.byName["a"]?.id)
    #expect(first.maybe != second.maybe)
  }

  struct Stamped: DefaultFillable, Equatable {
    var created: Date
    var changed: Date

    init() {
      created = Date()
      changed = created
    }
  }

  @Test func `the defaults of one record come from one init`() throws {
    let stamped = try filled(Stamped.self, "{}")

    #expect(stamped.created == stamped.changed)
  }

  // MARK: - Handwritten coding

  struct Flattened: DefaultFillable, Equatable {
    var id = UUID()
    var tags = [UUID()]
    var title = "untitled"

    enum CodingKeys: String, CodingKey {
      case about, title
    }

    enum AboutKeys: String, CodingKey {
      case id, tags
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      let about = try container.nestedContainer(keyedBy: AboutKeys.self, forKey: .about)
      id = try about.decode(UUID.self, forKey: .id)
      var list = try about.nestedUnkeyedContainer(forKey: .tags)
      tags = []
      while !list.isAtEnd { tags.append(try list.decode(UUID.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(title, forKey: .title)
      var about = container.nestedContainer(keyedBy: AboutKeys.self, forKey: .about)
      try about.encode(id, forKey: .id)
      var list = about.nestedUnkeyedContainer(forKey: .tags)
      for tag in tags { try list.encode(tag) }
    }
  }

  @Test(arguments: ["{}", #"{"about": {}}"#], StoredFormat.allCases)
  func `an identity in a nested container is made for each value`(
    text: String, format: StoredFormat
  ) throws {
    let document = try format.document(text)

    let first = try format.decode(unversioned: Flattened.self, from: document)
    let second = try format.decode(unversioned: Flattened.self, from: document)

    #expect(first.id != second.id)
    #expect(first.tags != second.tags)
  }

  class Base: DefaultFillable {
    var id = UUID()
    required init() {}
  }

  final class Derived: Base {
    var name = "d"

    enum CodingKeys: String, CodingKey {
      case name
    }

    required init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test(arguments: ["{}", #"{"super": {}}"#])
  func `an identity in a superclass is made for each value`(text: String) throws {
    let first = try filled(Derived.self, text)
    let second = try filled(Derived.self, text)

    #expect(first.id != second.id)
  }

  // MARK: - How often

  struct Counted: DefaultFillable {
    static let inits = Mutex(0)
    var a = 1
    var b = ["x": [1, 2]]

    init() { Self.inits.withLock { $0 += 1 } }
  }

  @Test func `constant defaults are learned once`() throws {
    _ = try filled([Counted].self, "[{}, {}, {}]")
    let afterFirst = Counted.inits.withLock { $0 }
    for _ in 0..<10 { _ = try filled([Counted].self, "[{}, {}, {}]") }

    #expect(Counted.inits.withLock { $0 } == afterFirst)
    #expect(afterFirst == 2)
  }

  struct Rare: DefaultFillable, Equatable {
    static let inits = Mutex(0)
    static let encodesDefaults = false
    var a = 1
    var color: String

    /// Red seven times, then green once, and so on.
    init() {
      color = Self.inits.withLock {
        $0 += 1
        return $0 % 8 == 0 ? "green" : "red"
      }
    }
  }

  @Test(.serialized, arguments: StoredFormat.allCases)
  func `a default that rarely differs is written even if defaults are left out`(
    format: StoredFormat
  ) throws {
    var rare = Rare()
    rare.color = "red"

    let saved = try format.encode(unversioned: rare)

    #expect(try format.decode(unversioned: [String: String].self, from: saved) == ["color": "red"])
  }

  struct Unneeded: DefaultFillable {
    static let inits = Mutex(0)
    var a = 1

    init() { Self.inits.withLock { $0 += 1 } }
  }

  @Test func `a complete value needs no defaults`() throws {
    _ = try filled(Unneeded.self, #"{"a": 1}"#)

    #expect(Unneeded.inits.withLock { $0 } == 0)
  }

  struct Partial: DefaultFillable {
    static let inits = Mutex(0)
    var id = UUID()
    var a = 1

    init() { Self.inits.withLock { $0 += 1 } }
  }

  @Test func `only defaults that differ cost an init per value`() throws {
    _ = try filled(Partial.self, "{}")
    let afterFirst = Partial.inits.withLock { $0 }
    for _ in 0..<10 {
      _ = try filled(Partial.self, #"{"id": "6B29FC40-CA47-1067-B31D-00DD010662DA"}"#)
    }

    #expect(Partial.inits.withLock { $0 } == afterFirst)
  }
}
