import Testing

/// Everything that is wrong with a document's fixtures, thrown where no test is running that could record
/// it issue by issue: in XCTest, or in a program of your own.
public struct FixtureFailures: Error, CustomStringConvertible {
  /// The failures.
  public let failures: [FixtureFailure]

  /// The failures one after the other.
  public var description: String {
    failures.map(\.description).joined(separator: "\n\n")
  }

  /// Records each failure as an issue of the running test, or throws all of them where none is running.
  ///
  /// - Parameters:
  ///   - failures: The failures.
  ///   - location: Where issues are shown.
  ///   - record: Records an issue.
  static func report(
    _ failures: [FixtureFailure], at location: SourceLocation,
    by record: (FixtureFailure, SourceLocation) -> Void = recordIssue
  ) throws {
    if failures.isEmpty { return }
    guard Test.current != nil else { throw FixtureFailures(failures: failures) }
    for failure in failures { record(failure, location) }
  }

  /// Records a failure as an issue of the running test, with the documents in question attached.
  private static func recordIssue(_ failure: FixtureFailure, at location: SourceLocation) {
    for attached in failure.attachments {
      Attachment.record(Array(attached.content), named: attached.name, sourceLocation: location)
    }
    Issue.record(Comment(rawValue: failure.description), sourceLocation: location)
  }
}
