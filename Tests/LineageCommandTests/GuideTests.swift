import Foundation
import Lineage
import LineageCommand
import PoetryDocuments
import Testing

/// The examples of the guide.
struct GuideTests {
  @Test func `a program migrates without a command line`() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(Poems.first.utf8).write(to: url.appending(path: "basho.poem"))
    try Data(Poems.withMood.utf8).write(to: url.appending(path: "issa.poem"))
    let folder = url.path
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }

    let migration = Migration {
      Documents(of: Poem.self, named: "*.poem")
    }
    let plan = try await migration.plan([folder])
    for group in plan.groups where group.losesFields {
      print("\(group.documents) poems would lose fields, such as \(group.example)")
    }
    let outcome = try await plan.run()
    print("\(outcome.migrated) poems were migrated")

    #expect(
      lines == [
        "1 poems would lose fields, such as \(folder)/issa.poem", "2 poems were migrated",
      ])
    let survey = try await migration.survey([folder])
    #expect(survey.counts.map(\.documents) == [2])
    #expect(survey.counts.map(\.standing) == [.current])
    let kept = try migration.backups(of: "\(folder)/issa.poem")
    #expect(kept.map(\.version) == [1])
    #expect(try migration.restore("\(folder)/issa.poem") == kept.first)
    #expect(try Data(contentsOf: url.appending(path: "issa.poem")) == Data(Poems.withMood.utf8))
  }
}
