import Testing

/// Everything that is wrong with a document's fixtures, where no test is running that could be told of
/// it issue by issue: in XCTest, or in a program of your own.
public struct FixtureFailures: Error, CustomStringConvertible {
  /// The failures.
  public let failures: [FixtureFailure]

  /// The failures one after the other.
  public var description: String {
    failures.map(\.description).joined(separator: "\n\n")
  }

  /// Tells the running test of failures, or throws them where none is running.
  static func report(_ failures: [FixtureFailure], at location: SourceLocation) throws {
    if failures.isEmpty { return }
    guard Test.current != nil else { throw FixtureFailures(failures: failures) }
    for failure in failures {
      for attached in failure.attachments {
        Attachment.record(
          Array(attached.content), named: attached.name, sourceLocation: location)
      }
      Issue.record(Comment(rawValue: failure.description), sourceLocation: location)
    }
  }
}
