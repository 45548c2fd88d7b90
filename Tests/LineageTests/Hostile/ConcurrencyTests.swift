import Foundation
import Testing

@testable import Lineage

struct ConcurrencyTests {
  @Test func `one decoder serves many tasks at once`() async throws {
    let decoder = JSONDecoder.inSnakeCase
    let documents = HostileDocuments.all.map { Data($0.utf8) }
    let expected = try documents.map { try decoder.decode(versioned: Diary.self, from: $0) }

    let isRight = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<32 {
        group.addTask {
          for round in 0..<10 {
            let index = (task + round) % documents.count
            var report = MigrationReport()
            let diary = try decoder.decode(
              versioned: Diary.self, from: documents[index], report: &report)
            guard diary == expected[index], report.versionFound == .integer(3 - index) else {
              return false
            }
          }
          return true
        }
      }
      return try await group.allSatisfy { $0 }
    }

    #expect(isRight)
  }

  @Test func `one encoder serves many tasks at once`() async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let expected = try encoder.encode(versioned: diary)

    let isRight = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask {
          try (0..<10).allSatisfy { _ in try encoder.encode(versioned: diary) == expected }
        }
      }
      return try await group.allSatisfy { $0 }
    }

    #expect(isRight)
  }

  @Test func `property lists are read and written by many tasks at once`() async throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let encoder = PropertyListEncoder(.binary)
    let decoder = PropertyListDecoder()

    let isRight = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let data = try encoder.encode(versioned: diary)
          return try decoder.decode(versioned: Diary.self, from: data) == diary
        }
      }
      return try await group.allSatisfy { $0 }
    }

    #expect(isRight)
  }

  @Test func `a chain is first used by many tasks at once`() async throws {
    struct First: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var a: Int
    }
    struct Second: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = First
      var a = 0
      var b = ["default"]
      var c = UUID()
    }

    let ids = try await withThrowingTaskGroup(of: UUID.self) { group in
      for number in 0..<50 {
        group.addTask {
          let data = Data("{\"version\":1,\"a\":\(number)}".utf8)
          let second = try JSONDecoder().decode(versioned: Second.self, from: data)
          return second.a == number && second.b == ["default"] ? second.c : UUID(uuid: nullBytes)
        }
      }
      return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
    }

    #expect(ids.count == 50)
  }

  // MARK: - Recursion

  /// Contains another document as a string, and decodes it with its own decoder.
  private struct Matryoshka: VersionedCodable, Equatable {
    static let version = 2
    var level: Int
    var inner: [Matryoshka]
    var notes: Int

    init(from old: MatryoshkaV1) throws {
      level = old.level
      notes = old.reportedSteps
      inner = old.inner.map { [$0] } ?? []
    }
  }

  private struct MatryoshkaV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var level: Int
    var inner: Matryoshka?
    var reportedSteps = 0

    enum CodingKeys: CodingKey { case level, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let text = try container.decodeIfPresent(String.self, forKey: .text) {
        var report = MigrationReport()
        inner = try JSONDecoder().decode(
          versioned: Matryoshka.self, from: Data(text.utf8), report: &report)
        reportedSteps = report.typesWalked.count
      }
      // After the inner call, the outer document is still decoded.
      level = try container.decode(Int.self, forKey: .level)
    }

    func encode(to encoder: any Encoder) throws {}
  }

  @Test func `a document inside a document inside a document decodes`() throws {
    var text = #"{"version":1,"level":0}"#
    for level in 1...6 {
      let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
      text = "{\"text\":\(quoted),\"version\":1,\"level\":\(level)}"
    }
    var report = MigrationReport()

    let outer = try JSONDecoder().decode(
      versioned: Matryoshka.self, from: Data(text.utf8), report: &report)

    var levels: [Int] = []
    var next: Matryoshka? = outer
    while let doll = next {
      levels.append(doll.level)
      next = doll.inner.first
    }
    #expect(levels == [6, 5, 4, 3, 2, 1, 0])
    #expect(outer.notes == 2)
    #expect(report.typesWalked == ["MatryoshkaV1", "Matryoshka"])
    #expect(report.nestedMigrations.isEmpty)
  }

  @Test func `a document is decoded while another one is encoded`() throws {
    struct Echo: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        let album = try JSONDecoder().decode(
          versioned: Album.self, from: Data(#"{"version":1,"title":"t","tracks":"a"}"#.utf8))
        let data = try JSONEncoder().encode(versioned: album)
        try container.encode(String(decoding: data.prefix(11), as: UTF8.self), forKey: AnyKey("a"))
        try container.encode(album.tracks, forKey: AnyKey("b"))
      }
    }

    let data = try JSONEncoder().encode(versioned: Letter(body: Echo()))

    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"body":{"a":"{\"title\":\"t","b":[{"name":"a","seconds":0,"version":"1.1"}]}}"#)
  }

  @Test func `a type as deep as allowed decodes inside a task`() async throws {
    struct Tree: Codable, Sendable { var children: [Tree] }
    let text =
      String(repeating: "{\"children\":[", count: 255) + String(repeating: "]}", count: 255)

    let count = try await Task.detached {
      let decoder = JSONDecoder()
      let tree = try decoder.decode(unversioned: Tree.self, from: Data(text.utf8))
      return tree.children.count
    }.value

    #expect(count == 1)
  }

  @Test func `a document decodes inside a task`() async throws {
    let album = try await Task {
      try JSONDecoder().decode(
        versioned: Album.self, from: Data(#"{"version":1,"title":"t","tracks":"a,b"}"#.utf8))
    }.value

    #expect(album.tracks.map(\.name) == ["a", "b"])
  }
}

private let nullBytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
