import Lineage

/// A change of one field of a document.
struct FieldChange: Hashable {
  enum Kind: Hashable {
    case added(DocumentValue)
    case removed(DocumentValue)
    case replaced(DocumentValue, DocumentValue)
  }

  var path: FieldPath
  var kind: Kind
}

extension FieldChange {
  /// The changes that make one document into another, in the order in which they can be made.
  ///
  /// Arrays are compared element by element if they have the same length, and replaced as a whole otherwise.
  static func changes(from old: DocumentValue, to new: DocumentValue) -> [FieldChange] {
    var changes: [FieldChange] = []
    collect(old, new, [], &changes)
    return changes
  }

  private static func collect(
    _ old: DocumentValue, _ new: DocumentValue, _ path: [FieldPath.Component],
    _ changes: inout [FieldChange]
  ) {
    if old == new { return }
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for (key, value) in old {
        let path = path + [.key(key)]
        if let newValue = new[key] {
          collect(value, newValue, path, &changes)
        } else {
          changes.append(FieldChange(path: FieldPath(path), kind: .removed(value)))
        }
      }
      for (key, value) in new where old[key] == nil {
        changes.append(FieldChange(path: FieldPath(path + [.key(key)]), kind: .added(value)))
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for index in old.indices {
        collect(old[index], new[index], path + [.index(index)], &changes)
      }
    default:
      changes.append(FieldChange(path: FieldPath(path), kind: .replaced(old, new)))
    }
  }
}
