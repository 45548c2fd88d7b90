import Foundation
import Lineage
import LineageStore
import Testing

@testable import LineageCommand

/// Older documents with values of newer versions in them, which this program can read, but not keep.
struct NewerValueTests {
  private static let plain = #"{"contact":{"name":"Ada","version":1},"version":1}"#
  private static let plainMigrated =
    #"{"contact":{"name":"Ada","version":1},"color":"red","version":2}"#

  private static let newer = [
    #"{"contact":{"name":"Ada","version":2},"version":1}"#,
    #"{"contact":{"name":"Ada","pronouns":"she","version":2},"version":1}"#,
  ]

  private func kind(refusingLosses: Bool) -> TypedKind<Card> {
    var kind = TypedKind<Card>(pattern: "*.card", options: DocumentOptions())
    kind.refusesLosses = refusingLosses
    return kind
  }

  @Test(arguments: newer, [false, true])
  func `a line with a newer value passes unchanged`(_ line: String, refusingLosses: Bool) {
    let migrator = kind(refusingLosses: refusingLosses).lineMigrator(
      LineLayout(), decodingCurrentLines: false)

    let result = migrator.migrate(
      LineBatch(text: Data("\(line)\n\(Self.plain)\n".utf8), isFirst: true))

    #expect(String(decoding: result.output, as: UTF8.self) == "\(line)\n\(Self.plainMigrated)\n")
    #expect(result.counts.newer == 1)
    #expect(result.counts.migrated == 1)
    #expect(result.failures.isEmpty)
  }

  @Test(arguments: newer, [false, true])
  func `a file with a newer value is left alone before its migration begins`(
    _ text: String, refusingLosses: Bool
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).card")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let path = file.path(percentEncoded: false)
    let kind = kind(refusingLosses: refusingLosses)

    let examined = kind.examine(Data(text.utf8))
    let migrated = kind.migrate(file: path) { _ in Issue.record("It begins.") }
    let isNewer = if case .newer(1) = migrated.result { true } else { false }

    #expect(examined.standing == .newer(1))
    #expect(isNewer)
    #expect(try Data(contentsOf: file) == Data(text.utf8))
  }

  @Test func `a newer value that is kept is no reason to leave a line alone`() {
    let kind = TypedKind<KeepingCard>(pattern: "*.card", options: DocumentOptions())

    let result = kind.lineMigrator(LineLayout(), decodingCurrentLines: false).migrate(
      LineBatch(text: Data((Self.newer[1] + "\n").utf8), isFirst: true))

    #expect(
      String(decoding: result.output, as: UTF8.self) == """
        {"contact":{"name":"Ada","pronouns":"she","version":2},"color":"red","version":2}

        """)
    #expect(result.counts.migrated == 1)
  }
}

private struct ContactV1: VersionedCodable {
  static let version = 1
  static let newerVersions = NewerVersionPolicy.readAsNewest
  typealias PreviousVersion = NothingOlder
  var name: String
}

private struct CardV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var contact: ContactV1
}

private struct Card: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = CardV1
  var contact = ContactV1(name: "")
  var color = "red"
}

private struct KeepingContact: VersionedCodable {
  static let version = 1
  static let newerVersions = NewerVersionPolicy.readAsNewest
  typealias PreviousVersion = NothingOlder
  var name: String
  var unknownFields = UnknownFields()
}

private struct KeepingCardV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var contact: KeepingContact
}

private struct KeepingCard: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = KeepingCardV1
  var contact = KeepingContact(name: "")
  var color = "red"
}
