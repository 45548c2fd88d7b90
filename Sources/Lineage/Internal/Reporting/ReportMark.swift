/// What a report had when an attempt to decode a value began. If the attempt fails, the report has nothing else.
///
/// A report only grows while values are decoded, so the numbers of its entries are enough: what isn't true after all is
/// left out when the report is finished. Only what steps and writing have lost is removed from
/// `unknownFieldsKept`, in values whose steps have succeeded. What is only added at the end isn't here: `rejected` and
/// `valuesToRenew`.
struct ReportMark {
  let unknownFieldsKept, nestedMigrations, nullsDropped, carryOverDropped: Int
  private let newerValuesRead, notes: Int
  private let filled, fieldsToAdd, rejectedDropped, unknownFieldsDropped, carryOverRenamed: Int
  private let isOfOlderDocument: Bool
  private let versionFound: AnyVersion?
  private let typesWalked: [String]

  init(of report: MigrationReport) {
    nestedMigrations = report.nestedMigrations.count
    filled = report.filled.count
    fieldsToAdd = report.fieldsToAdd.count
    newerValuesRead = report.newerValuesRead.count
    rejectedDropped = report.rejectedDropped.count
    unknownFieldsKept = report.unknownFieldsKept.count
    unknownFieldsDropped = report.unknownFieldsDropped.count
    nullsDropped = report.nullsDropped.count
    carryOverDropped = report.carryOverDropped.count
    carryOverRenamed = report.carryOverRenamed.count
    notes = report.notes.count
    isOfOlderDocument = report.isOfOlderDocument
    versionFound = report.versionFound
    typesWalked = report.typesWalked
  }

  /// Removes what was added to a report since.
  func cut(_ report: inout MigrationReport) {
    report.nestedMigrations.cut(to: nestedMigrations)
    report.filled.cut(to: filled)
    report.fieldsToAdd.cut(to: fieldsToAdd)
    report.newerValuesRead.cut(to: newerValuesRead)
    report.rejectedDropped.cut(to: rejectedDropped)
    report.unknownFieldsKept.cut(to: unknownFieldsKept)
    report.unknownFieldsDropped.cut(to: unknownFieldsDropped)
    report.nullsDropped.cut(to: nullsDropped)
    report.carryOverDropped.cut(to: carryOverDropped)
    report.carryOverRenamed.cut(to: carryOverRenamed)
    report.notes.cut(to: notes)
    report.isOfOlderDocument = isOfOlderDocument
    report.versionFound = versionFound
    report.typesWalked = typesWalked
  }
}
