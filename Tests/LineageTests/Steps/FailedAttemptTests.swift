import Testing

@testable import Lineage

/// What a report has of an attempt to decode a value that fails.
struct FailedAttemptTests {
  struct Failure: Error {}

  /// What is only added at the end of a report.
  static let addedAtEnd: Set = ["rejected", "valuesToRenew"]

  @Test func `a report has nothing of an attempt that has failed`() {
    let reportBuilder = ReportBuilder()

    #expect(throws: Failure.self) {
      try reportBuilder.attempt {
        addEverything(to: reportBuilder)
        let lists = lists(of: reportBuilder.report)
        #expect(
          Set(lists.filter { !$0.isEmpty }.map(\.name)).union(Self.addedAtEnd)
            == Set(lists.map(\.name)),
          "add an entry to each list above, and the list to `ReportMark`")
        throw Failure()
      }
    }
    reportBuilder.forgetFailedAttempt()

    #expect(reportBuilder.finishedReport == MigrationReport())
  }

  private func addEverything(to reportBuilder: ReportBuilder) {
    let path = FieldPath([.key("a")])
    reportBuilder.record {
      $0.versionFound = .unversioned
      $0.typesWalked = ["Old", "New"]
      $0.isOfOlderDocument = true
      $0.nestedMigrations = [.init(path: path, versionFound: .unversioned, typesWalked: [])]
      $0.filled = [.init(path: path)]
      $0.fieldsToAdd = [path]
      $0.newerValuesRead = [.init(path: path, version: .unversioned)]
      $0.rejectedDropped = [path]
      $0.unknownFieldsDropped = [path]
      $0.carryOverDropped = [path]
      $0.carryOverRenamed = [.init(path: path, newName: "b")]
    }
    reportBuilder.recordUnknownKept(at: path, .null)
    reportBuilder.recordNull(at: path)
    reportBuilder.recordMissingTag(.init(path: path, text: "n"))
    reportBuilder.recordRejected(at: path, .null)
  }

  private func lists(of report: MigrationReport) -> [(name: String, isEmpty: Bool)] {
    Mirror(reflecting: report).children.compactMap { name, value in
      guard let name, let list = value as? any Collection else { return nil }
      return (name, list.isEmpty)
    }
  }
}
