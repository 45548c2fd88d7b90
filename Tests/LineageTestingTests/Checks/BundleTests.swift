import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Fixtures in a test bundle, on a machine without the source tree, where no file can be written.
struct BundleTests {
  private struct Poem: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
  }

  /// The type after a field was added, which makes its fixtures and its lock outdated.
  private struct ChangedPoem: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var language = "en"
  }

  private let directory = TemporaryFixtures()

  /// Fixtures that are read from a bundle, which contains the recorded ones.
  private func bundled<Document: VersionedCodable>(
    _ type: Document.Type, mode: RecordingMode
  ) throws -> MigrationFixtures<Document> {
    for (file, text) in try directory.contents() where file.hasPrefix("Poem/") {
      try directory.put(text, at: "bundle/MigrationFixtures/\(file)")
    }
    let path = directory.folder.appending(path: "bundle").path(percentEncoded: false)
    let bundle = try #require(Bundle(path: path))
    var fixtures = MigrationFixtures(
      of: type, named: "Poem", bundle: bundle,
      folder: directory.folder.appending(path: "gone"))
    fixtures.mode = mode
    return fixtures
  }

  @Test(arguments: [RecordingMode.missing, .newest])
  func `a changed type is reported as in mode never`(_ mode: RecordingMode) throws {
    directory.setUp(Poem.self)

    let failures = try bundled(ChangedPoem.self, mode: mode).failuresAfterRecording()

    #expect(
      failures.map(\.rule) == [.shapeIsUnchanged, .fixtureHasAllFields, .fixtureHasAllFields])
    #expect(
      try failures.map(\.description)
        == bundled(ChangedPoem.self, mode: .never).failuresAfterRecording().map(\.description))
  }

  @Test(arguments: [RecordingMode.missing, .newest])
  func `another result is reported as in mode never`(_ mode: RecordingMode) throws {
    directory.setUp(Shipped.Poem.self)
    let file = "Poem/v1/sample.expected.json"
    try directory.put(try directory.text(of: file).replacing("\"en\"", with: "\"ja\""), at: file)

    let failures = try bundled(Shipped.Poem.self, mode: mode).failuresAfterRecording()

    #expect(failures.map(\.rule) == [.fixtureMeetsExpectation])
  }

  @Test(arguments: [RecordingMode.missing, .newest])
  func `a document that differs from its file is reported as in mode never`(
    _ mode: RecordingMode
  ) throws {
    directory.setUp(Poem.self)
    try directory.put(try directory.text(of: "Poem/v1/sample.json"), at: "Poem/v1/short.json")
    var poem = Poem()
    poem.author = "Issa"

    let fixtures = try bundled(Poem.self, mode: mode)

    #expect(
      fixtures.failures(recording: poem, as: "short").map(\.rule) == [
        .recordedDocumentIsUnchanged
      ])
    #expect(
      fixtures.failures(recording: poem, as: "long").map(\.rule) == [.versionHasFixture])
  }
}
