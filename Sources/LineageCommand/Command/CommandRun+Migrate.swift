import Foundation
import Lineage
import LineageStore
import Synchronization

extension CommandRun {
  /// What migrating a document changes, as JSON.
  private struct ChangeJSON: Encodable {
    var file: String?
    var line: Int?
    var type: String?
    var standing: String
    var from: String?
    var to: String?
    var operations: [PatchOperation]?
    /// The fields that are lost.
    var lost: [String]?
    var notes: [NoteJSON]?
    var code: String?
    var message: String?
  }

  // MARK: - Checking

  mutating func check() throws -> ExitCode {
    try checkOperands()
    try openErrorRecords()
    let changes = try changes(in: source()) { document, examination in
      if invocation.isJSON { try printChange(examination, of: document) }
    }
    try checkThatThereAreDocuments(changes.documents)
    if !invocation.isJSON { try printChanges(changes) }
    terminal.say(sentence(of: changes))
    if changes.failed.count > 0 { return .failures }
    return changes.changeCount > 0 ? .differences : .success
  }

  /// Finds what would change, and records failures.
  private func changes(
    in source: any DocumentSource, each: (FoundDocument, Examination) throws -> Void
  ) throws -> PlannedChanges {
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "document")
    defer { monitor.finish() }
    return try migration.changes(
      in: source, jobs: jobs, stop: stop, sampleLimit: invocation.sample
    ) { document, examination, progress in
      monitor.update(progress)
      if case .failed(let failure) = examination.standing {
        try recordFailure(failure, of: document.place)
      }
      try each(document, examination)
    }
  }

  private func printChange(_ examination: Examination, of document: FoundDocument) throws {
    var entry = ChangeJSON(
      file: document.place.file, line: document.place.line, type: document.kind?.name,
      standing: examination.standing.word,
      from: examination.standing.version.map { "\($0)" })
    if case .failed(let failure) = examination.standing {
      entry.code = failure.code.rawValue
      entry.message = failure.message
    }
    if let changes = examination.changes {
      entry.to = "\(changes.to)"
      entry.operations = changes.fields.map {
        PatchOperation($0, showingValues: showsValues)
      }
    }
    if !examination.lost.isEmpty { entry.lost = examination.lost.map(\.description) }
    entry.notes = NoteJSON.all(of: examination, showingValues: showsValues)
    try printJSON(entry)
  }

  /// How many documents would change, and how many there are: without any, nothing would change either. Newer ones are
  /// counted, because the exit code doesn't tell them from current ones.
  private func sentence(of changes: PlannedChanges) -> String {
    let documents = Wording.count(changes.documents, "document")
    var parts = ["\(Wording.number(changes.changeCount)) of \(documents) would change"]
    if changes.failed.count > 0 { parts.append("\(Wording.number(changes.failed.count)) failed") }
    let newer = changes.unchanged.counts.filter { $0.standing == .newer }.reduce(0) {
      $0 + $1.documents
    }
    if newer > 0 {
      parts.append(
        "\(Wording.number(newer)) \(newer == 1 ? "is" : "are") newer than \(newestKnown)")
    }
    return parts.joined(separator: "; ") + "."
  }

  // MARK: - Migrating

  mutating func migrate() throws -> ExitCode {
    try checkOperands()
    let wanted = try filesToRetry()
    let isWanted: @Sendable (String) -> Bool = { path in
      wanted?.contains(ComparedPath(Journal.identity(of: path))) ?? true
    }
    try openErrorRecords()
    let journal = try openJournal()
    var failedFiles: Set<ComparedPath> = []
    let changes = try changes(in: source(where: isWanted)) { document, examination in
      let path = document.place.file
      if case .failed = examination.standing, let path { failedFiles.insert(ComparedPath(path)) }
      if invocation.isDryRun {
        if invocation.isJSON { try printChange(examination, of: document) }
      } else if let result = MigrationResult(examination.standing), let path {
        try recordResult(JournalRecord(result, of: path, showingValues: showsValues), in: journal)
      }
    }
    if let wanted {
      try checkThatFailedFilesWereFound(changes.documents, of: wanted.count)
    } else {
      try checkThatThereAreDocuments(changes.documents)
    }
    if !invocation.isJSON { try printChanges(changes) }
    if invocation.isDryRun {
      terminal.say("Nothing was written. \(sentence(of: changes))")
      return changes.failed.count > 0 ? .failures : .success
    }
    if changes.failed.count > 0, !invocation.keepsGoing {
      terminal.complain(
        """
        Nothing was written, because \(Wording.count(changes.failed.count, "document")) failed. Repair or remove \
        \(changes.failed.count == 1 ? "it" : "them"), or migrate the others with --keep-going.
        """)
      return .failures
    }
    let question = "Migrate \(Wording.count(changes.changeCount, "document"))?"
    guard try changes.changeCount == 0 || confirms(question) else { return .differences }
    let plan = MigrationPlan(
      migration: migration, paths: invocation.operands, jobs: jobs, changes: changes)
    return try write(plan, besides: failedFiles, isWanted, journal)
  }

  /// The files that failed according to the journal; nil if all files are to be migrated.
  private func filesToRetry() throws -> Set<ComparedPath>? {
    guard invocation.onlyFailed, let journal = invocation.journal else { return nil }
    return try readJournal(journal).failedFiles
  }

  func readJournal(_ path: String) throws(CommandFailure) -> Journal {
    do {
      return try Journal(path)
    } catch {
      throw CommandFailure(.noInput, "the journal '\(path)' can't be read: \(error).")
    }
  }

  /// Says how many files of the journal aren't among those that were named, and fails if none is.
  private func checkThatFailedFilesWereFound(_ found: Int, of wanted: Int) throws {
    if found >= wanted { return }
    let journal = "'\(invocation.journal ?? "")'"
    let places = invocation.operands.map { "'\($0)'" }.joined(separator: ", ")
    if found == 0 {
      let documents =
        wanted == 1
        ? "the document that failed according to \(journal) isn't in"
        : "none of the \(Wording.number(wanted)) documents that failed according to \(journal) is in"
      throw CommandFailure(
        .noInput, "\(documents) \(places). Name the files or folders that the journal names.")
    }
    let missing = wanted - found
    terminal.say(
      """
      \(Wording.number(missing)) of \(Wording.count(wanted, "document")) that failed according to \(journal) \
      \(missing == 1 ? "isn't" : "aren't") in \(places).
      """)
  }

  func openJournal() throws -> JournalWriter? {
    guard let path = invocation.journal, !invocation.isDryRun else { return nil }
    do {
      return try JournalWriter(path)
    } catch {
      throw CommandFailure(.cannotCreate, "'\(path)' can't be written: \(error).")
    }
  }

  /// Records what became of a document, and prints that with `--json`.
  private func recordResult(_ record: JournalRecord, in journal: JournalWriter?) throws {
    // It is printed even if it can't be recorded.
    let recording = Result { try recordInJournal { try journal?.finish(record) } }
    if invocation.isJSON { try printJSON(record) }
    try recording.get()
  }

  func recordInJournal(_ append: () throws -> Void) throws {
    do {
      try append()
    } catch let error as SystemError {
      throw CommandFailure(
        .ioError,
        "'\(invocation.journal ?? "")' can't be written: \(error). Run the command again to continue."
      )
    }
  }

  /// - Parameter failedFiles: The files whose failures are already recorded.
  private func write(
    _ plan: MigrationPlan, besides failedFiles: Set<ComparedPath>,
    _ isWanted: @escaping @Sendable (String) -> Bool, _ journal: JournalWriter?
  ) throws -> ExitCode {
    if ownsProcess { Signals.noteInterruptions() }
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "document")
    let outcome: MigrationOutcome
    // The first error ends the migration, but other threads may have written documents by then, which are reported too.
    let failure = Mutex<(any Error)?>(nil)
    let showsValues = showsValues
    let stop = stop
    let record = { @Sendable (examination: Examination, kind: any DocumentKind, path: String) in
      JournalRecord(
        .migrated(examination), of: path, target: kind.target, showingValues: showsValues)
    }
    do {
      defer { monitor.finish() }
      outcome = try plan.run(stop: stop, isWanted: isWanted) {
        examination, kind, path throws(DocumentFailure) in
        do {
          try journal?.begin(record(examination, kind, path))
        } catch {
          throw DocumentFailure(
            .diskFailed, version: examination.standing.version,
            message: "It was left as it is, because the journal can't be written.")
        }
      } end: { examination, kind, path in
        do {
          try recordInJournal { try journal?.finish(record(examination, kind, path)) }
        } catch {
          failure.withLock { $0 = $0 ?? error }
          stop.stop()
        }
      } each: { file, result, progress in
        monitor.update(progress)
        do {
          try report(result, of: file, besides: failedFiles, journal)
        } catch {
          failure.withLock { $0 = $0 ?? error }
          stop.stop()
        }
      }
    }
    let migrated = outcome.migrated
    let done = "\(Wording.count(migrated, "document")) \(migrated == 1 ? "was" : "were") migrated"
    var rest = outcome.unchanged == 0 ? "" : ", \(Wording.number(outcome.unchanged)) left alone"
    if outcome.failureCount > 0 { rest += ", \(Wording.number(outcome.failureCount)) failed" }
    if let failure = failure.withLock(\.self) {
      terminal.say("\(done)\(rest).")
      throw failure
    }
    if outcome.isInterrupted {
      terminal.complain("Interrupted. \(done). Run the command again to continue.")
      return .cancelled
    }
    terminal.say("\(done)\(rest).")
    return outcome.failureCount > 0 ? .failures : .success
  }

  /// Reports what became of a document, in the journal and elsewhere.
  ///
  /// - Throws: An error if no other document should be written.
  private func report(
    _ result: MigrationResult, of file: FoundFile, besides failedFiles: Set<ComparedPath>,
    _ journal: JournalWriter?
  ) throws {
    var record: JournalRecord {
      JournalRecord(
        result, of: file.path, target: file.kind?.target, showingValues: showsValues)
    }
    switch result {
    // `end` has recorded it.
    case .migrated: if invocation.isJSON { try printJSON(record) }
    case .failed(let failure):
      if failedFiles.contains(ComparedPath(file.path)) { break }
      complain(failure, of: file.path)
      try recordResult(record, in: journal)
      try recordFailure(failure, of: .file(file.path))
      if failure.code == .diskFailed {
        throw CommandFailure(
          .ioError,
          "stopped, because no other file can be written either. Run the command again to continue."
        )
      }
    case .current, .newer: break
    }
  }

  // MARK: - Groups

  private func printChanges(_ changes: PlannedChanges) throws {
    if invocation.isPlain {
      for group in changes.groups {
        let columns = [
          group.type, "\(group.documents)", "\(group.from)", "\(group.to)",
          group.changes.joined(separator: "; "), group.losesFields ? "loses fields" : "",
          group.example.shown(upTo: .max), group.noteCount > 0 ? "\(group.noteCount)" : "",
          firstNote(of: group) ?? "",
        ]
        try terminal.print(columns.joined(separator: "\t"))
      }
      for count in changes.unchanged.counts {
        let version = Wording.version(count.version)
        try terminal.print(
          "\(count.type)\t\(count.documents)\t\(version)\t\(version)\t\(count.standing.rawValue)\t\t\t\t"
        )
      }
      if changes.failed.count > 0 {
        try terminal.print(
          "?\t\(changes.failed.count)\t?\t?\tfailed\t\t\((changes.failed.first.first?.path ?? "").shown(upTo: .max))\t\t"
        )
      }
      return
    }
    let types = migration.typeNames.filter { name in
      changes.groups.contains { $0.type == name }
        || changes.unchanged.counts.contains { $0.type == name }
        || changes.failed.types.contains(name)
    }
    let width = Wording.number(changes.documents).count + 1
    for type in types {
      if migration.typeNames.count > 1 { try terminal.print(type) }
      try printGroups(
        changes.groups.filter { $0.type == type },
        changes.unchanged.counts.filter { $0.type == type }, width: width)
      try printFailures(changes.failed, of: type, width: width)
    }
    try printFailures(changes.failed, of: nil, width: width)
    try printFailureHint(changes.failed, width: width)
  }

  private func printGroups(
    _ groups: [MigrationPlan.Group], _ unchanged: [MigrationSurvey.Count], width: Int
  ) throws {
    let shown = groups.prefix(Self.shownGroups)
    let versions = shown.map { "\(Wording.version($0.from)) → \(Wording.version($0.to))" }
    let changes = shown.map { group in
      group.changes.isEmpty ? "only the version" : group.changes.joined(separator: "   ")
    }
    let versionWidth =
      (versions + unchanged.map { Wording.version($0.version) }).map(\.count).max() ?? 0
    let changeWidth = min(changes.map(\.count).max() ?? 0, 90)
    for (index, group) in shown.enumerated() {
      let loss = group.losesFields ? "   " + terminal.emphasized("← loses fields") : ""
      try terminal.print(
        """
        \(Wording.right(Wording.number(group.documents), width))  \
        \(Wording.padded(versions[index], versionWidth))  \
        \(Wording.padded(changes[index], changeWidth))  e.g. \(group.example.shown(upTo: .max))\(loss)
        """)
      if let note = firstNote(of: group) {
        let count = Wording.count(group.noteCount, "note")
        try terminal.print("\(Wording.right("", width + 2))\(count), e.g. \(note)")
      }
      try printSamples(group.samples, indent: width + 2)
    }
    if groups.count > shown.count {
      let rest = groups[shown.count...].reduce(0) { $0 + $1.documents }
      try terminal.print(
        """
        \(Wording.right(Wording.number(rest), width))  in \(Wording.number(groups.count - shown.count)) smaller \
        groups (--json lists all)
        """)
    }
    for count in unchanged {
      let note = count.standing == .newer ? "newer than \(newestKnown): left alone" : "current"
      try terminal.print(
        """
        \(Wording.right(Wording.number(count.documents), width))  \
        \(Wording.padded(Wording.version(count.version), versionWidth))  \(note)
        """)
    }
  }

  private static var shownGroups: Int { 20 }

  /// The first note of a group's documents; nil if there is none. Its text is left out where values are.
  private func firstNote(of group: MigrationPlan.Group) -> String? {
    guard let note = group.firstNote else { return nil }
    var parts = [group.notedExample.shown(upTo: .max)]
    if !note.path.components.isEmpty { parts.append("\(note.path)") }
    if showsValues { parts.append(note.text.shown(upTo: .max)) }
    return parts.joined(separator: ": ")
  }

  private func printSamples(_ samples: [MigrationPlan.Sample], indent: Int) throws {
    let space = String(repeating: " ", count: indent)
    for sample in samples {
      func line(_ sign: String, _ path: FieldPath, _ content: String) throws {
        let path = path.components.isEmpty ? "(the document)" : "\(path)"
        let content = showsValues ? ": \(content.shown(upTo: .max))" : ""
        try terminal.print("\(space)  \(sign) \(path)\(content)")
      }
      try terminal.print("\(space)\(sample.path.shown(upTo: .max))")
      for change in sample.changes {
        switch change.kind {
        case .added(let value): try line("+", change.path, "\(value)")
        case .removed(let value): try line("−", change.path, "\(value)")
        case .replaced(let old, let new):
          if showsValues {
            try line("−", change.path, "\(old)")
            try line("+", change.path, "\(new)")
          } else {
            try line("~", change.path, "\(new)")
          }
        }
      }
      for note in sample.notes { try line("note", note.path, note.text) }
    }
  }
}
