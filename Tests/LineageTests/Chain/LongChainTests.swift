import Foundation
import Lineage
import Testing

struct LongChainTests {
  protocol Generation: VersionedCodable where Version == Int {
    var ancestors: Int { get }
  }

  struct First: Generation {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var ancestors = 0
  }

  /// The version after another one, to make a chain of any length in a loop.
  struct Next<Old: Generation>: Generation {
    static var version: Int { Old.version + 1 }
    var ancestors: Int
    init(from old: Old) throws { ancestors = old.ancestors + 1 }
  }

  /// The newest type of a chain with `count` links.
  static func newest(of count: Int) -> any Generation.Type {
    func next<Old: Generation>(after old: Old.Type) -> any Generation.Type { Next<Old>.self }
    var newest: any Generation.Type = First.self
    for _ in 1..<count { newest = next(after: newest) }
    return newest
  }

  @Test(arguments: [(1, 999), (500, 500), (999, 1), (1_000, 0)])
  func `a chain of a thousand links migrates documents of any version`(
    version: Int, steps: Int
  ) throws {
    let newest = Self.newest(of: 1_000)

    let value = try migrated(newest, #"{"version": \#(version), "ancestors": 0}"#)

    #expect(value.ancestors == steps)
  }

  @Test(arguments: [StoredFormat.xml, .binary])
  func `a chain of a thousand links migrates property lists`(format: StoredFormat) throws {
    let newest = Self.newest(of: 1_000)
    let document = try format.document(#"{"version": 1, "ancestors": 0}"#)

    let value = try format.decode(newest, from: document)

    #expect(value.ancestors == 999)
  }

  @Test func `a chain of a thousand links migrates on a small stack`() async throws {
    let newest = Self.newest(of: 1_000)
    // Only the migration is tested: the runtime itself needs stack for long generic names.
    #expect(newest.chain.links.count == 1_000)

    let ancestors = try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result { try migrated(newest, #"{"version": 1, "ancestors": 0}"#).ancestors })
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }

    #expect(ancestors == 999)
  }

  @Test func `rejecting an element doesn't describe its chain`() throws {
    func reject<Newest: Generation>(_ count: Int, as type: Newest.Type) throws -> Int {
      let text = "[\(Array(repeating: #"{"version":-1}"#, count: count).joined(separator: ","))]"
      let elements = try JSONDecoder().decode(
        unversioned: LenientElements<Newest>.self, from: Data(text.utf8))
      return elements.rejected.count
    }
    let newest = Self.newest(of: 1_000)
    #expect(try reject(1, as: newest) == 1)
    #expect(try reject(10_000, as: newest) == 10_000)
  }

  /// A version after another one, with the version of the first.
  struct Again<Old: Generation>: VersionedCodable {
    static var version: Int { 1 }
    init(from old: Old) throws {}
  }

  @Test(arguments: [1, 15, 16, 17, 100])
  func `a duplicate version is found at any distance`(count: Int) {
    func problem<Old: Generation>(after old: Old.Type) -> VersionChain.Problem? {
      Again<Old>.chain.problem
    }

    let problem = problem(after: Self.newest(of: count))

    guard case .duplicateVersion(1, let types) = problem else {
      Issue.record("The problem is \(String(describing: problem)).")
      return
    }
    #expect(types.first == "First")
  }

  @Test func `a chain of a thousand links describes itself newest first`() {
    let chain = Self.newest(of: 1_000).chain

    #expect(chain.links.map(\.version) == (1...1_000).reversed().map { .integer($0) })
    #expect(chain.problem == nil)
  }

  @Test func `a report of a long walk names every type, the oldest first`() throws {
    var report = MigrationReport()
    let newest = Self.newest(of: 40)
    let document = Data(#"{"version": 1, "ancestors": 0}"#.utf8)

    _ = try JSONDecoder().decode(versioned: newest, from: document, report: &report)

    #expect(report.typesWalked.count == 40)
    #expect(report.typesWalked.first == "First")
  }

  /// A generic type whose chain has no end.
  struct Endless<Part: Codable>: VersionedCodable {
    typealias PreviousVersion = Endless<[Part]>
    static var version: Int { 1 }
    init(from old: Endless<[Part]>) throws {}
  }

  @Test func `an endless chain is rejected and neither hangs nor crashes`() async {
    await #expect(processExitsWith: .success) {
      let problem = Endless<Int>.chain.problem

      #expect(problem == .endless(type: "Endless<Int>"))
    }
  }
}
