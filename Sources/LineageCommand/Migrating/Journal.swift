import Foundation
import Lineage
import LineageStore

/// What became of a document, as a line of a journal.
struct JournalRecord: Codable {
  /// The result of a document that is about to be replaced, which may not have happened if no other one follows.
  static let migrating = "migrating"
  /// The result of a document that a backup has replaced.
  static let restored = "restored"

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
    _ result: MigrationResult, _ path: String, target: AnyVersion?,
    showingValues showsValues: Bool, at date: Date = Date()
  ) {
    time = date.formatted(.iso8601)
    file = path
    from = result.version.map { "\($0)" }
    switch result {
    case .current: self.result = "current"
    case .newer: self.result = "newer"
    case .migrated(let examination):
      self.result = "migrated"
      to = target.map { "\($0)" }
      if !examination.lost.isEmpty { lost = examination.lost.map(\.description) }
      notes = NoteRecord.records(of: examination, showingValues: showsValues)
    case .failed(let failure):
      self.result = "failed"
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
  /// The record of a document that was restored after this one.
  func undone(at date: Date = Date()) -> JournalRecord {
    var record = self
    record.time = date.formatted(.iso8601)
    record.result = Self.restored
    (record.from, record.to) = (to, from)
    (record.lost, record.notes) = (nil, nil)
    return record
  }

  /// The same with an absolute path, because a later run may be in another folder.
  var forAnyFolder: JournalRecord {
    var record = self
    record.file = Journal.identity(of: file)
    return record
  }
}

/// A document that a migration has replaced, according to a journal.
struct JournaledChange {
  /// The last record of it.
  var record: JournalRecord
  /// The time of the first one, before the document was backed up.
  var startTime: String
  /// Whether the document was replaced for certain.
  var isFinished: Bool
  /// The one before it, if it isn't certain that this one has happened.
  var previous: (record: JournalRecord, startTime: String)?

  var start: Date { (try? Date(startTime, strategy: .iso8601)) ?? .distantPast }
  var end: Date { (try? Date(record.time, strategy: .iso8601)) ?? .distantPast }
}

/// The record of a migration, to which every run appends.
enum Journal {
  /// The files that failed when a journal last had a record of them.
  static func failedFiles(in path: String) throws(SystemError) -> Set<String> {
    var failed: Set<String> = []
    try forEachRecord(in: path) { record in
      switch record.result {
      case "failed": failed.insert(record.file)
      case JournalRecord.migrating: break
      default: failed.remove(record.file)
      }
    }
    return failed
  }

  /// The documents that migrations have replaced, and that weren't restored since, ordered by their paths.
  static func changes(in path: String) throws(SystemError) -> [JournaledChange] {
    var changes: [String: JournaledChange] = [:]
    try forEachRecord(in: path) { record in
      let file = record.file
      switch record.result {
      case JournalRecord.migrating:
        let previous = changes[file].flatMap {
          $0.isFinished ? ($0.record, $0.startTime) : $0.previous
        }
        changes[file] = JournaledChange(
          record: record, startTime: record.time, isFinished: false, previous: previous)
      case "migrated":
        let start = changes[file]?.startTime ?? record.time
        changes[file] = JournaledChange(record: record, startTime: start, isFinished: true)
      case "current" where changes[file]?.isFinished == false:
        // The run was killed after it had replaced the document.
        changes[file]?.isFinished = true
        changes[file]?.record.time = record.time
      case JournalRecord.restored: changes[file] = nil
      default: break
      }
    }
    return changes.values.sorted { $0.record.file < $1.record.file }
  }

  /// Reads a journal. A line that isn't a record is skipped: a run that was killed may have left half of one.
  ///
  /// - Parameter body: Gets each record, with the path of its file as it is compared.
  private static func forEachRecord(
    in path: String, _ body: (JournalRecord) -> Void
  ) throws(SystemError) {
    let calls = RetriedCalls(SystemCalls())
    let file = try calls.open(path, in: .workingFolder, .reading)
    defer { try? calls.close(file) }
    let reader = LineReader(file.number)
    let decoder = JSONDecoder()
    while let batch = try reader.next() {
      for line in batch.text.split(separator: 0x0A) {
        guard var record = try? decoder.decode(JournalRecord.self, from: line) else { continue }
        record.file = identity(of: record.file)
        body(record)
      }
    }
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
