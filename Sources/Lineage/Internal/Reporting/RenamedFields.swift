/// The fields that steps have renamed, for finding what was recorded under an older name.
struct RenamedFields {
  private typealias Step = (number: Int, names: [(old: String, new: String)])

  /// The steps of the values at each path, oldest first.
  private var steps: [FieldPath: [Step]] = [:]
  /// The paths of the values, in the order of their steps.
  private var values: [FieldPath] = []

  var count: Int { values.count }

  /// Adds the fields that a step renames in a value. Nested values that it decodes afterwards have the new names in
  /// their paths.
  mutating func add(_ names: [(old: String, new: String)], in value: FieldPath) {
    if names.isEmpty { return }
    steps[value, default: []].append((values.count, names))
    values.append(value)
  }

  mutating func rollBack(to count: Int) {
    for value in values.cut(to: count) { steps[value]?.removeLast() }
  }

  /// The path that a field had before all of the steps.
  func oldestPath(of path: FieldPath) -> FieldPath {
    var components = path.components
    var latest = values.count
    // Steps are undone one at a time, the latest first, because a step may swap two names.
    while latest > 0 {
      var undone: (step: Int, index: Int, old: String)?
      for (index, component) in components.enumerated() {
        guard case .key(let name) = component,
          let steps = steps[FieldPath(Array(components[..<index]))]
        else { continue }
        for step in steps.reversed() where step.number < latest {
          if let undone, undone.step > step.number { break }
          guard let renamed = step.names.first(where: { $0.new == name }) else { continue }
          undone = (step.number, index, renamed.old)
          break
        }
      }
      guard let undone else { break }
      components[undone.index] = .key(undone.old)
      latest = undone.step
    }
    return FieldPath(components)
  }
}
