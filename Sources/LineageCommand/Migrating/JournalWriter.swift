import LineageStore

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
