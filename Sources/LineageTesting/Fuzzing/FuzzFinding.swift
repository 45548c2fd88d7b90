import Foundation
import Lineage

/// A law that every document must obey, real or made up.
enum FuzzedLaw: Hashable {
  /// A document that a version could have written migrates, or a step of the program rejects it.
  case migrates
  /// Migrating through all steps at once gives the same result as step by step.
  case stepByStep
  /// The newest form doesn't change when it is encoded and decoded again.
  case newestIsStable
  /// Unknown fields survive if all types on the way preserve them.
  case unknownFieldsStay
  /// A document of a `Downgradable` version can be downgraded, and its previous version reads the result and writes it
  /// back, or `downgraded()` rejects it.
  case downgrades
  /// A damaged document decodes, or is rejected with a `MigrationError` or a `DecodingError` that says where.
  case refusalIsClear
  /// A JSON document that is cut off is rejected: if it were accepted, the rest would be lost when it is saved.
  case cutOffIsRefused

  static let ofValidDocuments: [FuzzedLaw] = [
    .migrates, .stepByStep, .newestIsStable, .unknownFieldsStay, .downgrades,
  ]
}

/// How a document breaks a law.
enum FuzzBreach {
  case error(any Error)
  case differing([FieldDifference])
  case accepted

  /// A breach with the differences; nil if there are none.
  static func differences(_ differences: [FieldDifference]) -> FuzzBreach? {
    differences.isEmpty ? nil : .differing(differences)
  }

  /// Whether two breaches are of the same kind, so one document can represent the other.
  func isLike(_ other: FuzzBreach) -> Bool {
    switch (self, other) {
    case (.error(let own), .error(let other)): type(of: own) == type(of: other)
    case (.differing, .differing): true
    default: false
    }
  }

  /// Whether two breaches are errors with the same text.
  func isSame(as other: FuzzBreach) -> Bool {
    guard case .error(let own) = self, case .error(let other) = other else { return false }
    return "\(own)" == "\(other)"
  }
}

/// A document that breaks a law.
struct FuzzFinding {
  let law: FuzzedLaw
  let version: DocumentVersion
  /// The iteration that found it.
  let iteration: Int
  /// The smallest document that breaks the law.
  let document: Data
  let breach: FuzzBreach
}

// MARK: - As a failure

extension FixtureFailure {
  init(_ finding: FuzzFinding, format: FixtureFormat, folder: FixtureFolder, seed: UInt64) {
    let name = "fuzz-\(seed)-\(finding.iteration)"
    let file = folder.shownPath(of: FixtureCase.file(name, of: finding.version, in: format))
    var differences: [FieldDifference] = []
    var happened = "A document of \(finding.version.version.inWords) of \(folder.document) "
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
}
