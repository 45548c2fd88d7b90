import Foundation
import LineageStore

/// The record of migrations, to which every run appends: one `JournalRecord` in each line.
///
/// For each file, the records are read in order. They say whether it failed last, and what can be undone:
///
/// | Record | Failed last | Change that can be undone |
/// | --- | --- | --- |
/// | `migrating` | as before | unfinished; a finished one before it becomes its previous one |
/// | `migrated` | no | finished |
/// | `current` | no | finished if it was unfinished and the version is the new one: the run was killed after it had replaced the document |
/// | `newer` | no | as before |
/// | `failed` | yes | as before |
/// | `restored` | no | none |
///
/// Every document that is replaced has a `migrating` record first, so only those that are killed or fail after it are
/// left unfinished.
struct Journal {
  /// The files that failed last.
  private(set) var failedFiles: Set<String> = []
  private var changesByFile: [String: JournaledChange] = [:]

  /// The documents that migrations have replaced, or may have replaced, and that weren't restored since, ordered by
  /// their paths.
  var changes: [JournaledChange] { changesByFile.values.sorted { $0.file < $1.file } }

  /// Reads a journal. A line that isn't a record is skipped: a run that was killed may have left half of one.
  init(_ path: String) throws(SystemError) {
    let calls = RetriedCalls(SystemCalls())
    let file = try calls.open(path, in: .workingFolder, .reading)
    defer { try? calls.close(file) }
    let reader = LineReader(file.number)
    let decoder = JSONDecoder()
    while let batch = try reader.next() {
      for line in batch.text.split(separator: 0x0A) {
        guard var record = try? decoder.decode(JournalRecord.self, from: line) else { continue }
        record.file = Self.identity(of: record.file)
        add(record)
      }
    }
  }

  private mutating func add(_ record: JournalRecord) {
    switch record.result {
    case .migrating: break
    case .failed: failedFiles.insert(record.file)
    case .migrated, .current, .newer, .restored: failedFiles.remove(record.file)
    }
    let change = changesByFile[record.file]
    switch record.result {
    case .migrating:
      changesByFile[record.file] = JournaledChange(record, .unfinished(previous: change?.finished))
    case .migrated:
      changesByFile[record.file] = JournaledChange(
        record, start: change?.start, .finished(record.date))
    case .current:
      if case .unfinished? = change?.state, record.from == change?.to {
        changesByFile[record.file]?.state = .finished(record.date)
      }
    case .newer, .failed: break
    case .restored: changesByFile[record.file] = nil
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

/// A document that a migration has replaced, or may have replaced, according to a journal.
struct JournaledChange: Equatable {
  indirect enum State: Equatable {
    /// The document was replaced, at this time at the latest.
    case finished(Date)
    /// The run was killed or failed, before or after it replaced the document. Before it, the document may have been
    /// replaced by another migration.
    case unfinished(previous: JournaledChange?)
  }

  let file: String
  /// The version that the document had; the same as `to` if only values in it were migrated.
  let from: String?
  let to: String?
  /// A time before the document was backed up.
  let start: Date
  fileprivate(set) var state: State

  fileprivate init(_ record: JournalRecord, start: Date? = nil, _ state: State) {
    file = record.file
    from = record.from
    to = record.to
    self.start = start ?? record.date
    self.state = state
  }

  /// The last change that is finished: this one, or the one before it.
  fileprivate var finished: JournaledChange? {
    switch state {
    case .finished: self
    case .unfinished(let previous): previous
    }
  }
}

/// Appends to a journal what becomes of documents, from any thread.
struct JournalWriter: Sendable {
  private let file: RecordFile

  init(_ path: String) throws(SystemError) {
    file = try RecordFile(path)
  }

  /// Records that a document is about to be replaced.
  ///
  /// - Parameter record: The record of the result, with the fields that are lost and the notes of the steps: if the
  ///   process is killed afterwards, nothing else knows them.
  func begin(_ record: JournalRecord) throws {
    var record = record
    record.result = .migrating
    try append(record)
  }

  /// Records what became of a document.
  func finish(_ record: JournalRecord) throws { try append(record) }

  /// Records that a document is again what it was before a change.
  func restore(_ change: JournaledChange) throws { try append(JournalRecord(undoing: change)) }

  private func append(_ record: JournalRecord) throws {
    var record = record
    record.file = Journal.identity(of: record.file)
    try file.append(record)
  }
}
