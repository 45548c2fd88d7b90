import Foundation

@testable import Lineage

// A document type with every kind of field, and documents whose content is a marker.

struct DiaryV1: VersionedCodable, Equatable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var owner: String
  var entries: [String]
}

struct DiaryV2: VersionedCodable, DefaultFillable, Equatable {
  static let version = 2
  typealias PreviousVersion = DiaryV1
  var owner = ""
  var entries: [String] = []
  var mood: Mood?
}

struct Diary: VersionedCodable, Equatable {
  static let version = 3
  var owner: String
  var entries: [Entry]
  var mood: Mood?
  var settings: AlbumSettings
  var numbers: [String: [Double]]
  var id: UUID?
  var link: URL?
  var shape: Shape?
  var album: Album?

  init(from old: DiaryV2) throws {
    owner = old.owner
    entries = old.entries.map { Entry(text: $0) }
    mood = old.mood
    settings = AlbumSettings()
    numbers = [:]
  }
}

struct Entry: ZeroFillable, Equatable {
  var text: String
  var words: Int = 0
  var isPrivate: Bool = false
}

enum Mood: String, Codable { case happy, sad }

enum HostileDocuments {
  /// Content that no error may quote.
  static let marker = "TOPSECRET"

  static let current = #"""
    {"version":3,"owner":"TOPSECRET \u00e9\ud83d\ude00","entries":[{"text":"TOPSECRET","words":3},
    {"text":"TOPSECRET\n","isPrivate":true,"odd":[1,2,{"a":null}]}],"mood":"happy",
    "settings":{"volume":7,"tags":["TOPSECRET"],"labels":{"a":1}},
    "numbers":{"x":[1,2.5,-3e2,1e-5],"y":[]},"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
    "link":"https://example.com/TOPSECRET","shape":{"text":{"_0":"TOPSECRET","size":4}},
    "album":{"version":2,"title":"TOPSECRET","tracks":[{"version":"1.0","name":"TOPSECRET"}],
    "settings":{}}}
    """#

  static let second = #"{"version":2,"owner":"TOPSECRET","entries":["TOPSECRET"],"mood":null}"#
  static let first = #"{"owner":"TOPSECRET","entries":["TOPSECRET","b"],"version":1}"#

  static let all = [current, second, first]
}

/// Checks how hostile input is handled.
enum HostileOutcome {
  /// Calls a decoder and checks that it succeeds or throws a MigrationError that quotes nothing.
  static func problem(_ decode: () throws -> Void) -> String? {
    do {
      try decode()
      return nil
    } catch let error as MigrationError {
      let texts = [
        error.description, "\(error)", error.localizedDescription, String(reflecting: error),
      ]
      if texts.contains(where: { $0.contains(HostileDocuments.marker) }) {
        return "The error quotes content: \(error)"
      }
      return error.description.isEmpty ? "The error says nothing." : nil
    } catch {
      return "Not a MigrationError: \(error)"
    }
  }

  /// Calls all entry points of a decoder.
  static func problem<Decoder: VersionedDecoder>(
    _ input: Decoder.Input, _ decoder: Decoder
  ) -> String? {
    problem { _ = try decoder.decode(versioned: Diary.self, from: input) }
      ?? problem {
        var report = MigrationReport()
        _ = try decoder.decode(versioned: Diary.self, from: input, report: &report)
      }
      ?? problem { _ = try decoder.version(of: Diary.self, in: input) }
      ?? problem { _ = try decoder.decode(unversioned: Entry.self, from: input) }
      ?? problem {
        var report = MigrationReport()
        _ = try decoder.decode(unversioned: Walk.self, from: input, report: &report)
      }
      ?? problem { _ = try decoder.decode(versioned: Diary.self, version: 2, from: input) }
  }
}
