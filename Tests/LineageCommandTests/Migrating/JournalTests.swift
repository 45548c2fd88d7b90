import Foundation
import Testing

@testable import LineageCommand

/// How a journal names files.
struct JournalTests {
  private static let folder = FileManager.default.currentDirectoryPath

  @Test(arguments: [
    ("/poems/a.poem", "/poems/a.poem"), ("/poems//a.poem", "/poems/a.poem"),
    ("//poems///a.poem", "/poems/a.poem"), ("/poems/./a.poem", "/poems/a.poem"),
    ("/poems/old//../a.poem", "/poems/a.poem"), ("/..//a.poem", "/a.poem"),
    ("/poems/", "/poems"), ("/", "/"), ("a.poem", "\(folder)/a.poem"),
    (".//poems//a.poem", "\(folder)/poems/a.poem"), (".", folder),
    ("a b%20?.poem", "\(folder)/a b%20?.poem"),
  ])
  func `each spelling of a path is the same entry`(path: String, identity: String) {
    #expect(Journal.identity(of: path) == identity)
  }

  @Test func `a document that failed before it was about to be replaced is tried again`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = [("a", "failed"), ("b", "failed"), ("a", "migrating"), ("b", "migrated")].map {
      #"{"file":"/\#($0)","result":"\#($1)","time":"2025-06-01T00:00:00Z"}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)

    #expect(try Journal.failedFiles(in: file.path) == ["/a"])
  }

  @Test(arguments: [
    (["migrating", "migrated"], "3 4 finished"), (["migrating", "migrated", "restored"], ""),
    (["migrating", "migrated", "current"], "3 4 finished"), (["current", "newer"], ""),
    (["migrating", "migrated", "failed"], "3 4 finished"), (["migrating"], "3 3"),
    (["migrating", "current"], "3 4 finished"), (["migrating", "failed"], "3 3"),
    (["migrating", "migrated", "restored", "migrating", "migrated"], "6 7 finished"),
    (["migrating", "migrated", "migrating"], "5 5 after 4"), (["migrated"], "3 3 finished"),
    (["migrating", "migrated", "migrating", "failed"], "5 5 after 4"),
    (["migrating", "migrated", "migrating", "migrating"], "6 6 after 4"),
    (["migrating", "failed", "current"], "3 5 finished"),
  ])
  func `what migrations have replaced is what can be restored`(
    results: [String], expected: String
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = zip(3..., ["failed"] + results).map { second, result in
      let name = second == 3 ? "/other" : "/./a"
      return #"{"file":"\#(name)","result":"\#(result)","time":"\#(second - 1)"}"#
    }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)

    let changes = try Journal.changes(in: file.path).map {
      "\($0.startTime) \($0.record.time)\($0.isFinished ? " finished" : "")"
        + ($0.previous.map { " after \($0.record.time)" } ?? "")
    }
    #expect(changes == (expected.isEmpty ? [] : [expected]))
  }

  @Test(arguments: ["~", "~/a.poem", "~x/a.poem", "~root", "poems/~/a.poem"])
  func `a tilde is part of a name`(path: String) {
    #expect(Journal.identity(of: path) == "\(Self.folder)/\(path)")
    #expect(Journal.identity(of: "/\(path)") == "/\(path)")
  }
}
