public import Foundation
public import Lineage

/// The error that is thrown when two documents can't be merged, because both have changed the same fields.
public struct FieldConflicts: Error, Hashable, Sendable {
  /// The fields that both have changed. An empty path is the document itself, which one of them has removed.
  public let paths: [FieldPath]

  /// Creates an error, to compare with others in tests.
  public init(paths: [FieldPath]) {
    self.paths = paths
  }
}

extension FieldConflicts: CustomStringConvertible, LocalizedError {
  /// The fields, and what to do.
  public var description: String {
    let fields = paths.map { $0.components.isEmpty ? "the document itself" : $0.description }
    return """
      Both documents have changed \(fields.prefix(10).joined(separator: ", "))\(fields.count > 10 ? ", …" : ""). \
      Merge them with merged(preferring:), or choose one of the two values for each, and save with write(_:resolving:).
      """
  }

  /// The description, for code that presents errors.
  public var errorDescription: String? { description }
}
