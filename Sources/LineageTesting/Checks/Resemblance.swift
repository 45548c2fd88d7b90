/// Comparing two values of any type, by `==` where they have it and else property by property.
///
/// What can't be compared at all, such as functions, counts as the same: it is better to find less than
/// to find what isn't there.
enum Resemblance {
  /// The paths of the properties that differ.
  static func differences(between first: Any, and second: Any) -> [String] {
    var paths: [String] = []
    compare(first, second, at: "", depth: 0, into: &paths)
    return paths
  }

  private static func compare(
    _ first: Any, _ second: Any, at path: String, depth: Int, into paths: inout [String]
  ) {
    let comparable = first as? any Equatable
    if let comparable, isEqual(comparable, second) { return }
    let found = paths.count
    if depth < 100 {
      let mirrors = (Mirror(reflecting: first), Mirror(reflecting: second))
      compareChildren(mirrors.0, mirrors.1, at: path, depth: depth, into: &paths)
    }
    // Two values that are not equal differ, even where none of their properties does.
    if comparable != nil, paths.count == found {
      paths.append(path.isEmpty ? "(the document)" : path)
    }
  }

  private static func compareChildren(
    _ first: Mirror, _ second: Mirror, at path: String, depth: Int, into paths: inout [String]
  ) {
    if let superFirst = first.superclassMirror, let superSecond = second.superclassMirror {
      compareChildren(superFirst, superSecond, at: path, depth: depth, into: &paths)
    }
    let isUnordered = first.displayStyle == .set || first.displayStyle == .dictionary
    if first.children.count != second.children.count {
      paths.append(path.isEmpty ? "(the document)" : path)
    } else if !isUnordered {
      for (index, (own, other)) in zip(first.children, second.children).enumerated() {
        let step = step(own.label, index, isElement: first.displayStyle == .collection)
        let childPath = path.isEmpty || step.hasPrefix("[") ? path + step : "\(path).\(step)"
        if own.label != other.label {
          paths.append(childPath)
        } else {
          compare(own.value, other.value, at: childPath, depth: depth + 1, into: &paths)
        }
      }
    }
  }

  private static func step(_ label: String?, _ index: Int, isElement: Bool) -> String {
    guard !isElement, let label else { return "[\(index)]" }
    // The storage of a property wrapper has the property's name with an underscore.
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  private static func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    // A number that is none equals nothing, not even itself.
    first == second as? Value || first != first
  }
}
