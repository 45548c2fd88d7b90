import Foundation
import Testing

@testable import Lineage

/// Conformances of a type are only checked when a document needs them, and are still found whenever
/// they matter.
struct FirstUseTests {
  /// A different type for each tag, so that each test has a type that wasn't used before.
  struct Note<Tag>: VersionedCodable, DefaultFillable, Equatable {
    static var version: Int { 2 }
    typealias PreviousVersion = Before

    var title = "none"
    var tags: [String] = ["new"]
    var inner = Inner()

    struct Inner: DefaultFillable, Equatable {
      var size = 7
      var name: String? = "inner"
    }

    struct Before: VersionedCodable, DefaultFillable {
      static var version: Int { 1 }
      typealias PreviousVersion = NothingOlder
      var title = "nobody"
    }
  }

  static let complete = #"{"version":2,"title":"A","tags":["b"],"inner":{"size":1,"name":"c"}}"#
  static let gappy = #"{"version":2,"inner":{"size":1}}"#

  private func value<Tag>(of tag: Tag.Type, _ text: String) throws -> Note<Tag> {
    try JSONDecoder().decode(versioned: Note<Tag>.self, from: Data(text.utf8))
  }

  // MARK: - What fills a type

  @Test func `a type is filled even if its first value is complete`() throws {
    enum Tag {}

    for _ in 0..<3 { #expect(try value(of: Tag.self, Self.complete).title == "A") }
    let filled = try value(of: Tag.self, Self.gappy)

    #expect(filled.title == "none")
    #expect(filled.tags == ["new"])
    #expect(filled.inner == Note<Tag>.Inner(size: 1, name: "inner"))
  }

  @Test func `a type is filled if its first value is incomplete`() throws {
    enum Tag {}

    #expect(try value(of: Tag.self, Self.gappy).tags == ["new"])
    #expect(try value(of: Tag.self, #"{"version":1}"#).title == "nobody")
  }

  @Test func `a type is filled after any number of complete values`() throws {
    struct Row<Tag>: DefaultFillable, Equatable {
      var id = 9
    }
    // Another type for each number, which wasn't used before.
    func check<Tag>(_ counts: ArraySlice<Int>, after tag: Tag.Type) throws {
      guard let count = counts.first else { return }
      let rows = Array(repeating: #"{"id":1}"#, count: count) + ["{}"]
      let text = "[\(rows.joined(separator: ","))]"

      let values = try JSONDecoder().decode(unversioned: [Row<Tag>].self, from: Data(text.utf8))

      #expect(values.map(\.id) == Array(repeating: 1, count: count) + [9])
      try check(counts.dropFirst(), after: [Tag].self)
    }
    try check([0, 1, 14, 15, 16, 17, 18, 40], after: Self.self)
  }

  @Test func `a missing field is an error after many complete values`() throws {
    struct Row: Codable {
      var id: Int
    }
    let text = "[\(Array(repeating: #"{"id":1}"#, count: 20).joined(separator: ",")),{}]"

    let error = try migrationError {
      try JSONDecoder().decode(unversioned: [Row].self, from: Data(text.utf8))
    }

    #expect(error.path == "[20].id")
    #expect(error.reason == .undecodable(version: .unversioned))
  }

  // MARK: - Retroactive conformances

  struct Meeting: Codable {
    var time: DateInterval
  }

  @Test func `a retroactively versioned type is decoded by its version`() throws {
    let interval = #""start":0,"duration":60"#

    let known = try JSONDecoder().decode(
      unversioned: Meeting.self, from: Data("{\"time\":{\"version\":3,\(interval)}}".utf8))
    let error = try #require(throws: MigrationError.self) {
      try JSONDecoder().decode(
        unversioned: Meeting.self, from: Data("{\"time\":{\"version\":9,\(interval)}}".utf8))
    }

    #expect(known.time.duration == 60)
    #expect(error.reason == .newerVersion(found: 9, newest: 3))
  }

  @Test func `collections of different elements have different plans`() throws {
    struct Everything: DefaultFillable, Equatable {
      var texts: [String] = []
      var numbers: [Int8] = []
      var flags: [Bool]? = []
      var nested: [[Double]] = []
      var dates: [Date] = []
      var table: [String: [Int]] = [:]
      var maybe: [String?] = []
    }
    let text = """
      {"texts":["a"],"numbers":[1],"flags":null,"nested":[[1.5],[]],"dates":[0],"table":{"x":[2]},\
      "maybe":[null,"b"]}
      """

    let value = try JSONDecoder().decode(unversioned: Everything.self, from: Data(text.utf8))

    #expect(
      value
        == Everything(
          texts: ["a"], numbers: [1], flags: nil, nested: [[1.5], []],
          dates: [Date(timeIntervalSinceReferenceDate: 0)], table: ["x": [2]], maybe: [nil, "b"]))
  }

  // MARK: - Threads

  @Test func `types are used for the first time by many tasks at once`() async throws {
    func check<Tag>(_ tag: Tag.Type) async throws -> Bool {
      let expected = Note<Tag>.Inner(size: 1, name: "inner")
      return try await withThrowingTaskGroup(of: Bool.self) { group in
        for task in 0..<16 {
          group.addTask {
            let text = task.isMultiple(of: 2) ? Self.gappy : Self.complete
            let note = try JSONDecoder().decode(
              versioned: Note<Tag>.self, from: Data(text.utf8))
            let version = try JSONDecoder().version(of: Note<Tag>.self, in: Data(text.utf8))
            return version == 2
              && (task.isMultiple(of: 2)
                ? note.inner == expected && note.title == "none" : note.title == "A")
          }
        }
        return try await group.allSatisfy { $0 }
      }
    }

    #expect(try await check(Int.self))
    #expect(try await check(String.self))
    #expect(try await check([Int].self))
    #expect(try await check([String].self))
  }

  final class Kept: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  /// Enough types to make the table grow a few times.
  static func types(_ count: Int) -> [any Equatable.Type] {
    func nested<Value: Equatable>(_ type: Value.Type) -> any Equatable.Type { [Value].self }
    var types: [any Equatable.Type] = []
    var next: any Equatable.Type = Int.self
    for _ in 0..<count {
      types.append(next)
      next = nested(next)
    }
    return types
  }

  @Test func `a table of types keeps the first object of each type`() {
    let table = TypeTable<Kept>()
    let types = Self.types(200)

    for (index, type) in types.enumerated() {
      #expect(table.object(of: type) == nil)
      #expect(table.store(Kept("\(index)"), of: type).object.name == "\(index)")
      #expect(table.store(Kept("late"), of: type).object.name == "\(index)")
    }

    for (index, type) in types.enumerated() {
      #expect(table.object(of: type)?.object.name == "\(index)")
    }
    #expect(table.object(of: String.self) == nil)
  }

  static let shared = TypeTable<Kept>()

  @Test func `a table of types returns the same object to all threads`() async {
    let types = Self.types(300).map { $0 as any Any.Type }

    let names = await withTaskGroup(of: [ObjectIdentifier].self) { group in
      for task in 0..<8 {
        group.addTask {
          types.map { type in
            let kept = Self.shared.object(of: type) ?? Self.shared.store(Kept("\(task)"), of: type)
            return ObjectIdentifier(kept.object)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(Set(names).count == 1)
  }
}
