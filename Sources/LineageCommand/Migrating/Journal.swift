import Foundation
import LineageStore

/// What became of a document, as a line of a journal.
struct JournalRecord: Codable {
  var time: String
  var file: String
  var result: String
  var from: String?
  var to: String?
  var code: String?
  var message: String?

  init(_ examination: Examination, _ path: String, at date: Date = Date()) {
    time = date.formatted(.iso8601)
    file = path
    from = examination.standing.version.map { "\($0)" }
    switch examination.standing {
    case .current: result = "current"
    case .newer: result = "newer"
    case .older:
      result = "migrated"
      to = examination.changes.map { "\($0.to)" }
    case .failed(let failure):
      result = "failed"
      code = failure.code.rawValue
      message = failure.message
    }
  }
}

/// The record of a migration, to which every run appends.
enum Journal {
  /// The files that failed when a journal last had a record of them.
  ///
  /// A line that isn't a record is skipped: the last one of a run that was killed may be cut off.
  static func failedFiles(in path: String) throws(SystemError) -> Set<String> {
    guard let text = FileManager.default.contents(atPath: path) else {
      throw SystemError(call: "open", code: ENOENT)
    }
    var failed: Set<String> = []
    let decoder = JSONDecoder()
    for line in text.split(separator: 0x0A) {
      guard let record = try? decoder.decode(JournalRecord.self, from: line) else { continue }
      if record.result == "failed" {
        failed.insert(record.file)
      } else {
        failed.remove(record.file)
      }
    }
    return failed
  }
}
