import Foundation
import Lineage
import Testing

@testable import LineageTesting
@testable import PoetryDocuments

/// The failures in `Docs/TestingYourMigrations.md`, produced as in a test.
enum FixtureExamples {
  static let messages: [String] = [
    failures(of: PoetryDocuments.Poem.self, mode: .missing) { _ in },
    failures(of: Grown.Poem.self) { folder in
      _ = failures(of: Frozen.Poem.self, in: folder, mode: .missing)
    },
    failures(of: Shouting.Poem.self) { folder in
      try write(#"{"author": "Issa", "text": "a world of dew", "version": 1}"#, to: folder)
      _ = failures(of: Frozen.Poem.self, in: folder, mode: .missing)
    },
    failures(of: Shared.Poem.self) { folder in
      _ = failures(of: Formed.Poem.self, in: folder, mode: .missing)
    },
    failures(of: Interrupted.Poem.self) { folder in
      try write(#"{"author": "Issa", "text": "a world of dew", "version": 1}"#, to: folder)
    },
    exampleFiles,
  ].flatMap(\.self)

  /// The files of the example, as the guide lists them.
  private static var exampleFiles: [String] {
    let folder = CodeBlock.root.appending(path: "MigrationFixtures/Poem")
    let files = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?
      .compactMap { $0 as? String }
    let names = (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
    return [names.map { "MigrationFixtures/Poem/\($0)" }.joined(separator: " ")]
  }

  /// The failures of a check of a temporary folder.
  private static func failures<Document: VersionedCodable>(
    of type: Document.Type, mode: RecordingMode = .never, prepare: (URL) throws -> Void
  ) -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try prepare(folder)
    } catch {
      return ["\(error)"]
    }
    return failures(of: type, in: folder, mode: mode)
  }

  private static func failures<Document: VersionedCodable>(
    of type: Document.Type, in folder: URL, mode: RecordingMode
  ) -> [String] {
    var fixtures = MigrationFixtures(of: type, named: "Poem", folder: folder)
    fixtures.mode = mode
    return fixtures.failuresAfterRecording().map { failure in
      CodeBlock.trimmed(failure.description.split(separator: "\n")).joined(separator: " ")
    }
  }

  private static func write(_ text: String, to folder: URL) throws {
    let version = folder.appending(path: "Poem/v1")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: version.appending(path: "haiku.json"))
  }
}

/// The fixture options in the guide.
private enum FixtureOptionExamples {
  /// `Poem` after it was renamed.
  private struct Verse: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = ""
  }

  private typealias Poem = Verse

  private struct Notebook: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var unknownFields = UnknownFields()
  }

  /// Compiled as in the guide, but not run, because there are no such fixtures.
  static func guide() throws {
    try MigrationFixtures(of: Verse.self, named: "Poem").check()
    try MigrationFixtures(of: Poem.self, hasShipped: false).check()
    try MigrationFixtures(of: Notebook.self, allowsUnknownFields: true).check()
  }
}

/// The shipped poems.
private enum Frozen {
  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var author = ""
    var text = ""
  }
}

/// Version 1 got a new field after it shipped.
private enum Grown {
  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""
    var isPublic = false
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var author = ""
    var text = ""
  }
}

/// Version 1 writes another value.
private enum Shouting {
  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""

    enum CodingKeys: CodingKey { case author, text }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(author.uppercased(), forKey: .author)
      try container.encode(text, forKey: .text)
    }
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var author = ""
    var text = ""
  }
}

/// Both versions use an enum.
private enum Formed {
  enum Form: String, Codable, CaseIterable { case haiku, tanka }

  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = ""
    var form = Form.haiku
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var text = ""
    var form = Form.haiku
  }
}

/// The enum got a new case for version 2.
private enum Shared {
  enum Form: String, Codable, CaseIterable { case haiku, tanka, haibun }

  struct PoemV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = ""
    var form = Form.haiku
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var text = ""
    var form = Form.haiku
  }
}

/// Version 1 was removed from the chain.
private enum Interrupted {
  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var author = ""
    var text = ""
  }
}
