import Foundation
import Lineage

extension CommandRun {
  /// A line per document of `inspect --files`, as JSON.
  private struct DocumentJSON: Encodable {
    let file: String?
    let line: Int?
    let type: String?
    let version: String?
    let standing: String
    let message: String?
  }

  /// The counts of `inspect`, as JSON.
  private struct SurveyJSON: Encodable {
    struct Count: Encodable {
      let type: String
      let version: String?
      let standing: String
      let documents: Int
    }

    let documents: Int
    let failed: Int
    let versions: [Count]
  }

  mutating func inspect() throws -> ExitCode {
    try checkOperands()
    try openErrorRecords()
    let survey = try inspected()
    try checkThatThereAreDocuments(survey.documents)
    if invocation.isJSON {
      if !invocation.listsFiles { try printJSON(json(of: survey)) }
    } else if !invocation.listsFiles {
      try printSurvey(survey)
    }
    return survey.failureCount > 0 ? .failures : .success
  }

  private func inspected() throws -> MigrationSurvey {
    let source = try source(takingBackups: true)
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "document")
    defer { monitor.finish() }
    return try migration.survey(source, jobs: jobs, stop: stop) { document, standing, progress in
      monitor.update(progress)
      try report(standing, of: document)
    }
  }

  /// Records a failure, and prints the line of a document if there is one for each.
  private func report(_ standing: DocumentStanding, of document: FoundDocument) throws {
    let place = document.place
    var message: String?
    if case .failed(let failure) = standing {
      try recordFailure(failure, of: place)
      message = failure.message
    }
    guard invocation.listsFiles else { return }
    if invocation.isJSON {
      try printJSON(
        DocumentJSON(
          file: place.file, line: place.line, type: document.kind?.name,
          version: standing.version.map { "\($0)" },
          standing: standing.word, message: message))
      return
    }
    let columns = [
      "\(place)".shown(upTo: .max), document.kind?.name ?? "?", Wording.version(standing.version),
      standing.word,
    ]
    if invocation.isPlain {
      try terminal.print((columns + [message ?? ""]).joined(separator: "\t"))
    } else {
      let note = message.map { ": \($0)" } ?? ""
      try terminal.print(
        "\(columns[0])  \(columns[1]) \(columns[2])  \(columns[3])\(note)")
    }
  }

  private func json(of survey: MigrationSurvey) -> SurveyJSON {
    SurveyJSON(
      documents: survey.documents, failed: survey.failureCount,
      versions: survey.counts.map {
        SurveyJSON.Count(
          type: $0.type, version: $0.version.map { "\($0)" }, standing: $0.standing.rawValue,
          documents: $0.documents)
      })
  }

  private func printSurvey(_ survey: MigrationSurvey) throws {
    if invocation.isPlain {
      for count in survey.counts {
        try terminal.print(
          [
            count.type, Wording.version(count.version), "\(count.documents)",
            count.standing.rawValue,
          ]
          .joined(separator: "\t"))
      }
      if survey.failureCount > 0 {
        try terminal.print("?\t?\t\(survey.failureCount)\tfailed")
      }
      return
    }
    let width =
      (survey.counts.map(\.documents) + [survey.failureCount])
      .map { Wording.number($0).count }.max() ?? 0
    let types = migration.typeNames.filter { name in
      survey.counts.contains { $0.type == name } || survey.failed.types.contains(name)
    }
    for type in types {
      if migration.typeNames.count > 1 { try terminal.print(type) }
      for count in survey.counts where count.type == type {
        let note =
          switch count.standing {
          case .current: "  current"
          case .older: ""
          case .newer: "  newer than this program"
          }
        let version =
          count.version == .unversioned ? "no version" : "version \(Wording.version(count.version))"
        try terminal.print(
          "  \(Wording.right(Wording.number(count.documents), width))  \(version)\(note)")
      }
      try printFailures(survey.failed, of: type, width: width + 2)
    }
    try printFailures(survey.failed, of: nil, width: width + 2)
    try printFailureHint(survey.failed, width: width + 2)
  }
}

extension DocumentStanding {
  /// The standing in a word for scripts.
  var word: String { MigrationSurvey.Standing(self)?.rawValue ?? "failed" }
}
