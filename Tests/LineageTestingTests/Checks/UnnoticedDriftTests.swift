import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Changes of a version that has shipped that are easily missed.
struct UnnoticedDriftTests {
  // MARK: - What `ZeroFillable` types are filled with

  private enum Red: String, Codable, CaseIterable { case red, green }
  private enum Green: String, Codable, CaseIterable { case green, red }
  private enum Listed: String, Codable, CaseIterable {
    case red, green
    static let allCases: [Listed] = [.green, .red]
  }
  private enum Unlisted: String, Codable { case red, green }
  private enum UnlistedGreen: String, Codable { case green, red }

  private struct Zero<Color: Codable>: VersionedCodable, ZeroFillable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    let color: Color
    let count: Int
  }

  private struct Plain<Color: Codable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    let color: Color
    let count: Int
  }

  private func changes<Old: VersionedCodable, New: VersionedCodable>(
    from old: Old.Type, to new: New.Type
  ) throws -> [String] {
    let desk = Desk().setUp(old)
    #expect(desk.failures(of: old) == [])
    try desk.ship(old)
    let failures = desk.failures(of: new)
    #expect(failures.count < 2)
    return failures.first?.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
      $0.trimmingCharacters(in: .whitespaces)
    } ?? []
  }

  @Test func `another first case of an enum that missing fields are filled with is found`() throws {
    let change = [#"the default of `color` was `"red"`, and is now `"green"`"#]

    #expect(try changes(from: Zero<Red>.self, to: Zero<Green>.self) == change)
    #expect(try changes(from: Zero<Red>.self, to: Zero<Listed>.self) == change)
    #expect(try changes(from: Zero<Listed>.self, to: Zero<Green>.self) == [])
    #expect(try changes(from: Zero<Unlisted>.self, to: Zero<UnlistedGreen>.self) == [])
    #expect(try changes(from: Zero<Red?>.self, to: Zero<Green?>.self) == [])
    #expect(try changes(from: Plain<Red>.self, to: Plain<Green>.self) == [])
  }

  // MARK: - Cases

  private enum Hiding: String, Codable, CaseIterable {
    case new, legacy
    static let allCases: [Hiding] = [.new]
  }
  private enum Removed: String, Codable, CaseIterable { case new }

  @Test func `a removed case that allCases doesn't have is found`() throws {
    #expect(
      try changes(from: Plain<Hiding>.self, to: Plain<Removed>.self)
        == [#"`color` no longer has the case `"legacy"`"#])
  }

  private enum Side: String, Codable, CaseIterable { case left = "l", right = "r" }
  private enum OtherSide: String, Codable, CaseIterable { case left = "r", right = "l" }
  private enum RenamedSide: String, Codable, CaseIterable { case leading = "l", trailing = "r" }

  @Test func `raw values that were exchanged are found, and other names of cases aren't`() throws {
    #expect(
      try changes(from: Plain<Side>.self, to: Plain<OtherSide>.self).sorted() == [
        #"the case `left` of `color` was `"l"`, and is now `"r"`"#,
        #"the case `right` of `color` was `"r"`, and is now `"l"`"#,
      ])
    #expect(try changes(from: Plain<Side>.self, to: Plain<RenamedSide>.self) == [])
  }

  // MARK: - Values that differ each time

  private struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  private struct Note: VersionedCodable {
    static let version = 2
    nonisolated(unsafe) static var now = 1
    var text: String
    var at: Int

    init(from old: NoteV1) throws {
      text = old.text
      at = Self.now
    }
  }

  @Test func `the placeholder in an expectation matches any value`() throws {
    let desk = Desk().setUp(NoteV1.self)
    Note.now = 1
    desk.setUp(Note.self)
    #expect(desk.failures(of: Note.self) == [])

    Note.now = 2
    #expect(desk.failures(of: Note.self).count == 1)
    let file = "Poem/v1/sample.expected.json"
    try desk.put(
      desk.text(of: file).replacing(#""at" : 1"#, with: #""at" : "<differs each time>""#),
      at: file)

    #expect(desk.failures(of: Note.self) == [])
  }

  // MARK: - Lost entries

  @Test func `a lost entry of the newest version is reported`() throws {
    let desk = Desk().setUp(NoteV1.self)
    Note.now = 1
    desk.setUp(Note.self)
    let lock = try desk.text(of: "Poem/schema.json")
    try desk.remove("Poem/schema.json")
    desk.setUp(NoteV1.self)
    let older = try desk.text(of: "Poem/schema.json")
    #expect(lock != older)

    let failures = desk.failures(of: Note.self)

    #expect(
      failures.contains(
        """
        MigrationFixtures/Poem/schema.json does not have version 2 of Poem yet.
        It has been recorded before, so it seems to have been there: restore it from version control. \
        If it was never recorded, record and review it: MIGRATION_FIXTURES=missing swift test
        """))
  }
}
