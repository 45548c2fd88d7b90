import Foundation
import Lineage
import LineageStore

/// The first version of a document in these tests.
struct NoteV1: VersionedCodable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var body: String
}

/// Its newest version, with the lines of the body.
struct Note: VersionedCodable, Hashable, Sendable {
  static let version = 2
  var title: String
  var lines: [String]
}

extension Note {
  init(from old: NoteV1) throws {
    title = old.title
    lines = old.body.split(separator: "\n").map(String.init)
  }

  static let sample = Note(title: "Frogs", lines: ["old pond"])
}

/// The document of a program that is older: it knows one version only.
struct OldNote: VersionedCodable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var body: String
}

struct Counter: VersionedCodable, DefaultFillable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var count = 0
  var name = ""
}

/// A document that is an object, which callers change in place.
final class Counting: VersionedCodable, @unchecked Sendable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title = ""
  var count = 0
}

let oldNote = Data(#"{"version":1,"title":"Frogs","body":"old pond"}"#.utf8)
let newerNote = Data(#"{"version":7,"title":"Frogs","stanzas":[]}"#.utf8)
