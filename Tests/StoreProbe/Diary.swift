import Foundation
import Lineage

/// The document of the program that is put to the test, as its first version wrote it.
struct DiaryV1: VersionedCodable, Hashable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title: String
  var body: String
  var count: Int
}

/// Its newest version.
struct Diary: VersionedCodable, Hashable, Sendable {
  static let version = 2
  var title: String
  var lines: [String]
  var count: Int
  /// The number of writes of a program that knows no locks.
  var rude = 0
}

extension Diary {
  init(from old: DiaryV1) throws {
    title = old.title
    lines = old.body.split(separator: "\n").map(String.init)
    count = old.count
  }
}

extension DiaryV1 {
  /// Several pages of the disk, so that a part of it can be missing.
  static let sample = DiaryV1(
    title: "Frogs",
    body: (1...400).map { "Day \($0): the old pond is quiet." }.joined(separator: "\n"),
    count: 0)
}
