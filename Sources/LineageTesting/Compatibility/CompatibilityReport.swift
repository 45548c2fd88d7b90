public import Lineage

/// The changes between the versions of a document, and their effect on older programs.
///
/// ```swift
/// print(try MigrationFixtures(of: Poem.self).compatibility())
/// // Poem, version 1 → version 2
/// //   added    lines: [String]
/// //   removed  text: String
/// //   Programs of version 1 refuse documents of version 2.
/// ```
public struct CompatibilityReport: Hashable, Sendable {
  /// The changes from one version to the next.
  public struct Step: Hashable, Sendable {
    /// The older version.
    public let from: AnyVersion
    /// The newer version.
    public let to: AnyVersion
    /// The fields that the newer version has and the older one doesn't.
    public let added: [Field]
    /// The fields that the older version has and the newer one doesn't.
    public let removed: [Field]
    /// The fields that the step renames when it carries them over.
    public let renamed: [Renaming]
    /// The fields that have another type in the newer version.
    public let retyped: [Retyping]
    /// Descriptions of other changes, such as defaults and cases of enums.
    public let otherChanges: [String]
    /// What an older program does with newer documents.
    public let forward: Forward
    /// Whether newer documents can be written as the older version.
    public let isDowngradable: Bool
  }

  /// A field and its type.
  public struct Field: Hashable, Sendable {
    /// Where the field is: `stanzas[].lines`.
    public let path: String
    /// The type of its values.
    public let type: String
  }

  /// A renamed field.
  public struct Renaming: Hashable, Sendable {
    /// The field's name in the older version.
    public let old: String
    /// The field's name in the newer version.
    public let new: String
  }

  /// A field whose type has changed.
  public struct Retyping: Hashable, Sendable {
    /// Where the field is.
    public let path: String
    /// The type of its values in the older version, in Markdown, such as "`Stanza`, an object".
    public let old: String
    /// The type of its values in the newer version, in the same words.
    public let new: String
  }

  /// What a program of the previous version does with a document.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Forward: Hashable, Sendable {
    /// The older type rejects newer documents, so it loses nothing.
    case refused
    /// The older type reads the newer fixtures without loss.
    case readKeepingAll
    /// The older type reads the newer fixtures, and writing them again loses these fields.
    case readLosing([FieldPath])
    /// The older type accepts newer documents, but fails to decode them with this error.
    case unreadable(String)
    /// There is no newer document to try it with.
    case unknown
  }

  /// The name of the document.
  public let document: String
  /// The changes from each version to the next, oldest first.
  public let steps: [Step]
}

extension CompatibilityReport: CustomStringConvertible {
  /// The report as text, with a paragraph for each step.
  public var description: String {
    if steps.isEmpty { return "\(document) has one version, so there is nothing to compare." }
    return steps.map { "\(document), \($0)" }.joined(separator: "\n")
  }
}

extension CompatibilityReport.Step: CustomStringConvertible {
  /// The step as text, with a line for each change.
  public var description: String {
    var lines = added.map { "added    \($0.path): \($0.type)" }
    lines += removed.map { "removed  \($0.path): \($0.type)" }
    lines += renamed.map { "renamed  \($0.old) → \($0.new)" }
    lines += retyped.map { "retyped  \($0.path): \($0.old) → \($0.new)" }
    lines += otherChanges.map { "changed  \($0)" }
    if lines.isEmpty { lines = ["no change of shape"] }
    lines.append(forwardSentence)
    if isDowngradable {
      lines.append("Documents of \(to.inWords) can be written as \(from.inWords).")
    }
    return (["\(from.inWords) → \(to.inWords)"] + lines.map { "  \($0)" })
      .joined(separator: "\n")
  }

  private var forwardSentence: String {
    let programs = "Programs of \(from.inWords)"
    let documents = "documents of \(to.inWords)"
    switch forward {
    case .refused: return "\(programs) refuse \(documents)."
    case .readKeepingAll: return "\(programs) read \(documents), and keep what they don't know."
    case .readLosing(let paths):
      let names = paths.map(\.description).joined(separator: ", ")
      return "\(programs) read \(documents), and lose \(names) when they write them again."
    case .unreadable(let error):
      return "\(programs) try to read \(documents), and fail. \(error)"
    case .unknown:
      return "There is no document of \(to.inWords) to try with programs of \(from.inWords)."
    }
  }
}
