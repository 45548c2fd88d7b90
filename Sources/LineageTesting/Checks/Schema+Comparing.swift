import Lineage
import LineageSchemas

extension Schema {
  /// The differences between two documents of this shape. The order of sets, and of dictionaries
  /// that are encoded as arrays, is ignored.
  ///
  /// - Parameter notes: The notes beside the fixture, which list more arrays whose order is
  ///   ignored.
  func differences(
    from expected: DocumentValue, to found: DocumentValue,
    numbers: FieldDifference.Numbers = .byCharacters,
    notes: FixtureNotes = FixtureNotes()
  ) -> [FieldDifference] {
    var unordered = NotedPaths(notes.unordered)
    return FieldDifference.between(canonical(expected), canonical(found), numbers: numbers)
      .filter { $0.kind != .reordered || !unordered.contain($0.path) }
  }

  /// The paths where two newest forms of the same document differ: values that differ each time.
  ///
  /// If a key differs each time, the path is that of its object; if an element of a set does, that
  /// of the set.
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
