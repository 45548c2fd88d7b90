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
    self = try JSONDecoder().decode(filling: FixtureNotes.self, from: data, report: &report)
    guard let stranger = report.unknownFieldsDropped.first else { return }
    throw UnknownNote(name: "\(stranger)")
  }

  /// Something in a file of notes has a name that means nothing.
  struct UnknownNote: Error, CustomStringConvertible {
    let name: String

    var description: String {
      "There is no note '\(name)'; there are about, filled, unknown, rejected and unordered."
    }
  }
}

/// A list of paths in notes, which can tell which of them were of any use.
struct NotedPaths {
  private let patterns: [(text: String, steps: [FieldPath.Component?])]
  private(set) var used: Set<String> = []

  init(_ texts: [String]) {
    patterns = texts.map { text in
      let path = FieldPath(stringLiteral: text.replacing("[]", with: "[-1]"))
      return (text, path.components.map { $0 == .index(-1) ? nil : $0 })
    }
  }

  /// Whether a path, or one that it lies in, is among the noted ones.
  mutating func contain(_ path: FieldPath) -> Bool {
    for pattern in patterns where path.components.begins(with: pattern.steps) {
      used.insert(pattern.text)
      return true
    }
    return false
  }

  /// The paths that no field had.
  var unused: [String] { patterns.map(\.text).filter { !used.contains($0) } }
}

extension [FieldPath.Component] {
  /// Whether the path begins with steps, of which nil stands for any index.
  fileprivate func begins(with steps: [FieldPath.Component?]) -> Bool {
    count >= steps.count
      && zip(self, steps).allSatisfy { own, step in
        if let step { return own == step }
        if case .index = own { return true }
        return false
      }
  }
}
