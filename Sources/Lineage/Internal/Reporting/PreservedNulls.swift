/// The nulls of documents that types preserve.
struct PreservedNulls {
  private var paths: Set<FieldPath> = []
  /// All that were added, in their order.
  private var added: [FieldPath] = []
  /// Those that were read from the document as nulls, in their order.
  private var new: [FieldPath] = []
  /// Those that their types write in any case.
  private var ofTypes: Set<FieldPath> = []
  /// Those that were filled. A step can't lose them, because they are no longer null.
  private var filled = RecordedOnce<FieldPath>()

  struct Mark {
    fileprivate let added, new, filled: Int
  }

  var mark: Mark { Mark(added: added.count, new: new.count, filled: filled.count) }

  mutating func rollBack(to mark: Mark) {
    for path in added.cut(to: mark.added) {
      paths.remove(path)
      ofTypes.remove(path)
    }
    new.cut(to: mark.new)
    filled.rollBack(to: mark.filled)
  }

  var isEmpty: Bool { paths.isEmpty }

  func contains(_ path: FieldPath) -> Bool { paths.contains(path) }

  /// Adds a null.
  ///
  /// - Parameters:
  ///   - isNew: Whether a step may lose it from now on. Otherwise, it was recorded before, with its
  ///     place in the document.
  ///   - isWrittenByType: Whether its type writes it in any case.
  mutating func add(_ path: FieldPath, isNew: Bool, isWrittenByType: Bool) {
    guard paths.insert(path).inserted else { return }
    added.append(path)
    if isWrittenByType { ofTypes.insert(path) }
    if isNew { new.append(path) }
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
    new[mark.new...].filter { paths.contains($0) && !filled.contains($0) }
  }
}
