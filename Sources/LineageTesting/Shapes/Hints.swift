import Lineage

/// Values that are known to occur at a path.
struct Hints {
  /// The value that the type's `init()` has there.
  var initial: DocumentValue?
  /// The values that documents have there.
  var examples: [DocumentValue] = []

  /// All known values.
  var known: [DocumentValue] { examples + (initial.map { [$0] } ?? []) }

  /// The hints for a member.
  subscript(key: String) -> Hints {
    Hints(initial: initial?[key], examples: examples.compactMap { $0[key] })
  }

  /// The hints for the elements of an array.
  var elements: Hints {
    Hints(examples: known.flatMap { $0.array ?? [] })
  }

  /// The hints for the values of a dictionary.
  var values: Hints {
    Hints(examples: known.flatMap { $0.object?.map(\.value) ?? [] })
  }
}
