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

    // There are no fixtures yet: the first run records them, or reports what is missing.
    XCTAssertThrowsError(try fixtures.check()) { error in
      XCTAssertEqual((error as? FixtureFailures)?.failures.isEmpty, false)
    }
  }

  func testFuzzingPasses() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    try MigrationFixtures(of: Shipped.Poem.self, folder: folder).fuzz(iterations: 50, seed: 1)
  }
}
