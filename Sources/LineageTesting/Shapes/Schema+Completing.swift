import Lineage

extension Schema {
  /// Whether a newly learned schema knows more than this one and contradicts nothing in it.
  ///
  /// That is so where learning stopped early for this schema, and has come further since, with an
  /// example or with a change of the type that makes it tell more. The new one had better take this
  /// one's place: as long as it doesn't, what only the new one knows isn't checked.
  func isCompleted(by new: Schema) -> Bool {
    guard Schema.differences(from: self, to: new).isEmpty else { return false }
    let lost = Schema.differences(from: new.keepingMarks(of: self), to: self)
    return lost.contains { difference in
      // A chain that has grown is no knowledge about this document.
      if case .versions = difference.kind { false } else { true }
    }
  }

  /// This schema with the defaults that an older one of the same version says to differ each time.
  ///
  /// A person has said that, about what comes from the environment and is the same each time only
  /// here and now.
  func keepingMarks(of old: Schema) -> Schema {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compare(old.root, root, at: "")
    var marked = self
    for pair in comparison.visited {
      if old.types[pair.old]?.otherwise == .differsEachTime {
        marked.types[pair.new]?.otherwise = .differsEachTime
      }
      guard case .object(let oldFields)? = old.types[pair.old]?.form,
        case .object(var fields)? = types[pair.new]?.form
      else { continue }
      for (name, field) in fields {
        fields[name]?.fallback = field.keepingMark(of: oldFields[name]?.fallback)
      }
      marked.types[pair.new]?.form = .object(fields)
    }
    return marked
  }
}

extension TypeShape.Field {
  /// The default, or what an older one says about it.
  fileprivate func keepingMark(of old: TypeShape.Default?) -> TypeShape.Default? {
    switch old {
    case .differsEachTime: .differsEachTime
    case .value(let marked):
      if case .value(let value)? = fallback { .value(value.masked(like: marked)) } else { fallback }
    case nil: fallback
    }
  }
}
