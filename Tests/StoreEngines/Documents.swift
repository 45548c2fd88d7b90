import Foundation
import Lineage

struct Counter: VersionedCodable, DefaultFillable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var count = 0
  var name = "it's \"quoted\"; -- \\ $1 :x\n'"
}

/// The document of the older program.
struct OldNote: VersionedCodable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var body: String
}

struct NoteV1: VersionedCodable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var body: String
}

/// The document of the newer program.
struct Note: VersionedCodable, Hashable {
  static let version = 2
  var title: String
  var lines: [String]
}

extension Note {
  init(from old: NoteV1) throws {
    title = old.title
    lines = old.body.split(separator: "\n").map(String.init)
  }
}

/// A document with anything inside.
struct Sample: VersionedCodable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var content: DocumentValue
}
