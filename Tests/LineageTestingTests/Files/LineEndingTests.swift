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
  private func directory(_ format: FixtureFormat, shipped: Bool = false) throws -> TemporaryFixtures
  {
    let directory = TemporaryFixtures()
    let text = String(decoding: try format.encode(verse), as: UTF8.self)
    try directory.put(text, at: "Poem/v1/dew.\(format.fileExtension)")
    directory.setUp(Verse.self, formats: [format])
    if shipped {
      try directory.markAsShipped("Poem")
      directory.setUp(Verse.self, formats: [format])
    }
    for file in directory.files {
      try directory.put(try directory.text(of: file).replacing("\n", with: "\r\n"), at: file)
    }
    return directory
  }

  @Test(arguments: formats.indices, [false, true])
  func `fixtures pass whatever their line endings are`(_ format: Int, _ shipped: Bool) throws {
    let format = Self.formats[format]
    let directory = try directory(format, shipped: shipped)

    #expect(directory.failures(of: Verse.self, formats: [format]) == [])
    #expect(
      directory.fixtures(of: Verse.self, formats: [format])
        .failures(recording: verse, as: "dew").map(\.description) == [])
  }

  @Test(arguments: formats.indices)
  func `a changed type rewrites fixtures with other line endings`(_ format: Int) throws {
    let format = Self.formats[format]
    let directory = try directory(format)

    let failures = directory.failures(of: ChangedVerse.self, mode: .newest, formats: [format])

    #expect(failures.count == 1)
    #expect(failures.first?.contains("v1/dew.\(format.fileExtension)") == true)
    #expect(try directory.text(of: "Poem/v1/dew.\(format.fileExtension)").contains("calm"))
  }

  @Test(arguments: formats.indices)
  func `a changed document replaces a file with other line endings`(_ format: Int) throws {
    let format = Self.formats[format]
    let directory = try directory(format)
    var other = verse
    other.title = "Dew"

    let failures = directory.fixtures(of: Verse.self, mode: .newest, formats: [format])
      .failures(recording: other, as: "dew")

    #expect(failures.map(\.rule) == [.nothingIsRecorded])
    #expect(try directory.text(of: "Poem/v1/dew.\(format.fileExtension)").contains("Dew"))
  }

  @Test func `line endings in a string of a property list are part of the document`() throws {
    let format = FixtureFormat.propertyList
    var other = verse
    other.text = other.text.replacing("\n", with: "\r\n")
    let directory = TemporaryFixtures()
    try directory.put(
      String(decoding: try format.encode(other), as: UTF8.self), at: "Poem/v1/dew.plist")
    directory.setUp(Verse.self, formats: [format])
    try directory.markAsShipped("Poem")
    directory.setUp(Verse.self, formats: [format])
    #expect(directory.failures(of: Verse.self, formats: [format]) == [])

    try directory.put(
      String(decoding: try format.encode(verse), as: UTF8.self), at: "Poem/v1/dew.plist")

    #expect(
      directory.fixtures(of: Verse.self, formats: [format]).failuresAfterRecording().map(\.rule)
        == [
          .fixturesAreKept
        ])
  }
}
