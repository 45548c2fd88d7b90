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

  /// The names of all steps, oldest first, with the paths of the values.
  var all: [(value: FieldPath, names: [(old: String, new: String)])] {
    steps.flatMap { value, steps in steps.map { (value, $0) } }
      .sorted { $0.1.number < $1.1.number }
      .map { ($0, $1.names) }
  }

  mutating func rollBack(to count: Int) {
    for value in values.cut(to: count) { steps[value]?.removeLast() }
  }

  /// The path that a field has after all of the steps.
  func newestPath(of path: FieldPath) -> FieldPath {
    var components = path.components
    var earliest = -1
    while let (step, index, new) = earliestStep(after: earliest, renaming: components) {
      components[index] = .key(new)
      earliest = step
    }
    return FieldPath(components)
  }

  /// The earliest step after another one that has taken the name of one of the components away, and the newer name.
  private func earliestStep(
    after number: Int, renaming components: [FieldPath.Component]
  ) -> (number: Int, index: Int, new: String)? {
    var earliest: (number: Int, index: Int, new: String)?
    for (index, name, steps) in stepsInside(components) {
      for step in steps where step.number > number {
        if let earliest, earliest.number < step.number { break }
        guard let renamed = step.names.first(where: { $0.old == name }) else { continue }
        earliest = (step.number, index, renamed.new)
        break
      }
    }
    return earliest
  }

  /// The path that a field had before all of the steps. A field that a step has added, in place of one that it has
  /// renamed, keeps its path.
  func oldestPath(of path: FieldPath) -> FieldPath {
    var components = path.components
    var latest = values.count
    // Steps are undone one at a time, the latest first, because a step may swap two names.
    while let (step, index, change) = latestStep(before: latest, changing: components) {
      guard case .given(let old) = change else { break }
      components[index] = .key(old)
      latest = step
    }
    return FieldPath(components)
  }

  /// What a step has done with a name.
  private enum NameChange {
    /// It was given to the field that had an older name.
    case given(old: String)
    /// The field that had it got another one.
    case taken
  }

  /// The latest step before another one that has given one of the components its name, or taken it away.
  private func latestStep(
    before number: Int, changing components: [FieldPath.Component]
  ) -> (number: Int, index: Int, change: NameChange)? {
    var latest: (number: Int, index: Int, change: NameChange)?
    for (index, name, steps) in stepsInside(components) {
      for step in steps.reversed() where step.number < number {
        if let latest, latest.number > step.number { break }
        if let renamed = step.names.first(where: { $0.new == name }) {
          latest = (step.number, index, .given(old: renamed.old))
        } else if step.names.contains(where: { $0.old == name }) {
          latest = (step.number, index, .taken)
        } else {
          continue
        }
        break
      }
    }
    return latest
  }

  /// The names in a path, each with the steps of the value that it is a field of.
  private func stepsInside(
    _ components: [FieldPath.Component]
  ) -> [(index: Int, name: String, steps: [Step])] {
    components.enumerated().compactMap { index, component in
      guard case .key(let name) = component,
        let steps = steps[FieldPath(Array(components[..<index]))]
      else { return nil }
      return (index, name, steps)
    }
  }
}
