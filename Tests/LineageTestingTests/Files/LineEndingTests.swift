import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Fixtures whose line endings Git has changed to CR LF when they were checked out.
struct LineEndingTests {
  /// A poem with another title, whose lines are in one string.
  private struct Verse: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var text = ""
  }

  /// The type after its default and its coding have changed.
  private struct ChangedVerse: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var text = ""
    var mood = "calm"
  }

  private static let formats: [FixtureFormat] = [.json, .propertyList]

  private var verse: Verse {
    var verse = Verse()
    verse.text = "a world of dew\nis a world of dew"
    return verse
  }

  /// A fixture of the verse, and all files as Git checks them out.
  private func desk(_ format: FixtureFormat, shipped: Bool = false) throws -> Desk {
    let desk = Desk()
    let text = String(decoding: try format.encode(verse), as: UTF8.self)
    try desk.put(text, at: "Poem/v1/dew.\(format.fileExtension)")
    desk.setUp(Verse.self, formats: [format])
    if shipped {
      try desk.markAsShipped("Poem")
      desk.setUp(Verse.self, formats: [format])
    }
    for file in desk.files {
      try desk.put(try desk.text(of: file).replacing("\n", with: "\r\n"), at: file)
    }
    return desk
  }

  @Test(arguments: formats.indices, [false, true])
  func `they make no difference`(_ format: Int, _ shipped: Bool) throws {
    let format = Self.formats[format]
    let desk = try desk(format, shipped: shipped)

    #expect(desk.failures(of: Verse.self, formats: [format]) == [])
    #expect(
      desk.fixtures(of: Verse.self, formats: [format])
        .failures(recording: verse, as: "dew").map(\.description) == [])
  }

  @Test(arguments: formats.indices)
  func `a changed type can still rewrite them`(_ format: Int) throws {
    let format = Self.formats[format]
    let desk = try desk(format)

    let failures = desk.failures(of: ChangedVerse.self, mode: .newest, formats: [format])

    #expect(failures.count == 1)
    #expect(failures.first?.contains("v1/dew.\(format.fileExtension)") == true)
    #expect(try desk.text(of: "Poem/v1/dew.\(format.fileExtension)").contains("calm"))
  }

  @Test(arguments: formats.indices)
  func `a changed document can still be recorded`(_ format: Int) throws {
    let format = Self.formats[format]
    let desk = try desk(format)
    var other = verse
    other.title = "Dew"

    let failures = desk.fixtures(of: Verse.self, mode: .newest, formats: [format])
      .failures(recording: other, as: "dew")

    #expect(failures.map(\.rule) == [.nothingIsRecorded])
    #expect(try desk.text(of: "Poem/v1/dew.\(format.fileExtension)").contains("Dew"))
  }

  @Test func `line endings in a string of a property list are part of the document`() throws {
    let format = FixtureFormat.propertyList
    var other = verse
    other.text = other.text.replacing("\n", with: "\r\n")
    let desk = Desk()
    try desk.put(
      String(decoding: try format.encode(other), as: UTF8.self), at: "Poem/v1/dew.plist")
    desk.setUp(Verse.self, formats: [format])
    try desk.markAsShipped("Poem")
    desk.setUp(Verse.self, formats: [format])
    #expect(desk.failures(of: Verse.self, formats: [format]) == [])

    try desk.put(
      String(decoding: try format.encode(verse), as: UTF8.self), at: "Poem/v1/dew.plist")

    #expect(
      desk.fixtures(of: Verse.self, formats: [format]).failuresAfterRecording().map(\.rule) == [
        .fixturesAreKept
      ])
  }
}
