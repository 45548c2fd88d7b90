/// A document that can't be read or migrated, and its file.
public struct FailedFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// Why.
  public let failure: DocumentFailure
}

/// Documents that failed, counted, of which the first are remembered.
struct FailureList: Hashable, Sendable {
  private(set) var count = 0
  private(set) var first: [FailedFile] = []

  private static let limit = 100

  mutating func add(_ failure: DocumentFailure, of path: String) {
    count += 1
    if count <= Self.limit { first.append(FailedFile(path: path, failure: failure)) }
  }
}
