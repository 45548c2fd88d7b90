/// The rejected values of a call, in their order.
struct Rejections {
  /// All of them, including those that were accepted later.
  private var all: [Rejection] = []
  private var latest: [FieldPath: Rejection] = [:]
  /// Those that were accepted later.
  private var accepted = RecordedOnce<ObjectIdentifier>()
  /// Those that steps have dropped.
  private var lost = RecordedOnce<ObjectIdentifier>()

  struct Mark {
    fileprivate let count, accepted, lost: Int
  }

  var mark: Mark { Mark(count: all.count, accepted: accepted.count, lost: lost.count) }

  mutating func rollBack(to mark: Mark) {
    accepted.rollBack(to: mark.accepted)
    lost.rollBack(to: mark.lost)
    for rejection in all.cut(to: mark.count) where latest[rejection.path] === rejection {
      latest[rejection.path] = nil
    }
  }

  /// Adds a value, unless it is already among those that are still rejected.
  mutating func add(_ value: DocumentValue, at path: FieldPath) -> Rejection {
    if let known = latest[path], known.value == value, isRejected(known) { return known }
    let rejection = Rejection(of: value, at: path)
    all.append(rejection)
    latest[path] = rejection
    return rejection
  }

  /// Marks a value as accepted.
  mutating func accept(_ rejection: Rejection) {
    _ = accepted.insert(ObjectIdentifier(rejection))
  }

  /// Marks a value as dropped by a step. Returns whether it wasn't before.
  mutating func lose(_ rejection: Rejection) -> Bool {
    lost.insert(ObjectIdentifier(rejection))
  }

  private func isRejected(_ rejection: Rejection) -> Bool {
    !accepted.contains(ObjectIdentifier(rejection))
  }

  /// The paths of the values that are still rejected, each path once.
  var paths: [FieldPath] {
    if all.isEmpty { return [] }
    var listed: Set<FieldPath> = []
    return all.filter(isRejected).map(\.path).filter { listed.insert($0).inserted }
  }

  /// Whether any were added since a mark.
  func hasMore(since mark: Mark) -> Bool { all.count > mark.count }

  /// Those since a mark that are still rejected, and that no step has dropped.
  func remaining(since mark: Mark) -> [Rejection] {
    all[mark.count...].filter { isRejected($0) && !lost.contains(ObjectIdentifier($0)) }
  }
}
