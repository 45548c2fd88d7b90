import Foundation
import Lineage
import LineageStore

/// What became of a document, as a line of a journal.
struct JournalRecord: Codable {
  /// The raw values are those in journals.
  enum Result: String, Codable {
    /// It is about to be replaced, which may not have happened if no other record follows.
    case migrating
    case migrated
    /// It is again what it was before a migration.
    case restored
    case current, newer, failed
  }

  var time: String
  /// The path of the file, which is absolute in a journal, because a later run may be in another folder.
  var file: String
  var result: Result
  var from: String?
  var to: String?
  /// The fields that were lost.
  var lost: [String]?
  /// The notes of the steps.
  var notes: [NoteJSON]?
  var code: String?
  var message: String?

  /// - Parameters:
  ///   - target: The version to which documents are migrated, if this one was.
  ///   - showsValues: Whether the record may quote values.
  init(
    _ result: MigrationResult, of path: String, target: AnyVersion? = nil,
    showingValues showsValues: Bool
  ) {
    switch result {
    case .migrated(let examination):
      self.init(.migrated, of: path)
      to = target.map { "\($0)" }
      if !examination.lost.isEmpty { lost = examination.lost.map(\.description) }
      notes = NoteJSON.all(of: examination, showingValues: showsValues)
    case .current: self.init(.current, of: path)
    case .newer: self.init(.newer, of: path)
    case .failed(let failure):
      self.init(.failed, of: path)
      code = failure.code.rawValue
      message = failure.message
    }
    from = result.version.map { "\($0)" }
  }

  /// The record of a document that is again what it was before a change.
  init(undoing change: JournaledChange) {
    self.init(.restored, of: change.file)
    (from, to) = (change.to, change.from)
  }

  private init(_ result: Result, of path: String) {
    time = Date().formatted(.iso8601)
    file = path
    self.result = result
  }

  /// When it was recorded, in whole seconds.
  var date: Date { (try? Date(time, strategy: .iso8601)) ?? .distantPast }
}

/// A note of a step, as JSON.
struct NoteJSON: Codable {
  var path: String
  /// The text; nil if values are left out, because it may quote some.
  var text: String?

  /// The notes of a document; nil if it has none.
  static func all(
    of examination: Examination, showingValues showsValues: Bool
  ) -> [NoteJSON]? {
    if examination.notes.isEmpty { return nil }
    return examination.notes.map {
      NoteJSON(path: "\($0.path)", text: showsValues ? $0.text : nil)
    }
  }
}
