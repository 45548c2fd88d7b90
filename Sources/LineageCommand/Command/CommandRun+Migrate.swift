import Foundation
import Lineage
import LineageStore

extension CommandRun {
  /// What migrating a document changes, as JSON.
  private struct ChangeRecord: Encodable {
    var file: String
    var type: String?
    var standing: String
    var from: String?
    var to: String?
    var operations: [PatchOperation]?
    /// The fields that are lost, because no type declares them.
    var lost: [String]?
    var code: String?
    var message: String?
  }

  // MARK: - Checking

  mutating func check() throws -> ExitCode {
    try checkOperands()
    try openRecords()
    let plan = try planned(showingEach: invocation.isJSON) { _ in true }
    try checkThatThereAreDocuments(plan.documents)
    if !invocation.isJSON { try show(plan) }
    let changes =
      plan.changeCount == 0
      ? "No document would change" : "\(Wording.count(plan.changeCount, "document")) would change"
    if !invocation.isPlain { terminal.say("\(changes)\(failurePhrase(plan.failureCount)).") }
    if plan.failureCount > 0 { return .failures }
    return plan.changeCount > 0 ? .differences : .success
  }

  /// Finds what would change in files, or in the lines of standard input.
  private func planned(
    showingEach showsEach: Bool, _ isWanted: @escaping @Sendable (String) -> Bool
  ) throws -> MigrationPlan {
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "document")
    defer { monitor.finish() }
    guard readsLines else {
      return try migration.plan(
        invocation.operands, jobs: jobs, stop: stop, sampleLimit: invocation.sample,
        isWanted: isWanted
      ) { file, examination, progress in
        monitor.update(progress)
        try tell(
          examination, of: file.kind.map { migration.kinds[$0] }, file.path, showsEach)
      }
    }
    let kind = try kindOfLines()
    var plan = MigrationPlan(migration, [], jobs: jobs)
    plan.sampleLimit = invocation.sample
    try LineSurvey<Examination>(jobs: jobs) { kind.examine($0) }.run(from: 0) {
      line, examination in
      plan.add(examination, of: kind, "line \(line)")
      monitor.update(WorkProgress(documents: plan.documents))
      try tell(examination, of: kind, "line \(line)", showsEach)
    }
    plan.sort()
    return plan
  }

  private func tell(
    _ examination: Examination, of kind: (any DocumentKind)?, _ path: String, _ isShown: Bool
  ) throws {
    var entry = ChangeRecord(
      file: path, type: kind?.name, standing: examination.standing.word,
      from: examination.standing.version.map { "\($0)" })
    if case .failed(let failure) = examination.standing {
      try record(failure, of: path)
      entry.code = failure.code.rawValue
      entry.message = failure.message
    }
    guard isShown else { return }
    if let changes = examination.changes {
      entry.to = "\(changes.to)"
      entry.operations = changes.fields.map {
        PatchOperation($0, showingValues: showsValues)
      }
      if !changes.lost.isEmpty { entry.lost = changes.lost.map(\.description) }
    }
    try printJSON(entry)
  }

  private func failurePhrase(_ count: Int) -> String {
    count == 0 ? "" : "; \(Wording.number(count)) can't be read"
  }

  // MARK: - Migrating

  mutating func migrate() throws -> ExitCode {
    try checkOperands()
    var wanted: Set<String>?
    if invocation.onlyFailed, let journal = invocation.journal {
      do {
        wanted = try Journal.failedFiles(in: journal)
      } catch {
        throw CommandFailure(.noInput, "the journal '\(journal)': \(error).")
      }
    }
    let isWanted: @Sendable (String) -> Bool = { [wanted] in wanted?.contains($0) ?? true }
    try openRecords()
    if !invocation.isDryRun { Signals.noteInterruptions() }
    let plan = try planned(showingEach: invocation.isJSON && invocation.isDryRun, isWanted)
    if stop.isStopped {
      terminal.complain("\(table.name): interrupted. Nothing was written.")
      return .failures
    }
    if wanted == nil { try checkThatThereAreDocuments(plan.documents) }
    if !invocation.isJSON { try show(plan) }
    let failed = failurePhrase(plan.failureCount)
    if invocation.isDryRun {
      let changes = Wording.count(plan.changeCount, "document")
      terminal.say("Nothing was written. \(changes) would change\(failed).")
      return plan.failureCount > 0 ? .failures : .success
    }
    if plan.failureCount > 0, !invocation.keepsGoing {
      terminal.complain(
        """
        Nothing was written, because \(Wording.count(plan.failureCount, "document")) can't be read. Repair or \
        remove them, or migrate the others with --keep-going.
        """)
      return .failures
    }
    if plan.changeCount > 0, invocation.asks, terminal.hasPerson {
      try terminal.flush()
      let question = "Migrate \(Wording.count(plan.changeCount, "document"))?"
      guard terminal.confirms(question) else {
        terminal.say("Nothing was written.")
        return .success
      }
    }
    return try write(plan, isWanted)
  }

  private func write(
    _ plan: MigrationPlan, _ isWanted: @escaping @Sendable (String) -> Bool
  ) throws -> ExitCode {
    let journal = try invocation.journal.map { path in
      do {
        return try RecordFile(path)
      } catch let error as SystemError {
        throw CommandFailure(.cannotCreate, "'\(path)' can't be written: \(error).")
      }
    }
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "document")
    let outcome: MigrationOutcome
    do {
      defer { monitor.finish() }
      outcome = try plan.run(stop: stop, isWanted: isWanted) { file, examination, progress in
        monitor.update(progress)
        try journal?.append(JournalRecord(examination, file.path))
        if invocation.isJSON { try printJSON(JournalRecord(examination, file.path)) }
      }
    } catch let error as SystemError {
      throw CommandFailure(
        .ioError, "'\(invocation.journal ?? "")' can't be written: \(error). Run it again to go on."
      )
    }
    let migrated = outcome.migrated
    let done = "\(Wording.count(migrated, "document")) \(migrated == 1 ? "was" : "were") migrated"
    if outcome.isInterrupted {
      terminal.complain("Interrupted. \(done), completely. Run the command again to go on.")
      return .failures
    }
    var rest = outcome.unchanged == 0 ? "" : ", \(Wording.number(outcome.unchanged)) left alone"
    if outcome.failureCount > 0 { rest += ", \(Wording.number(outcome.failureCount)) failed" }
    terminal.say("\(done)\(rest).")
    if outcome.failureCount > plan.failureCount, let first = outcome.failures.first {
      terminal.complain("\(table.name): \(first.path): \(first.failure.message)")
    }
    return outcome.failureCount > 0 ? .failures : .success
  }

  // MARK: - Groups

  private func show(_ plan: MigrationPlan) throws {
    if invocation.isPlain {
      for group in plan.groups {
        let columns = [
          group.type, "\(group.documents)", "\(group.from)", "\(group.to)",
          group.changes.joined(separator: "; "), group.losesFields ? "loses fields" : "",
          group.example,
        ]
        try terminal.print(columns.joined(separator: "\t"))
      }
      for count in plan.unchanged.counts {
        let version = Wording.version(count.version)
        try terminal.print(
          "\(count.type)\t\(count.documents)\t\(version)\t\(version)\t\(count.word)\t\t")
      }
      if plan.failureCount > 0 {
        try terminal.print(
          "?\t\(plan.failureCount)\t?\t?\tfailed\t\t\(plan.failures.first?.path ?? "")")
      }
      return
    }
    let types = migration.kinds.map(\.name).filter { name in
      plan.groups.contains { $0.type == name }
        || plan.unchanged.counts.contains { $0.type == name }
    }
    for type in types {
      if migration.kinds.count > 1 { try terminal.print(type) }
      try show(
        plan.groups.filter { $0.type == type }, plan.unchanged.counts.filter { $0.type == type },
        width: Wording.number(plan.documents).count + 1)
    }
    if let line = failureLine(plan.failureCount, plan.failures) {
      let count = Wording.right(
        Wording.number(plan.failureCount), Wording.number(plan.documents).count + 1)
      try terminal.print("\(count)  \(terminal.emphasized(line))")
    }
  }

  private func show(
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
        \(Wording.padded(changes[index], changeWidth))  e.g. \(group.example)\(loss)
        """)
      try show(group.samples, indent: width + 2)
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
      let limit = invocation.targetVersion.map { "version \($0)" } ?? "this program"
      let note = count.isNewer ? "newer than \(limit): left alone" : "current"
      try terminal.print(
        """
        \(Wording.right(Wording.number(count.documents), width))  \
        \(Wording.padded(Wording.version(count.version), versionWidth))  \(note)
        """)
    }
  }

  private static var shownGroups: Int { 20 }

  private func show(_ samples: [MigrationPlan.Sample], indent: Int) throws {
    let space = String(repeating: " ", count: indent)
    for sample in samples {
      try terminal.print("\(space)\(sample.path)")
      for change in sample.changes {
        let path = change.path.components.isEmpty ? "(the document)" : "\(change.path)"
        func line(_ sign: String, _ value: DocumentValue) throws {
          try terminal.print("\(space)  \(sign) \(path)\(showsValues ? ": \(value)" : "")")
        }
        switch change.kind {
        case .added(let value): try line("+", value)
        case .removed(let value): try line("−", value)
        case .replaced(let old, let new):
          if showsValues {
            try line("−", old)
            try line("+", new)
          } else {
            try line("~", new)
          }
        }
      }
    }
  }
}
