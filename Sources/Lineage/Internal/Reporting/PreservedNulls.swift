/// The nulls of documents that types preserve.
struct PreservedNulls {
  private var paths: Set<FieldPath> = []
  /// Those that were read from the document as nulls, in their order.
  private var new: [FieldPath] = []
  /// Those that their types write in any case.
  private var ofTypes: Set<FieldPath> = []
  /// Those that were filled. A step can't lose them, because they are no longer null.
  private var filled = RecordedOnce<FieldPath>()

  struct Mark {
    fileprivate let count, filled: Int
  }

  var mark: Mark { Mark(count: new.count, filled: filled.count) }

  mutating func rollBack(to mark: Mark) {
    for path in new.cut(to: mark.count) {
      paths.remove(path)
      ofTypes.remove(path)
    }
    filled.rollBack(to: mark.filled)
  }

  func contains(_ path: FieldPath) -> Bool { paths.contains(path) }

  /// Adds a null. Returns false if it was added before.
  ///
  /// - Parameters:
  ///   - isNew: Whether a step may lose it from now on. Otherwise, it was recorded before, with its
  ///     place in the document.
  ///   - isWrittenByType: Whether its type writes it in any case.
  mutating func add(_ path: FieldPath, isNew: Bool, isWrittenByType: Bool) -> Bool {
    guard paths.insert(path).inserted else { return false }
    if isWrittenByType { ofTypes.insert(path) }
    if isNew { new.append(path) }
    return true
  }

  mutating func remove(_ path: FieldPath) {
    paths.remove(path)
  }

  /// Records that the field of a null is filled. The null may only be added later, with the unknown fields.
  mutating func fill(_ path: FieldPath) {
    _ = filled.insert(path)
  }

  /// Whether the type of a null writes it in any case.
  func isOfType(_ path: FieldPath) -> Bool { ofTypes.contains(path) }

  /// Whether there are new ones since a mark that a step may lose.
  func hasMore(since mark: Mark) -> Bool { !remaining(since: mark).isEmpty }

  /// The new ones since a mark that are still preserved, without those that were filled.
  func remaining(since mark: Mark) -> [FieldPath] {
    new[mark.count...].filter { paths.contains($0) && !filled.contains($0) }
  }
}
