import Foundation
import Lineage

/// What is special about a fixture, told in a file beside it: `haiku.notes.json`.
///
/// ```json
/// {
///   "about" : "Written by version 1.0.2, which forgot the language.",
///   "filled" : ["language"]
/// }
/// ```
///
/// Paths are those of reports; `poems[].language` means the field of every poem.
struct FixtureNotes: DefaultFillable, Hashable {
  /// Where the file came from.
  var about = ""
  /// Fields that its version always wrote and that are not in this file.
  var filled: [String] = []
  /// Fields in this file that its version doesn't know.
  var unknown: [String] = []
  /// Values in this file that its version doesn't accept, but puts a default in place of.
  var rejected: [String] = []
  /// Arrays that are written in any order, such as those of sets.
  var unordered: [String] = []

  init() {}

  /// Reads the notes of a file.
  init(from data: Data) throws {
    var report = MigrationReport()
    self = try JSONDecoder().decode(unversioned: FixtureNotes.self, from: data, report: &report)
    if let stranger = report.unknownFieldsDropped.first { throw UnknownNote(name: "\(stranger)") }
    let paths = filled + unknown + rejected + unordered
    if paths.contains(where: { FieldPath(stringLiteral: $0).components.isEmpty }) {
      throw EmptyPath()
    }
  }

  /// Something in a file of notes has a name that means nothing.
  struct UnknownNote: Error, CustomStringConvertible {
    let name: String

    var description: String {
      "There is no note '\(name)'; there are about, filled, unknown, rejected and unordered."
    }
  }

  /// A note that would be about everything.
  struct EmptyPath: Error, CustomStringConvertible {
    var description: String { "A path in it is empty, which would mean the whole document." }
  }
}
