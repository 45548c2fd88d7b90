import Lineage

extension Schema {
  /// The differences between two documents of this shape: sets and dictionaries whose keys are no text
  /// are compared as such, and not by the order that they happen to be written in.
  ///
  /// - Parameter notes: The notes beside the fixture, which name more arrays without an order.
  func differences(
    from expected: DocumentValue, to found: DocumentValue,
    numbers: FieldDifference.Numbers = .byCharacters,
    notes: FixtureNotes = FixtureNotes()
  ) -> [FieldDifference] {
    if expected == found { return [] }
    var unordered = NotedPaths(notes.unordered)
    return FieldDifference.between(canonical(expected), canonical(found), numbers: numbers)
      .filter { $0.kind != .reordered || !unordered.contain($0.path) }
  }

  /// The places in which two newest forms of one document differ: what differs each time.
  ///
  /// A key that differs each time makes the whole object different, and an element of a set the whole set.
  func volatilePlaces(in first: DocumentValue, _ second: DocumentValue) -> [FieldPath] {
    FieldDifference.between(canonical(first), canonical(second)).compactMap { difference in
      var path = difference.path.components
      switch difference.kind {
      case .missing, .extra: path.removeLast()
      case .changed: break
      case .reordered: return nil
      }
      let outermost = path.indices.first { isUnordered(at: FieldPath(Array(path[..<$0]))) }
      return FieldPath(outermost.map { Array(path[..<$0]) } ?? path)
    }
  }
}
