extension FieldPath {
  /// The path of the value under some keys, one inside the other, in the value at this path.
  func appending(keys: [String]) -> FieldPath {
    FieldPath(components + keys.map { .key($0) })
  }

  /// The path without its first components.
  func dropFirst(_ count: Int) -> FieldPath {
    count == 0 ? self : FieldPath(Array(components.dropFirst(count)))
  }

  /// The name of the field that it leads to; nil if it leads to an element.
  var lastName: String? {
    if case .key(let name)? = components.last { name } else { nil }
  }

  /// Whether it is one of some paths, or leads to something inside the value at one of them.
  package func isInside(anyOf paths: Set<FieldPath>) -> Bool {
    !paths.isEmpty
      && (0...components.count).contains { paths.contains(FieldPath(Array(components.prefix($0)))) }
  }

  /// The path to the same field of any element.
  var withoutIndices: FieldPath {
    FieldPath(components.map { if case .index = $0 { .index(0) } else { $0 } })
  }
}
