import Foundation
import Lineage
import LineageStore

/// What became of a document, as a line of a journal.
struct JournalRecord: Codable {
  /// The result of a document that is about to be replaced, which may not have happened if no other one follows.
  static let migrating = "migrating"

  var time: String
  var file: String
  var result: String
  var from: String?
  var to: String?
  /// The fields that were lost.
  var lost: [String]?
  /// The notes of the steps.
  var notes: [NoteRecord]?
  var code: String?
  var message: String?

  /// - Parameter showsValues: Whether the record may quote values.
  init(
    _ examination: Examination, _ path: String, target: AnyVersion?,
    showingValues showsValues: Bool, at date: Date = Date()
  ) {
    let standing = examination.standing
    time = date.formatted(.iso8601)
    file = path
    from = standing.version.map { "\($0)" }
    switch standing {
    case .current: result = "current"
    case .newer: result = "newer"
    case .older:
      result = "migrated"
      to = target.map { "\($0)" }
      if !examination.lost.isEmpty { lost = examination.lost.map(\.description) }
      notes = NoteRecord.records(of: examination, showingValues: showsValues)
    case .failed(let failure):
      result = "failed"
      code = failure.code.rawValue
      message = failure.message
    }
  }
}

/// A note of a step, as JSON.
struct NoteRecord: Codable {
  var path: String
  /// The text; nil if values are left out, because it may quote some.
  var text: String?

  /// The notes of a document; nil if it has none.
  static func records(
    of examination: Examination, showingValues showsValues: Bool
  ) -> [NoteRecord]? {
    if examination.notes.isEmpty { return nil }
    return examination.notes.map {
      NoteRecord(path: "\($0.path)", text: showsValues ? $0.text : nil)
    }
  }
}

extension JournalRecord {
  /// The same with an absolute path, because a later run may be in another folder.
  var forAnyFolder: JournalRecord {
    var record = self
    record.file = Journal.identity(of: file)
    return record
  }
}

/// The record of a migration, to which every run appends.
enum Journal {
  /// The files that failed when a journal last had a record of them.
  ///
  /// A line that isn't a record is skipped: a run that was killed may have left half of one.
  static func failedFiles(in path: String) throws(SystemError) -> Set<String> {
    let calls = RetriedCalls(SystemCalls())
    let file = try calls.open(path, in: .workingFolder, .reading)
    defer { try? calls.close(file) }
    let reader = LineReader(file.number)
    let decoder = JSONDecoder()
    var failed: Set<String> = []
    while let batch = try reader.next() {
      for line in batch.text.split(separator: 0x0A) {
        guard let record = try? decoder.decode(JournalRecord.self, from: line) else { continue }
        switch record.result {
        case "failed": failed.insert(identity(of: record.file))
        case JournalRecord.migrating: break
        default: failed.remove(identity(of: record.file))
        }
      }
    }
    return failed
  }

  /// A path as it is compared: from the root of the file system, without `.`, `..` and empty names.
  ///
  /// A URL would take `~` for the home folder, which a shell has replaced already where it is meant.
  static func identity(of path: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let absolute =
      isAbsolute ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    var names: [Substring] = []
    // Of bytes, because a slash and an accent are one character.
    for name in absolute.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
      switch name {
      case ".": break
      case "..": _ = names.popLast()
      default: names.append(name)
      }
    }
    return "/" + names.joined(separator: "/")
  }
}
