/// The fields that steps have renamed, for finding what was recorded under an older name.
struct RenamedFields {
  typealias Renaming = (old: String, new: String)

  /// The renamings in the values at a path, by both names, the earliest first. Many values may count as being at one
  /// path, so they aren't looked through.
  private struct Renamings {
    var byOldName: [String: [(step: Int, new: String)]] = [:]
    var byNewName: [String: [(step: Int, old: String)]] = [:]
  }

  private var renamings: [FieldPath: Renamings] = [:]
  /// The renamings of all steps, the earliest first, with the paths of the values.
  private(set) var all: [(value: FieldPath, names: [Renaming])] = []

  var count: Int { all.count }

  /// Adds the fields that a step renames in a value. Nested values that it decodes afterwards have the new names in
  /// their paths.
  mutating func add(_ names: [Renaming], in value: FieldPath) {
    if names.isEmpty { return }
    for (old, new) in names {
      renamings[value, default: Renamings()].byOldName[old, default: []].append((count, new))
      renamings[value, default: Renamings()].byNewName[new, default: []].append((count, old))
    }
    all.append((value, names))
  }

  mutating func rollBack(to count: Int) {
    for (value, names) in all.cut(to: count) {
      for (old, new) in names {
        renamings[value]?.byOldName[old]?.removeLast()
        renamings[value]?.byNewName[new]?.removeLast()
      }
    }
  }

  /// The path that a field has after all of the steps.
  func newestPath(of path: FieldPath) -> FieldPath {
    if all.isEmpty { return path }
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
    after step: Int, renaming components: [FieldPath.Component]
  ) -> (step: Int, index: Int, new: String)? {
    renamingsInside(components).compactMap { index, name, renamings in
      renamings.byOldName[name]?.first { $0.step > step }.map { ($0.step, index, $0.new) }
    }
    .min { $0.0 < $1.0 }
  }

  /// The path that a field had before all of the steps. A field that a step has added, in place of one that it has
  /// renamed, keeps its path.
  func oldestPath(of path: FieldPath) -> FieldPath {
    if all.isEmpty { return path }
    var components = path.components
    var latest = count
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
    before step: Int, changing components: [FieldPath.Component]
  ) -> (step: Int, index: Int, change: NameChange)? {
    renamingsInside(components).compactMap { index, name, renamings in
      let given = renamings.byNewName[name]?.last { $0.step < step }
      let taken = renamings.byOldName[name]?.last { $0.step < step }
      if let given, given.step >= taken?.step ?? -1 {
        return (given.step, index, NameChange.given(old: given.old))
      }
      return taken.map { ($0.step, index, .taken) }
    }
    .max { $0.0 < $1.0 }
  }

  /// The names in a path, each with the renamings in the value that it is a field of.
  private func renamingsInside(
    _ components: [FieldPath.Component]
  ) -> [(index: Int, name: String, renamings: Renamings)] {
    components.enumerated().compactMap { index, component in
      guard case .key(let name) = component,
        let renamings = renamings[FieldPath(Array(components[..<index]))]
      else { return nil }
      return (index, name, renamings)
    }
  }
}
