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

  /// The earliest step after another one in which one of the names in a path is an old name, with the new one.
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
    while let (step, index, role) = latestStep(before: latest, naming: components) {
      guard case .newName(let old) = role else { break }
      components[index] = .key(old)
      latest = step
    }
    return FieldPath(components)
  }

  /// What a name is in a step that renames fields.
  private enum Role {
    /// The new name of a field that had another one.
    case newName(old: String)
    /// The old name of a field, which has another one now.
    case oldName
  }

  /// The latest step before another one in which one of the names in a path is a new or an old name.
  private func latestStep(
    before step: Int, naming components: [FieldPath.Component]
  ) -> (step: Int, index: Int, role: Role)? {
    renamingsInside(components).compactMap { index, name, renamings in
      let asNew = renamings.byNewName[name]?.last { $0.step < step }
      let asOld = renamings.byOldName[name]?.last { $0.step < step }
      if let asNew, asNew.step >= asOld?.step ?? -1 {
        return (asNew.step, index, Role.newName(old: asNew.old))
      }
      return asOld.map { ($0.step, index, .oldName) }
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
