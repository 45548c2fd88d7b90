import Foundation
import Testing

@testable import Lineage

/// Containers are reused from one object to the next, which must not be observable.
struct ReusedContainerTests {
  private enum Key: String, CodingKey { case name, inner, list }

  /// Stores its container, and decodes its name on demand.
  private final class Keeper: Codable {
    let container: KeyedDecodingContainer<Key>
    let inner: Keeper?
    let list: [Keeper]?

    init(from decoder: any Decoder) throws {
      container = try decoder.container(keyedBy: Key.self)
      inner = try container.decodeIfPresent(Keeper.self, forKey: .inner)
      list = try container.decodeIfPresent([Keeper].self, forKey: .list)
    }

    func encode(to encoder: any Encoder) {}
  }

  /// Decodes keepers, and uses their containers before the call ends.
  private struct Reading: Codable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let keepers = try container.decode([Keeper].self, forKey: .list)
      let all = keepers + keepers.compactMap(\.inner) + keepers.flatMap { $0.list ?? [] }
      names = try all.map { try $0.container.decode(String.self, forKey: .name) }
    }
  }

  @Test func `a stored container still reads its own object`() throws {
    let document = Data(
      #"{"list":[{"name":"a","inner":{"name":"b"}},{"name":"c","list":[{"name":"d"},{"name":"e"}]}]}"#
        .utf8)

    for _ in 0..<10 {
      let reading = try JSONDecoder().decode(unversioned: Reading.self, from: document)

      #expect(reading.names == ["a", "c", "b", "d", "e"])
    }
  }

  @Test func `a container that outlives its call throws an error`() throws {
    let document = Data(#"{"name":"a","inner":{"name":"b"}}"#.utf8)
    for _ in 0..<10 { _ = try JSONDecoder().decode(unversioned: Keeper.self, from: document) }
    let first = try JSONDecoder().decode(unversioned: Keeper.self, from: document)

    for round in 0..<50 {
      let later = try JSONDecoder().decode(
        unversioned: Reading.self, from: Data(#"{"list":[{"name":"\#(round)"}]}"#.utf8))

      #expect(later.names == ["\(round)"])
      #expect(throws: DecodingError.self) {
        try first.container.decode(String.self, forKey: .name)
      }
      #expect(first.inner?.container.contains(.name) == false)
    }
  }

  /// A tree whose nodes decode their own fields before, between and after their branches.
  private struct Node: Codable, Equatable {
    var name: String
    var nodes: [Node]
    var last: Int

    init(name: String, nodes: [Node], last: Int) {
      (self.name, self.nodes, self.last) = (name, nodes, last)
    }

    static func make(depth: Int) -> Node {
      Node(
        name: "at \(depth)", nodes: (0..<min(depth, 3)).map { _ in make(depth: depth - 1) },
        last: depth)
    }
  }

  @Test func `nested objects of one type have their own containers`() throws {
    let tree = Node.make(depth: 6)
    let data = try JSONEncoder().encode(tree)

    for _ in 0..<3 { #expect(try JSONDecoder().decode(unversioned: Node.self, from: data) == tree) }
  }

  @Test func `an error in a nested value leaves nothing behind`() throws {
    let broken = Data(#"{"name":"a","nodes":[{"name":"b","nodes":[{"name":1}]}]}"#.utf8)
    let tree = Node.make(depth: 4)
    let data = try JSONEncoder().encode(tree)

    for _ in 0..<5 {
      #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(unversioned: Node.self, from: broken)
      }
      #expect(try JSONDecoder().decode(unversioned: Node.self, from: data) == tree)
    }
  }

  @Test func `containers are reused with the current standard library`() throws {
    let session = DecodingSession.begin()
    session.state.pointee.document.append(TreeNode(.object))
    let decoder = session.root.decoder(filling: .error)
    for _ in 0..<KeyNames.containersNotReused {
      _ = try decoder.container(keyedBy: Key.self)
    }
    let latest = session.state.pointee.containersInUse.latest

    _ = try decoder.container(keyedBy: Key.self)
    let lent = session.state.pointee.containersInUse.latest
    session.state.pointee.containersInUse.reclaim(since: latest)
    _ = try decoder.container(keyedBy: Key.self)

    #expect(lent != nil)
    #expect(session.state.pointee.containersInUse.latest == lent)
  }
}
