import Foundation
import Lineage

// The messages about fuzzing.

extension FixtureFailure {
  // MARK: - What was found

  init(_ finding: FuzzFinding, format: FixtureFormat, folder: FixtureFolder, seed: UInt64) {
    let name = "fuzz-\(seed)-\(finding.iteration)"
    let file = folder.shownPath(of: FixtureCase.file(name, of: finding.version, in: format))
    var differences: [FieldDifference] = []
    var happened = "A document of \(finding.version.inWords) of \(folder.document) "
    switch finding.law {
    case .migrates: happened += "that its type has written doesn't migrate."
    case .stepByStep:
      happened += "migrates to another result when it is encoded and decoded after every step:"
    case .newestIsStable:
      happened += "changes when its newest form is encoded and decoded:"
    case .unknownFieldsStay:
      happened += "loses an unknown field, although all types on the way preserve such fields:"
    case .downgrades:
      happened += """
        becomes one that programs of the previous version can't read, or write differently, when it is \
        downgraded.
        """
    case .refusalIsClear:
      happened += "that is damaged is rejected with an error that doesn't say what and where."
    case .cutOffIsRefused: happened += "that is cut off is read as a whole one:"
    }
    switch finding.breach {
    case .error(let error): happened += " \(error)"
    case .differing(let found): differences = found
    case .accepted: break
    }
    self.init(
      .fuzzedDocumentsAreHandled, file: file, happened,
      lines: Self.lines(of: finding.document), differences: differences,
      remedy: """
        This is the smallest document that shows it, found by fuzz(seed: \(seed)) in iteration \
        \(finding.iteration). \
        \(finding.law == .cutOffIsRefused
          ? "The decoder has to reject it, since saving what it has read would lose the rest."
          : "To keep it as a fixture, save it as \(file).")
        """,
      attachments: [.init(name: "\(name).\(format.fileExtension)", content: finding.document)])
  }

  /// A failure about an earlier run that ended while it decoded a document.
  init(unfinished run: LastDocument.Unfinished, of folder: FixtureFolder) {
    self.init(
      .fuzzedDocumentsAreHandled,
      """
      An earlier run of fuzz(seed: \(run.seed)) ended in iteration \(run.iteration), while it read this document \
      of \(folder.document):
      """,
      lines: Self.lines(of: run.document),
      remedy: run.isOnly
        ? """
        If it crashed, fix the trap in init(from:) or in a step; if it was stopped, run the test again.
        """
        : """
        Other fuzz tests were running at the same time, so one of them may have crashed instead. Run \
        this test alone: if it crashes again, fix the trap in init(from:) or in a step.
        """,
      attachments: [.init(name: "unfinished-\(run.seed)-\(run.iteration)", content: run.document)])
  }

  /// The document as printed: truncated if it is long, with invalid text repaired.
  private static func lines(of document: Data) -> [String] {
    let text = String(decoding: document.prefix(2_000), as: UTF8.self)
    let lines = text.split(separator: "\n").map { String($0.prefix(200)) }
    let shown = Array(lines.prefix(40))
    let isWhole = shown.count == lines.count && document.count <= 2_000
    return isWhole ? shown : shown + ["… (\(document.count) bytes, attached)"]
  }

  // MARK: - What was not tested

  static func nothingMigrated(_ document: String, _ version: DocumentVersion) -> FixtureFailure {
    FixtureFailure(
      .fuzzedDocumentsAreHandled,
      """
      The steps rejected every generated document of \(version.inWords) of \(document), so \
      nothing was tested.
      """,
      remedy:
        "If they should accept such documents, fix them. If not, add fixtures that they do accept.")
  }

  static func nothingGenerated(_ document: String, _ version: DocumentVersion) -> FixtureFailure {
    FixtureFailure(
      .fuzzedDocumentsAreHandled,
      """
      \(version.typeInWords) of \(document), rejects all \
      generated documents, so only a few known ones were tested.
      """,
      remedy: """
        Add fixtures with other values: with \(FuzzedVersion.enoughFixtures) or more, those are tested. Or, \
        if init(from:) has rules for some values, such as a checksum, decode them with a type of their own: \
        documents are then generated with its values in the fixtures.
        """)
  }

  static func nothingToFuzz(because error: NoSample) -> FixtureFailure {
    FixtureFailure(
      .fuzzedDocumentsAreHandled, "\(error)", remedy: "Until then, there is nothing to fuzz.")
  }
}
