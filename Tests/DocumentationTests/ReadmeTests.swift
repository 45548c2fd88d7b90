import Foundation
import Lineage
import LineageStore
import Testing

// The code of the README, compiled and run. `CodeBlockTests` checks that it is the same.

struct PoemV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var author: String
  var poem: String
}

struct Poem: VersionedCodable {
  static let version = 2  // PreviousVersion is inferred from the step below
  var author: String
  var lines: [String]
}

extension Poem {
  init(from old: PoemV1) throws {
    author = old.author
    lines = old.poem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

struct SettingsV1: VersionedCodable, DefaultFillable {
  static let version: Int? = nil  // from before there was a version in the data
  typealias PreviousVersion = NothingOlder
  var theme = "light"
  @Required var owner = ""  // never filled: missing is an error
}

struct Settings: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = SettingsV1
  var theme = "light"
  var fontSize = 14
  @Required var owner = ""
}

struct SongV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var singer: String
  var seconds: Int
}

struct Song: VersionedCodable {
  static let version = 2
  static let versionLocation = VersionLocation.path("metadata", "schema")
  var title: String
  var artist: String
  var duration: Duration
}

extension Song {
  init(from old: SongV1, in context: MigrationContext) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("singer", to: "artist")
      fields.drop("seconds")
      try fields.set(Duration.seconds(old.seconds), for: "duration")
    }
    if old.seconds == 0 { context.note("The song had no length.") }
  }
}

extension LineDecoder: VersionedDecoder {}
extension LineEncoder: VersionedEncoder {}

struct ReadmeTests {
  @Test func `the example on the first screen works`() throws {
    let data = Data(
      #"""
      {"author": "Bashō", "poem": "old pond\nfrog leaps in", "version": 1}
      """#.utf8)

    let poem = try JSONDecoder().decode(versioned: Poem.self, from: data)
    // Poem(author: "Bashō", lines: ["old pond", "frog leaps in"])

    let bytes = try JSONEncoder().encode(versioned: poem)
    // {"author":"Bashō","lines":["old pond","frog leaps in"],"version":2}

    #expect("\(poem)" == #"Poem(author: "Bashō", lines: ["old pond", "frog leaps in"])"#)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"author":"Bashō","lines":["old pond","frog leaps in"],"version":2}"#)
  }

  @Test func `the synthesized initializer makes a new value`() throws {
    let draft = Poem(author: "Issa", lines: ["a world of dew"])

    #expect(draft.lines == ["a world of dew"])
  }

  @Test func `a song opens with a version that is stored elsewhere`() throws {
    let column = (version: 1, data: Data(#"{"title":"4′33″","singer":"Cage","seconds":273}"#.utf8))

    let song = try JSONDecoder().decode(
      versioned: Song.self, version: column.version, from: column.data)

    #expect(song.title == "4′33″")
    #expect(song.artist == "Cage")
    #expect(song.duration == .seconds(273))
  }

  @Test func `the report says what happened`() throws {
    var report = MigrationReport()
    let settings = try JSONDecoder().decode(
      versioned: Settings.self, from: Data(#"{"version": 2, "owner": "ada", "zoom": 2}"#.utf8),
      report: &report)
    print(report)
    // version 2: Settings
    // filled theme (missing)
    // filled fontSize (missing)
    // dropped zoom (unknown)

    #expect(settings.owner == "ada")
    #expect(
      report.description == """
        version 2: Settings
        filled theme (missing)
        filled fontSize (missing)
        dropped zoom (unknown)
        """)
    #expect(report.needsRewrite)
  }

  @Test func `settings from before there was a version need no step`() throws {
    let data = Data(#"{"theme": "dark", "owner": "ada"}"#.utf8)

    let settings = try JSONDecoder().decode(versioned: Settings.self, from: data)

    #expect(settings.theme == "dark")
    #expect(settings.fontSize == 14)
    #expect(settings.owner == "ada")
  }

  @Test func `the chain and the version are values`() throws {
    let data = Data(#"{"version": 2}"#.utf8)

    #expect(Settings.chain.description == "2 Settings\nunversioned SettingsV1")
    #expect(try JSONDecoder().version(of: Settings.self, in: data) == 2)
  }

  @Test func `the error says what to do`() {
    do {
      _ = try JSONDecoder().decode(versioned: Settings.self, from: Data(#"{"version": 7}"#.utf8))
      Issue.record("The document is too new.")
    } catch {
      #expect(
        "\(error)" == """
          The document (Settings) has version '7', but the newest known version is '2'. It was \
          written by a newer program: open it there, or update this one. Nothing was changed. \
          Known versions: '2' (Settings), unversioned (SettingsV1).
          """)
    }
  }

  @Test func `the code that prints an error catches it`() throws {
    do {
      _ = try JSONDecoder().decode(versioned: Settings.self, from: Data(#"{"version": 7}"#.utf8))
    } catch let error as MigrationError {
      print(error)
    }
    // The document (Settings) has version '7', but the newest known version is '2'. It was written by a
    // newer program: open it there, or update this one. Nothing was changed. Known versions: '2'
    // (Settings), unversioned (SettingsV1).
  }
}

/// A third-party decoder, which one line makes a `VersionedDecoder`.
struct LineDecoder {
  func decode<Value: Decodable>(_ type: Value.Type, from input: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(input.utf8))
  }
}

/// A third-party encoder, which one line makes a `VersionedEncoder`.
struct LineEncoder {
  func encode<Value: Encodable>(_ value: Value) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}

struct ReadmeErrorTests {
  private enum Problem: Error {
    case updateTheApp
    case restoreABackup(MigrationError)
  }

  func open(_ data: Data) throws -> Settings {
    do {
      return try JSONDecoder().decode(versioned: Settings.self, from: data)
    } catch let error as MigrationError {
      switch error.reason {
      case .newerVersion: throw Problem.updateTheApp
      case _ where error.isProgrammingError: throw error  // the document may be fine
      default: throw Problem.restoreABackup(error)
      }
    }
  }

  @Test func `the reasons of errors are told apart`() throws {
    #expect {
      try open(Data(#"{"version":7}"#.utf8))
    } throws: { error in
      if case Problem.updateTheApp = error { true } else { false }
    }
    #expect {
      try open(Data("{".utf8))
    } throws: { error in
      if case Problem.restoreABackup = error { true } else { false }
    }
  }
}

/// The code of the README for documents in files. Only compiled, because it would write to the folder of this program.
@MainActor private func storing(_ user: String) throws {
  let file = DocumentFile<Settings>("settings.json", in: .applicationSupport)
  let settings = try file.read()?.value ?? Settings(owner: user)
  try file.update(default: Settings(owner: user)) { $0.fontSize = 15 }
  let live = LiveDocument(file, default: Settings(owner: user))  // for SwiftUI
  _ = (settings, live)
}
