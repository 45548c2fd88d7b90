/// A document that can't be read or migrated, and its file.
public struct FailedFile: Hashable, Sendable {
  /// The path of the file.
  public let path: String
  /// Why.
  public let failure: DocumentFailure
}

/// Documents that failed, counted, of which the first are remembered.
struct FailureList: Hashable, Sendable {
  /// Documents of one type that failed for the same reason, whatever the line or the index at which they did.
  struct Group: Hashable, Sendable {
    /// The name of the newest version's type; nil if it can't be told.
    let type: String?
    let first: FailedFile
    fileprivate(set) var documents = 0
  }

  private struct Reason: Hashable {
    let type: String?
    let code: DocumentFailure.Code
    /// The message, with `#` for each number.
    let message: String
  }

  private(set) var count = 0
  private(set) var first: [FailedFile] = []
  /// The groups, in the order of their first documents. If there are very many, only the first ones.
  private var groups: [Group] = []
  /// The number of documents by type.
  private var counts: [String?: Int] = [:]
  private var places: [Reason: Int] = [:]

  private static let limit = 100

  /// Adds a failure.
  ///
  /// - Parameter type: The name of the newest version's type; nil if it can't be told.
  mutating func add(_ failure: DocumentFailure, of path: String, type: String? = nil) {
    count += 1
    counts[type, default: 0] += 1
    let file = FailedFile(path: path, failure: failure)
    if count <= Self.limit { first.append(file) }
    let reason = Reason(
      type: type, code: failure.code, message: failure.message.replacing(/[0-9]+/, with: "#"))
    guard let place = places[reason] ?? newGroup(file, for: reason) else { return }
    groups[place].documents += 1
  }

  /// The types of which documents failed.
  var types: Set<String?> { Set(counts.keys) }

  /// The number of documents of a type that failed.
  func count(of type: String?) -> Int { counts[type] ?? 0 }

  /// The groups of a type, the largest first.
  func groups(of type: String?) -> [Group] {
    groups.enumerated().filter { $0.element.type == type }
      .sorted { (-$0.element.documents, $0.offset) < (-$1.element.documents, $1.offset) }
      .map(\.element)
  }

  /// Adds a group; nil if there are too many.
  private mutating func newGroup(_ file: FailedFile, for reason: Reason) -> Int? {
    if groups.count == Self.limit { return nil }
    places[reason] = groups.count
    groups.append(Group(type: reason.type, first: file))
    return groups.count - 1
  }
}
