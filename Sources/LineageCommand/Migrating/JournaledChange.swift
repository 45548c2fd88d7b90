import Foundation

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
  var state: State

  init(_ record: JournalRecord, start: Date? = nil, _ state: State) {
    file = record.file
    from = record.from
    to = record.to
    self.start = start ?? record.date
    self.state = state
  }

  /// The last change that is finished: this one, or the one before it.
  var finished: JournaledChange? {
    switch state {
    case .finished: self
    case .unfinished(let previous): previous
    }
  }
}
