import Foundation
import LineageTesting
import Testing
import XCTest

/// LineageTesting in a test of XCTest, which needs `import Testing` for where the call is.
final class XCTestTests: XCTestCase {
  func testAllFailuresAreThrownAtOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let fixtures = MigrationFixtures(of: Interrupted.Poem.self, formats: [.json], folder: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    // These are reported in every recording mode.
    let strangers = ["Poem/v7", "Poem/strange"].map { folder.appending(path: $0) }
    for stranger in strangers {
      try FileManager.default.createDirectory(at: stranger, withIntermediateDirectories: true)
    }

    XCTAssertThrowsError(try fixtures.check()) { error in
      let failures = (error as? FixtureFailures)?.failures ?? []
      XCTAssertEqual(
        failures.filter { $0.rule == .fileBelongsToVersion }.map(\.file),
        ["MigrationFixtures/Poem/strange", "MigrationFixtures/Poem/v7"])
      XCTAssertGreaterThan(failures.count, 2)
      XCTAssertEqual("\(error)", failures.map(\.description).joined(separator: "\n\n"))
    }
  }

  func testFuzzingPasses() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    try MigrationFixtures(of: Shipped.Poem.self, folder: folder).fuzz(iterations: 50, seed: 1)
  }
}
