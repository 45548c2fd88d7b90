public import Foundation
import Testing

/// All failures of a document's fixtures, thrown if no test of Swift Testing is running: in XCTest,
/// or in your own program.
public struct FixtureFailures: Error, CustomStringConvertible, LocalizedError {
  /// The failures.
  public let failures: [FixtureFailure]

  /// The descriptions of all failures.
  public var description: String {
    failures.map(\.description).joined(separator: "\n\n")
  }
  /// The same as the description.
  public var errorDescription: String? { description }

  /// Records each failure as an issue of the running test, or throws all of them if no test is
  /// running.
  ///
  /// - Parameters:
  ///   - failures: The failures.
  ///   - location: The location of the issues.
  ///   - record: Records an issue.
  static func report(
    _ failures: [FixtureFailure], at location: SourceLocation,
    by record: (FixtureFailure, SourceLocation) -> Void = recordIssue
  ) throws {
    if failures.isEmpty { return }
    guard Test.current != nil else { throw FixtureFailures(failures: failures) }
    for failure in failures { record(failure, location) }
  }

  /// Records a failure as an issue of the running test, with its documents attached.
  private static func recordIssue(_ failure: FixtureFailure, at location: SourceLocation) {
    for attached in failure.attachments {
      Attachment.record(Array(attached.content), named: attached.name, sourceLocation: location)
    }
    Issue.record(Comment(rawValue: failure.description), sourceLocation: location)
  }
}
