import Foundation
import Lineage

/// Notes about a special fixture, in a file beside it: `haiku.notes.json`.
///
/// ```json
/// {
///   "about" : "Written by version 1.0.2, which forgot the language.",
///   "filled" : ["language"]
/// }
/// ```
///
/// Paths have the syntax of those in reports; `poems[].language` means the field of every poem.
struct FixtureNotes: DefaultFillable, Hashable {
  /// Where the file came from.
  var about = ""
  /// Fields that its version always wrote, but that are missing from this file.
  var filled: [String] = []
  /// Fields in this file that its version doesn't know.
  var unknown: [String] = []
  /// Values in this file that its version rejects and replaces with a default.
  var rejected: [String] = []
  /// Arrays whose order has no meaning, such as those of sets.
  var unordered: [String] = []
  /// Whether a step rejects the document on purpose.
  var migrationFails = false
  /// Fields that differ after the document was downgraded and migrated again.
  var downgradeLoses: [String] = []
  /// Whether the previous version can't represent the document, so that `downgraded()` throws.
  var downgradeFails = false

  init() {}

  /// Whether the document is as its version writes it. It may still be unable to be migrated or downgraded.
  var areOfTypicalDocument: Bool {
    var notes = FixtureNotes()
    (notes.downgradeLoses, notes.downgradeFails) = (downgradeLoses, downgradeFails)
    notes.migrationFails = migrationFails
    return self == notes
  }

  /// Decodes the notes in a file.
  init(from data: Data) throws {
    var report = MigrationReport()
    self = try JSONDecoder().decode(unversioned: FixtureNotes.self, from: data, report: &report)
    if let stranger = report.unknownFieldsDropped.first { throw UnknownNote(name: "\(stranger)") }
    let paths = filled + unknown + rejected + unordered + downgradeLoses
    for path in paths {
      guard let steps = NotedPaths.steps(of: path) else { throw MalformedPath(text: path) }
      if steps.isEmpty { throw EmptyPath() }
    }
  }

  /// A file of notes contains an unknown field.
  struct UnknownNote: Error, CustomStringConvertible {
    let name: String

    var description: String {
      """
      Unknown note '\(name)'; expected about, filled, unknown, rejected, unordered, migrationFails, downgradeLoses \
      or downgradeFails.
      """
    }
  }

  /// A text that isn't a path.
  struct MalformedPath: Error, CustomStringConvertible {
    let text: String

    var description: String {
      """
      '\(text)' isn't a path: write keys after periods, and indices in brackets, or [] for all elements, \
      as in stanzas[].lines[0].
      """
    }
  }

  /// A path that would mean the whole document.
  struct EmptyPath: Error, CustomStringConvertible {
    var description: String { "A path in it is empty, which would mean the whole document." }
  }
}
