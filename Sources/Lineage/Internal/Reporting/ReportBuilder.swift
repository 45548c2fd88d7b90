/// The report of a call while it is being written. All sessions of the call share it.
final class ReportBuilder {
  var report = MigrationReport()
  /// How many values are being decoded, one inside the other.
  private var depth = 0
  /// What the report had before these values, the outermost first. A value without a mark shares the next deeper one. A
  /// mark is only made when something is recorded, because most values record nothing: with a mark for each, a report
  /// takes 9 % longer.
  private var marks: [(depth: Int, mark: Mark)] = []
  /// The mark of the outermost value that the latest error has left. If a type catches the error, what
  /// was recorded since is removed when decoding goes on. The report of a failed call contains it.
  private var failedAttempt: Mark?
  /// Whether the report has the names of types and the fields that were filled, which only people read.
  let hasDetails: Bool
  /// Whether the version of the document was found.
  var hasFoundVersion = false
  /// The values of the unknown fields that types preserve.
  var keptValues: [FieldPath: DocumentValue] = [:]
  var preservedNulls = PreservedNulls()
  /// The nulls that were read as nil.
  private var nullsRead: Set<FieldPath> = []
  var rejections = Rejections()
  var steps = StepReport()
  var nestedLosses = NestedLosses()
  /// The values of newer versions, by their paths before the steps, like ``missingTags``.
  var newer = RecordedOnce<FieldPath>()
  /// The notes about unions without a tag.
  private var missingTags = RecordedOnce<MigrationReport.Note>()
  var renamed = RenamedFields()
  /// The version locations of the nested values that were migrated.
  var nestedLocations: [VersionLocation] = []

  init(withDetails hasDetails: Bool = true) {
    self.hasDetails = hasDetails
  }

  /// A position in the report to roll back to if an attempt fails.
  struct Mark {
    let report: ReportMark
    let rejections: Rejections.Mark
    let preservedNulls: PreservedNulls.Mark
    let renamed: Int
    fileprivate let hasFoundVersion: Bool
    fileprivate let newer, missingTags: Int
  }

  var mark: Mark {
    forgetFailedAttempt()
    return Mark(
      report: ReportMark(of: report), rejections: rejections.mark,
      preservedNulls: preservedNulls.mark, renamed: renamed.count,
      hasFoundVersion: hasFoundVersion, newer: newer.count, missingTags: missingTags.count)
  }

  /// Decodes a value. If that fails and a type catches the error, nothing that was recorded meanwhile
  /// remains.
  func attempt<Value>(_ decode: () throws -> Value) throws -> Value {
    depth += 1
    defer { endAttempt() }
    do {
      let value = try decode()
      forgetFailedAttempt()
      return value
    } catch {
      if depth == depthWithMark { failedAttempt = marks.last?.mark }
      throw error
    }
  }

  /// The depth of the latest mark, or 0.
  private var depthWithMark: Int { marks.isEmpty ? 0 : marks[marks.count - 1].depth }

  @inline(__always)
  private func endAttempt() {
    depth -= 1
    if depthWithMark > depth { endAttemptWithMark() }
  }

  private func endAttemptWithMark() {
    // If nothing was recorded before this value, the value around it has the same mark.
    let hasOwnMark = depth == 0 || marks.count > 1 && marks[marks.count - 2].depth == depth
    if hasOwnMark { marks.removeLast() } else { marks[marks.count - 1].depth = depth }
  }

  /// Changes the report, after removing what a failed attempt has recorded.
  func record(_ change: (inout MigrationReport) -> Void) {
    willRecord()
    change(&report)
  }

  /// Prepares for a change of the report. Call this before each.
  func willRecord() {
    forgetFailedAttempt()
    if depth == depthWithMark { return }
    marks.append((depth, mark))
  }

  /// Removes what was recorded during an attempt whose error was caught.
  func forgetFailedAttempt() {
    guard let mark = failedAttempt else { return }
    failedAttempt = nil
    rollBack(to: mark)
  }

  /// Removes what was recorded since a mark.
  func rollBack(to mark: Mark) {
    forgetFailedAttempt()
    let start = mark.report
    for path in report.unknownFieldsKept.dropFirst(start.unknownFieldsKept) {
      keptValues[path] = nil
    }
    for path in report.nullsDropped.dropFirst(start.nullsDropped) { nullsRead.remove(path) }
    nestedLocations.cut(to: start.nestedMigrations)
    start.cut(&report)
    rejections.rollBack(to: mark.rejections)
    preservedNulls.rollBack(to: mark.preservedNulls)
    newer.rollBack(to: mark.newer)
    missingTags.rollBack(to: mark.missingTags)
    renamed.rollBack(to: mark.renamed)
    hasFoundVersion = mark.hasFoundVersion
  }

  /// Records a rejected value. A type may decode the same value twice.
  @discardableResult
  func recordRejected(at path: FieldPath, _ value: DocumentValue) -> Rejection {
    willRecord()
    return rejections.add(value, at: path)
  }

  /// Records an unknown field that a type preserves. If an older type has preserved it before and
  /// the step has copied it, it isn't recorded again.
  func recordUnknownKept(at path: FieldPath, _ value: DocumentValue) {
    willRecord()
    if keptValues.updateValue(value, forKey: path) == nil { report.unknownFieldsKept.append(path) }
  }

  /// Records a null in an optional field, which is lost when the value is written.
  func recordNull(at path: FieldPath) {
    willRecord()
    if nullsRead.insert(path).inserted { report.nullsDropped.append(path) }
  }

  /// Records a null whose field is filled.
  func recordFilledNull(at path: FieldPath) {
    willRecord()
    preservedNulls.fill(renamed.oldestPath(of: path))
  }

  /// Whether the document has a null that an older version has read as nil.
  func wasNull(at path: FieldPath) -> Bool { nullsRead.contains(path) }

  /// Records a null that a type preserves, whether or not its field was read before.
  ///
  /// - Parameters:
  ///   - isCarriedOver: Whether it was recorded before, with its place in the document.
  ///   - isWrittenByType: Whether the type writes the null in any case.
  func recordPreservedNull(
    at path: FieldPath, isCarriedOver: Bool = false, isWrittenByType: Bool = false
  ) {
    willRecord()
    // The null of an unknown field has been recorded as that, but now its field is declared.
    let isNew = !isCarriedOver || keptValues[path] == .null
    preservedNulls.add(path, isNew: isNew, isWrittenByType: isWrittenByType)
  }

  /// Records a note about a union without a tag, once: a field that a step carries over to another type
  /// is decoded again, perhaps under another name.
  func recordMissingTag(_ note: MigrationReport.Note) {
    willRecord()
    let path = renamed.oldestPath(of: note.path)
    if missingTags.insert(.init(path: path, text: note.text)) { report.notes.append(note) }
  }

  /// Takes the report, with the entries that are only known at the end. It isn't copied, because it has many arrays.
  func takeReport() -> MigrationReport {
    report.rejected = rejections.paths
    if !preservedNulls.isEmpty { report.nullsDropped.removeAll(where: preservedNulls.contains) }
    if !report.newerValuesRead.isEmpty {
      let newer = Set(report.newerValuesRead.map(\.path))
      report.fieldsToAdd.removeAll { $0.isInside(anyOf: newer) }
    }
    var finished = MigrationReport()
    swap(&finished, &report)
    return finished
  }
}
