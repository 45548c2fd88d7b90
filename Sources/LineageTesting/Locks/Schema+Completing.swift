import Lineage
import LineageSchemas

extension Schema {
  /// Whether a newly learned schema has more information than this one, without contradicting it. That includes
  /// additions to a version that has shipped.
  ///
  /// This happens if learning stopped early for this schema, and got further later because of an
  /// example or a change to the type. The new schema should then replace this one. Until it does,
  /// its additional information isn't checked.
  func isCompleted(by new: Schema) -> Bool {
    var comparison = SchemaComparison(old: self, new: new)
    comparison.compareShapes(root, new.root, at: "")
    guard comparison.differences.allSatisfy(\.isAddition) else { return false }
    let lost = Schema.differences(from: new.keepingMarks(of: self), to: self)
    return lost.contains { difference in
      // A longer chain of a nested type is not information about this document.
      if case .versions = difference.kind { false } else { true }
    }
  }

  /// This schema, with the `differsEachTime` marks of an older one of the same version.
  ///
  /// A person has added those marks, for defaults that depend on the environment and seem constant
  /// on one machine.
  func keepingMarks(of old: Schema) -> Schema {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compareShapes(old.root, root, at: "")
    var marked = self
    for pair in comparison.visited {
      if old.types[pair.old]?.otherwise == .differsEachTime {
        marked.types[pair.new]?.otherwise = .differsEachTime
      }
      guard case .object(let oldFields)? = old.types[pair.old]?.form,
        case .object(var fields)? = types[pair.new]?.form
      else { continue }
      for (name, field) in fields {
        fields[name]?.initial = field.keepingMark(of: oldFields[name]?.initial)
      }
      marked.types[pair.new]?.form = .object(fields)
    }
    return marked
  }
}

extension TypeShape.Field {
  /// The default, with the mark of an older one.
  fileprivate func keepingMark(of old: TypeShape.Default?) -> TypeShape.Default? {
    switch old {
    case .differsEachTime: .differsEachTime
    case .value(let marked):
      if case .value(let value)? = initial { .value(value.masked(like: marked)) } else { initial }
    case nil: initial
    }
  }
}
