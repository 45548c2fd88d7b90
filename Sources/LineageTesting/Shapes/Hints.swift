import Lineage

/// Values that are known to occur in a place.
struct Hints {
  /// What the type's `init()` puts there.
  var initial: DocumentValue?
  /// What documents have there.
  var examples: [DocumentValue] = []

  /// All of them.
  var known: [DocumentValue] { examples + (initial.map { [$0] } ?? []) }

  /// The hints for a member.
  subscript(key: String) -> Hints {
    Hints(initial: initial?[key], examples: examples.compactMap { $0[key] })
  }

  /// The hints for the elements of an array.
  var elements: Hints {
    Hints(examples: known.flatMap { $0.array ?? [] })
  }

  /// The hints for the values of an object whose keys are data.
  var values: Hints {
    Hints(examples: known.flatMap { $0.object?.map(\.value) ?? [] })
  }
}
