/// Compares two values of any type, with `==` if they are `Equatable`, otherwise property by
/// property.
///
/// Values that can't be compared at all, such as functions, count as equal: a missed difference is
/// better than a false one.
enum Resemblance {
  /// The paths of the properties that differ.
  static func differences(between first: Any, and second: Any) -> [String] {
    var comparison = Comparison()
    comparison.compare(first, second, at: "")
    return comparison.paths
  }
}

private struct Comparison {
  private(set) var paths: [String] = []
  /// The visited objects, because references can form cycles.
  private var visited: Set<ObjectIdentifier> = []

  mutating func compare(_ first: Any, _ second: Any, at path: String) {
    if type(of: first) is AnyClass,
      !visited.insert(ObjectIdentifier(first as AnyObject)).inserted
    {
      return
    }
    let comparable = first as? any Equatable
    if let comparable, Self.isEqual(comparable, second) { return }
    let found = paths.count
    if let first = first as? [AnyHashable: Any], let second = second as? [AnyHashable: Any] {
      compareMembers(first, second, at: path)
    } else {
      compareChildren(Mirror(reflecting: first), Mirror(reflecting: second), at: path)
    }
    // Unequal values differ even if none of their properties does.
    if comparable != nil, paths.count == found {
      note(path)
    }
  }

  private mutating func note(_ path: String) {
    paths.append(path.isEmpty ? "(the document)" : path)
  }

  private mutating func compareMembers(
    _ first: [AnyHashable: Any], _ second: [AnyHashable: Any], at path: String
  ) {
    if first.count != second.count { return note(path) }
    for (key, value) in first.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      let memberPath = "\(path)[\(key)]"
      if let other = second[key] {
        compare(value, other, at: memberPath)
      } else {
        paths.append(memberPath)
      }
    }
  }

  private mutating func compareChildren(_ first: Mirror, _ second: Mirror, at path: String) {
    if let superFirst = first.superclassMirror, let superSecond = second.superclassMirror {
      compareChildren(superFirst, superSecond, at: path)
    }
    let isUnordered = first.displayStyle == .set || first.displayStyle == .dictionary
    if first.children.count != second.children.count {
      note(path)
    } else if !isUnordered {
      for (index, (own, other)) in zip(first.children, second.children).enumerated() {
        let step = Self.step(own.label, index, isElement: first.displayStyle == .collection)
        let childPath = path.isEmpty || step.hasPrefix("[") ? path + step : "\(path).\(step)"
        if own.label != other.label {
          paths.append(childPath)
        } else {
          compare(own.value, other.value, at: childPath)
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
    // NaN doesn't equal itself.
    first == second as? Value || first != first
  }
}
