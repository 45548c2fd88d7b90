import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Testing

@testable import LineageCommand

/// Commands of a program whose types or documents don't permit what was asked for.
struct UnsuitableTypeTests {
  @Test func `versions that aren't linked correctly are no internal error`() throws {
    var run = try CommandRun(
      ["chain", "--plain"], Migration { Documents(of: Loop.self, named: "*.loop") })

    let failure = #expect(throws: CommandFailure.self) { try run.run() }

    #expect(failure?.code == .failures)
    #expect(
      failure?.message.hasPrefix("the versions of Loop aren't linked correctly: ") ?? false)
  }

  @Test(arguments: [
    (
      ["filter"],
      Documents(
        of: Poem.self, named: "*.poem", options: DocumentOptions(format: .propertyList)),
      "'filter' can't read lines. Documents of type Poem aren't JSON, so they can't be lines."
    ),
    (
      ["check", "-"], Documents(of: Row.self, named: "*.row"),
      """
      'check' can't read lines. The version of Row is stored outside of its documents, so lines don't have it.
      """
    ),
  ])
  func `lines of documents that can't be lines are a usage error`(
    _ arguments: [String], _ documents: Documents, _ message: String
  ) throws {
    var run = try CommandRun(arguments, Migration { documents })

    let error = #expect(throws: UsageError.self) { try run.run() }

    #expect(error?.message == message)
  }
}

private struct Loop: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = OlderLoop
}

extension Loop {
  fileprivate init(from old: OlderLoop) {}
}

private struct OlderLoop: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
}

private struct Row: VersionedCodable {
  static let version = 1
  static let versionLocation = VersionLocation.external
  typealias PreviousVersion = NothingOlder
}
