import Foundation
import Lineage

/// Migrates the lines of a text.
protocol LineMigrating: Sendable {
  func migrate(_ lines: LineBatch) -> MigratedLines
}

/// Lines that were migrated, and those that couldn't be.
struct MigratedLines: Sendable {
  var output = Data()
  var counts = LineCounts()
  var failures: [LineFailure] = []
}

/// A line that couldn't be migrated.
struct LineFailure: Sendable {
  var failure: DocumentFailure
  /// The number of bytes before this line.
  var offset: Int
  /// How much output there was before this line.
  var outputCount: Int
  /// What had been counted, with this line.
  var counts: LineCounts
  var key: String?
  /// The line itself.
  var input: Data
}

/// What happened to lines.
package struct LineCounts: Sendable {
  package var lines = 0
  package var bytes = 0
  var current = 0
  var migrated = 0
  var newer = 0
  /// Lines without a document: blank ones, and those with null in the column.
  var blank = 0
  var failed = 0
  /// The migrated lines that lost a field, by its path.
  var lost: [String: Int] = [:]
  /// The losses of fields whose paths aren't counted.
  var otherLosses = 0

  /// The number of different paths that are counted: dictionaries may have any number of keys.
  private static let pathLimit = 100

  mutating func lose(_ path: String, _ count: Int = 1) {
    if lost[path] != nil || lost.count < Self.pathLimit {
      lost[path, default: 0] += count
    } else {
      otherLosses += count
    }
  }

  static func += (total: inout LineCounts, added: LineCounts) {
    total.lines += added.lines
    total.bytes += added.bytes
    total.current += added.current
    total.migrated += added.migrated
    total.newer += added.newer
    total.blank += added.blank
    total.failed += added.failed
    total.otherLosses += added.otherLosses
    for (path, count) in added.lost { total.lose(path, count) }
  }
}
