import Foundation
import LineageStore
import Testing

@testable import LineageCommand

/// What the records of a journal say together.
struct JournalTests {
  typealias Result = JournalRecord.Result

  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  /// A journal with a record each second, of the files and results.
  private func journal(_ results: [(file: String, result: Result)]) throws -> Journal {
    let lines = results.enumerated().map { second, entry in
      let time = (Self.start + TimeInterval(second)).formatted(.iso8601)
      return #"{"file":"\#(entry.file)","result":"\#(entry.result.rawValue)","time":"\#(time)"}"#
    }
    return try journal(ofLines: lines)
  }

  private func journal(ofLines lines: [String]) throws -> Journal {
    let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    return try Journal(file.path(percentEncoded: false))
  }

  @Test func `a document that failed before it was about to be replaced is tried again`() throws {
    let journal = try journal([
      ("/a", .failed), ("/b", .failed), ("/a", .migrating), ("/b", .migrated),
    ])

    #expect(journal.failedFiles == [ComparedPath("/a")])
  }

  @Test func `what isn't a record is skipped`() throws {
    let journal = try journal(ofLines: [
      #"{"file":"/a","result":"failed","time":"2025-06-15T15:06:40Z"}"#,
      #"{"file":"/b","result":"unheard","time":"2025-06-15T15:06:40Z"}"#, #"{"file":"/c","resu"#,
    ])

    #expect(journal.failedFiles == [ComparedPath("/a")])
    #expect(journal.changes == [])
  }

  // MARK: - What can be undone

  /// A change, with the seconds of its records.
  struct Change: Equatable {
    var start: Int
    /// Nil if it isn't certain that the document was replaced.
    var end: Int?
    /// When the change before it has ended.
    var endOfPrevious: Int?
  }

  struct Case: CustomTestStringConvertible {
    var results: [Result]
    var change: Change?

    init(_ results: [Result], _ change: Change?) {
      self.results = results
      self.change = change
    }

    var testDescription: String { "\(results.map(\.rawValue))" }
  }

  static let cases = [
    Case([.current, .newer, .failed], nil),
    Case([.migrated], Change(start: 0, end: 0)),
    Case([.migrating], Change(start: 0)),
    Case([.migrating, .failed], Change(start: 0)),
    Case([.migrating, .current], Change(start: 0, end: 1)),
    Case([.migrating, .failed, .current], Change(start: 0, end: 2)),
    Case([.migrating, .migrated], Change(start: 0, end: 1)),
    Case([.migrating, .migrated, .current], Change(start: 0, end: 1)),
    Case([.migrating, .migrated, .newer], Change(start: 0, end: 1)),
    Case([.migrating, .migrated, .failed], Change(start: 0, end: 1)),
    Case([.migrating, .migrated, .restored], nil),
    Case([.migrating, .restored], nil),
    Case(
      [.migrating, .migrated, .restored, .migrating, .migrated], Change(start: 3, end: 4)),
    Case([.migrating, .migrated, .migrating, .migrated], Change(start: 2, end: 3)),
    Case([.migrating, .migrated, .migrating], Change(start: 2, endOfPrevious: 1)),
    Case([.migrating, .migrated, .migrating, .failed], Change(start: 2, endOfPrevious: 1)),
    Case([.migrating, .migrated, .migrating, .migrating], Change(start: 3, endOfPrevious: 1)),
  ]

  @Test(arguments: cases)
  func `what migrations have replaced is what can be undone`(_ example: Case) throws {
    let changes = try journal(example.results.map { ("/./a", $0) }).changes

    #expect(changes.map(\.file) == (example.change == nil ? [] : ["/a"]))
    let found = changes.first.map { change in
      var found = Change(start: second(change.start))
      switch change.state {
      case .finished(let end): found.end = second(end)
      case .unfinished(let previous):
        if case .finished(let end)? = previous?.state { found.endOfPrevious = second(end) }
      }
      return found
    }
    #expect(found == example.change)
  }

  private func second(_ date: Date) -> Int { Int(date.timeIntervalSince(Self.start)) }

  @Test func `a document that still has its old version leaves a change unfinished`() throws {
    func record(_ result: Result, _ from: Int, _ to: Int?) -> String {
      let to = to.map { #""to":"\#($0)","# } ?? ""
      return
        #"{"file":"/a","result":"\#(result.rawValue)","from":"\#(from)",\#(to)"#
        + #""time":"2025-06-15T15:06:40Z"}"#
    }
    func change(after version: Int) throws -> JournaledChange? {
      let lines = [
        record(.migrating, 1, 2), record(.migrated, 1, 2), record(.migrating, 2, 3),
        record(.current, version, nil),
      ]
      return try journal(ofLines: lines).changes.first
    }

    let (old, new) = (try change(after: 2), try change(after: 3))

    #expect(old?.from == "2" && old?.to == "3" && new?.to == "3")
    guard case .unfinished(let previous?) = old?.state, case .finished = new?.state else {
      Issue.record("The state is another one.")
      return
    }
    #expect(previous.from == "1" && previous.to == "2")
  }

  @Test func `records of other documents don't change what can be undone`() throws {
    let journal = try journal([
      ("/b", .migrating), ("/a", .migrating), ("/b", .migrated), ("/a", .restored),
      ("/c", .failed),
    ])

    #expect(journal.changes.map(\.file) == ["/b"])
  }
}
