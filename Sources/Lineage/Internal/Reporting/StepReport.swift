/// What the steps of a value have done with its unknown fields and preserved nulls.
struct StepReport {
  /// The unknown fields that steps have read.
  var fieldsRead = UnknownFieldsRead()
  /// The unknown fields that were decoded as declared ones, or handled by a step, by name.
  var handled: [String: ValueCounts] = [:]
  /// The new names of preserved nulls, by name; nil for a null that was dropped.
  var handledNulls: [String: [String?]] = [:]
  /// What was added to `handled`, and nil for each name that was added to `handledNulls`, in order.
  private var additions: [(name: String, value: DocumentValue?)] = []

  init(fieldsRead: UnknownFieldsRead = UnknownFieldsRead()) {
    self.fieldsRead = fieldsRead
  }

  mutating func addHandled(_ name: String, _ value: DocumentValue) {
    handled[name, default: [:]].add(value)
    additions.append((name, value))
  }

  mutating func addHandledNull(_ name: String, as newName: String?) {
    handledNulls[name, default: []].append(newName)
    additions.append((name, nil))
  }

  /// The number of additions, to undo later ones.
  var mark: Int { additions.count }

  mutating func rollBack(to mark: Int) {
    while additions.count > mark {
      let (name, value) = additions.removeLast()
      if let value {
        _ = handled.remove(value, named: name)
      } else {
        _ = handledNulls[name]?.popLast()
      }
    }
  }
}
