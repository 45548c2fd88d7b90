package import Lineage

/// Values that are known to occur at a path.
package struct Hints {
  /// The value that the type's `init()` has there.
  package var initial: DocumentValue?
  /// The values that documents have there.
  package var examples: [DocumentValue] = []

  package init(initial: DocumentValue? = nil, examples: [DocumentValue] = []) {
    self.initial = initial
    self.examples = examples
  }

  /// All known values.
  var known: [DocumentValue] { examples + (initial.map { [$0] } ?? []) }

  /// The hints for a member.
  package subscript(key: String) -> Hints {
    Hints(initial: initial?[key], examples: examples.compactMap { $0[key] })
  }

  /// The hints for the elements of an array.
  package var elements: Hints {
    Hints(examples: known.flatMap { $0.array ?? [] })
  }

  /// The hints for the values of a dictionary.
  package var values: Hints {
    Hints(examples: known.flatMap { $0.object?.map(\.value) ?? [] })
  }
}
