import Lineage
import LineageSchemas

/// Compares two values of any type, with `==` if they are `Equatable`, and property by property.
///
/// Values that are equal may have properties that differ, since a type can declare `==` of its own, which compares only
/// identifiers, for example.
///
/// Values that can't be compared at all, such as functions, count as equal: a missed difference is
/// better than a false one. So do the values of lazy properties, which are computed from others.
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
  /// The pairs of objects that were compared, because references can form cycles.
  private var visited: Set<Pair> = []
  /// Whether the values are properties of one that is equal.
  private var isInsideEqual = false

  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  mutating func compare(_ first: Any, _ second: Any, at path: String) {
    if type(of: first) is AnyClass, type(of: second) is AnyClass {
      let pair = Pair(
        first: ObjectIdentifier(first as AnyObject), second: ObjectIdentifier(second as AnyObject))
      guard visited.insert(pair).inserted else { return }
    }
    if let first = first as? String, let second = second as? String {
      if !first.utf8.elementsEqual(second.utf8) { addDifference(at: path) }
      return
    }
    let mirror = Mirror(reflecting: first)
    let isEqual = (first as? any Equatable).map { Self.isEqual($0, second) }
    if isEqual == true, Self.isDecidedByEquality(first, mirror) { return }
    // A lock or a queue only equals itself, and the type around it says that it doesn't matter.
    if isInsideEqual, isEqual == false, mirror.displayStyle == .class,
      SystemType.isOne(type(of: first)) || mirror.children.isEmpty
    {
      return
    }
    let wasInsideEqual = isInsideEqual
    isInsideEqual = isInsideEqual || isEqual == true
    defer { isInsideEqual = wasInsideEqual }
    let found = paths.count
    if let first = first as? [AnyHashable: Any], let second = second as? [AnyHashable: Any] {
      compareMembers(first, second, at: path)
    } else {
      compareChildren(mirror, Mirror(reflecting: second), at: path)
    }
    if paths.count > found { return }
    // Unequal values differ even if none of their properties does.
    let areOtherCases =
      mirror.displayStyle == .enum && mirror.children.isEmpty && "\(first)" != "\(second)"
    if isEqual == false || areOtherCases { addDifference(at: path) }
  }

  /// Whether equal values of a type have equal contents.
  ///
  /// This is so for types of the system and of Lineage, which also have properties that aren't part of their value, but
  /// not for strings, which equal those that encode their accents differently. The elements of an array, a dictionary
  /// or an optional decide for themselves.
  private static func isDecidedByEquality(_ value: Any, _ mirror: Mirror) -> Bool {
    let type = type(of: value)
    let name = _typeName(type, qualified: true)
    if SystemType.isOne(type) || name.hasPrefix("Lineage.") { return true }
    guard name.hasPrefix("Swift."), !(value is String) else { return false }
    guard [.collection, .dictionary, .optional].contains(mirror.displayStyle) else { return true }
    guard mirror.displayStyle == .collection, let element = mirror.children.first else {
      return false
    }
    return isDecidedByEquality(element.value, Mirror(reflecting: element.value))
  }

  private mutating func addDifference(at path: String) {
    paths.append(path.isEmpty ? "(the document)" : path)
  }

  private mutating func compareMembers(
    _ first: [AnyHashable: Any], _ second: [AnyHashable: Any], at path: String
  ) {
    if first.count != second.count { return addDifference(at: path) }
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
      addDifference(at: path)
    } else if !isUnordered {
      for (index, (own, other)) in zip(first.children, second.children).enumerated() {
        let step = Self.step(own.label, index, isElement: first.displayStyle == .collection)
        let childPath = path.isEmpty || step.hasPrefix("[") ? path + step : "\(path).\(step)"
        if own.label != other.label {
          paths.append(childPath)
        } else if own.label?.hasPrefix("$__lazy_storage_$_") != true {
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
