import Foundation
import Testing

@testable import Lineage

/// A nested value costs the same at every depth.
@Suite(.serialized)
struct DeepVersionsTests {
  struct NodeV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var children: [Node] = []
  }

  struct Node: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NodeV1
    var name = ""
    var size = 1
    var children: [Node] = []
  }

  struct PlainNodeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var children: [PlainNode]
  }

  struct PlainNode: VersionedCodable {
    static let version = 2
    var title: String
    var children: [PlainNode]

    init(from old: PlainNodeV1) { (title, children) = (old.name, old.children) }
  }

  struct SparseNode: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var name = ""
    var size = 1
    var children: [SparseNode] = []
  }

  /// A document of old values, each in the one before.
  private static func chain(_ depth: Int) -> Data {
    let level = #"{"version":1,"name":"a","children":["#
    return Data(
      (String(repeating: level, count: depth) + String(repeating: "]}", count: depth)).utf8)
  }

  /// How much longer work takes where values nest twice as deeply. It runs on a thread with a stack for them.
  private static func growth(
    _ prepare: @escaping @Sendable (Data) throws -> () throws -> Void
  ) async throws -> Double {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result {
            try LineageTests.growth(doubling: 50) { depth in
              let work = try prepare(chain(depth))
              return { for _ in 0..<10 { try work() } }
            }
          })
      }
      thread.stackSize = 64 << 20
      thread.start()
    }
  }

  static let types: [any VersionedCodable.Type] = [Node.self, PlainNode.self]

  // A report has the whole path of each value, so with one the time can't grow in proportion.
  @Test(arguments: types.indices)
  func `old values that nest take time in proportion to their depth`(index: Int) async throws {
    let type = Self.types[index]
    let ratio = try await Self.growth { document in
      { _ = try JSONDecoder().decode(versioned: type, from: document) }
    }

    #expect(ratio < 3)
  }

  @Test func `sparse values that nest take time in proportion to their depth`() async throws {
    let ratio = try await Self.growth { document in
      let node = try JSONDecoder().decode(versioned: SparseNode.self, from: document)
      return { _ = try JSONEncoder().encode(versioned: node) }
    }

    #expect(ratio < 3)
  }
}
