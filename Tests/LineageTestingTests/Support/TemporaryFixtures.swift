import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// A temporary folder of fixtures, which a test checks as on a developer's machine or in CI.
final class TemporaryFixtures {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "fixtures-\(UUID().uuidString)", directoryHint: .isDirectory)
  /// The number of a process that doesn't exist, because it is too high. Each instance has its own.
  let endedProcess = Int32.random(in: (1 << 30)...(.max))

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The fixtures of a document, in a mode that doesn't depend on the environment of the tests.
  func fixtures<Document: VersionedCodable>(
    of type: Document.Type, named name: String = "Poem", mode: RecordingMode = .never,
    hasShipped: Bool = true, allowsUnknownFields: Bool = false,
    formats: [FixtureFormat] = [.json, .propertyList]
  ) -> MigrationFixtures<Document> {
    var fixtures = MigrationFixtures(
      of: type, named: name, hasShipped: hasShipped, allowsUnknownFields: allowsUnknownFields,
      formats: formats, folder: folder)
    fixtures.mode = mode
    return fixtures
  }

  /// The failures as text.
  func failures<Document: VersionedCodable>(
    of type: Document.Type, named name: String = "Poem", mode: RecordingMode = .never,
    formats: [FixtureFormat] = [.json, .propertyList]
  ) -> [String] {
    fixtures(of: type, named: name, mode: mode, formats: formats).failuresAfterRecording().map(
      \.description)
  }

  /// Records missing files, like a first run.
  @discardableResult
  func setUp<Document: VersionedCodable>(
    _ type: Document.Type, named name: String = "Poem",
    formats: [FixtureFormat] = [.json, .propertyList]
  ) -> TemporaryFixtures {
    _ = fixtures(of: type, named: name, mode: .missing, formats: formats).failuresAfterRecording()
    return self
  }

  // MARK: - Files

  func put(_ text: String, at file: String) throws {
    let url = folder.appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
  }

  func remove(_ file: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: file))
  }

  /// All files, sorted.
  var files: [String] {
    let root = folder.path(percentEncoded: false)
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.contains(".") && !$0.hasSuffix("/") }.filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root + $0, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  /// All files with their contents.
  func contents() throws -> [String: String] {
    try Dictionary(uniqueKeysWithValues: files.map { ($0, try text(of: $0)) })
  }
}

extension TemporaryFixtures {
  /// Ships the newest version: marks it in the lock, and records its fixtures there.
  func ship<Document: VersionedCodable>(_ type: Document.Type, named name: String = "Poem") throws {
    try markAsShipped(name)
    setUp(type, named: name)
  }

  /// The line of the lock of the poems that contains a text; empty if there is none.
  func line(containing text: String) throws -> String {
    let lines = try self.text(of: "Poem/schema.json").split(separator: "\n")
    return lines.first { $0.contains(text) }.map(String.init) ?? ""
  }

  /// Removes a line from the lock of the poems, as a person would.
  func removeLine(containing text: String) throws {
    let line = try line(containing: text)
    let lock = try self.text(of: "Poem/schema.json").replacing("\(line)\n", with: "")
    // JSON allows no comma after the last member.
    try put(lock.replacing(/,(\s*})/) { $0.output.1 }, at: "Poem/schema.json")
  }

  /// Marks all versions in a lock as shipped, as a person would.
  func markAsShipped(_ document: String) throws {
    let lock = try text(of: "\(document)/schema.json")
    try put(
      lock.replacing("\"shipped\": false", with: "\"shipped\": true"),
      at: "\(document)/schema.json")
  }
}
