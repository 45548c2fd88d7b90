import Foundation
import Lineage

// The messages about the document's folder, and about files and folders in it.

extension FixtureFailure {
  // MARK: - What doesn't belong there

  static func fileOfNoFixture(_ file: String, in check: FixtureCheck) -> FixtureFailure {
    let endings = check.formats.map { ".\($0.fileExtension)" }
    let expectations = endings.map { ".expected\($0)" }
    return FixtureFailure(
      .fileBelongsToVersion, file: file,
      """
      \(file) doesn't belong to a fixture. Fixtures are files that end in \(endings.alternatives), in the \
      folder of their version. Beside them, expectations end in \(expectations.alternatives), and notes in \
      .notes.json.
      """,
      remedy: "Rename it, delete it, or pass its format: MigrationFixtures(of:formats:).")
  }

  static func folderOfNoVersion(_ place: String, in check: FixtureCheck) -> FixtureFailure {
    let chain = check.chain
    return FixtureFailure(
      .fileBelongsToVersion, file: place,
      """
      \(place) doesn't belong to a version of \(check.document). The chain has \(chain.inWords), with the \
      folders \(chain.shortened.map { $0?.folder ?? "…" }.joined(separator: ", ")).
      """,
      remedy: """
        If documents of this version exist, add its type to the chain, or correct the folder's name; \
        otherwise delete it.
        """)
  }

  static func folderInVersionFolder(
    _ place: String, of version: DocumentVersion, in folder: FixtureFolder
  ) -> FixtureFailure {
    FixtureFailure(
      .fileBelongsToVersion, file: place,
      "\(place) is a folder, but the folder of a version contains only files.",
      remedy: """
        Move its files to \(folder.shownPath(of: version.folder)) if they are fixtures of \
        \(version.inWords), or delete it.
        """)
  }

  // MARK: - Whose folder it is

  static func renamedDocument(former: String, in check: FixtureCheck) -> FixtureFailure {
    let (document, folder, newest) = (check.document, check.folder, check.newest)
    let place = folder.shownFolder(of: document)
    return FixtureFailure(
      .folderIsOfDocument, file: place,
      """
      There are no fixtures in \(place), but those in \(folder.shownFolder(of: former)) seem to be of the \
      same document. Was \(former) renamed to \(document)?
      """,
      remedy: """
        If it was, move the folder to \(place), or pass its name: \
        MigrationFixtures(of: \(newest.typeName).self, named: "\(former)"). If \(document) is another \
        document, put its first fixture into \(folder.shownPath(of: newest.folder)). Until then, nothing \
        is checked or recorded.
        """)
  }

  static func folderOfTwoTypes(
    _ folder: String, _ type: String, _ other: String, typeName: String
  ) -> FixtureFailure {
    FixtureFailure(
      .folderIsOfDocument, file: folder,
      """
      \(folder) is the folder of two types, \([type, other].sorted().joined(separator: " and ")), but \
      each type needs its own fixtures.
      """,
      remedy: """
        Give one of them its own folder: MigrationFixtures(of: \(typeName).self, named: "…").
        """)
  }

  // MARK: - What can't be read or written

  /// A problem that ends the check.
  static func uncheckable(_ file: String?, because error: any Error) -> FixtureFailure {
    unreadable(
      file, because: error, remedy: "Until this is fixed, the fixtures aren't checked.")
  }

  static func brokenNotes(_ file: String, because error: any Error) -> FixtureFailure {
    unreadable(file, because: error, remedy: "Fix the notes. Until then, they are ignored.")
  }

  static func unreadable(
    _ file: String?, because error: any Error, remedy: String
  ) -> FixtureFailure {
    let own = error as? UnreadableFile
    return FixtureFailure(
      .filesAreReadable, file: file,
      own?.description ?? file.map { "\($0) can't be read. \(error)" } ?? "\(error)",
      remedy: remedy)
  }

  static func unwritable(_ file: String, because error: any Error) -> FixtureFailure {
    FixtureFailure(
      .filesAreReadable, file: file, "\(file) can't be written. \(error.localizedDescription)",
      remedy: """
        Until this is fixed, nothing more is recorded. To run the tests without recording anything, set \
        \(RecordingMode.variable) to \(RecordingMode.never).
        """)
  }
}

extension [String] {
  fileprivate var alternatives: String { joined(separator: " or ") }
}
