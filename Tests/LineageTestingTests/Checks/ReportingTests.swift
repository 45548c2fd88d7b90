import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// How failures are reported.
struct ReportingTests {
  @Test func `in a test, every failure is a separate issue`() throws {
    let directory = TemporaryFixtures()
    let failures = directory.fixtures(of: Shipped.Poem.self).failuresAfterRecording()
    var issues: [String] = []

    try FixtureFailures.report(failures, at: #_sourceLocation) { failure, _ in
      issues.append(failure.description)
    }

    #expect(issues == directory.failures(of: Shipped.Poem.self))
    #expect(issues.count == 4)
  }

  @Test func `outside Swift Testing, all failures are thrown as one error`() async throws {
    let directory = TemporaryFixtures()
    let fixtures = directory.fixtures(of: Shipped.Poem.self)

    // A detached task belongs to no test.
    let thrown = await Task.detached {
      do {
        try fixtures.check()
        return nil as FixtureFailures?
      } catch {
        return error as? FixtureFailures
      }
    }.value

    let error = try #require(thrown)
    #expect(error.failures.count == 4)
    #expect(
      "\(error)" == directory.failures(of: Shipped.Poem.self).joined(separator: "\n\n"))
    #expect(error.localizedDescription == error.description)
  }

  @Test func `a failure has its rule, its file and its differences`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
    try directory.put(
      try directory.text(of: "Poem/v1/sample.expected.json").replacing("\"en\"", with: "\"ja\""),
      at: "Poem/v1/sample.expected.json")

    let failures = directory.fixtures(of: Shipped.Poem.self).failuresAfterRecording()

    #expect(failures.map(\.rule) == [.fixtureMeetsExpectation])
    #expect(failures.map(\.file) == ["MigrationFixtures/Poem/v1/sample.json"])
    #expect(
      failures.first?.differences == [
        FieldDifference(path: "language", kind: .changed(expected: "ja", found: "en"))
      ])
    #expect(failures.first?.attachments.map(\.name) == ["sample.found.json"])
  }
}
