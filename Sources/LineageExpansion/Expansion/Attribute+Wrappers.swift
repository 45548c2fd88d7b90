extension Attribute {
  /// The attributes of others with a capital letter that leave a property's storage where it is.
  private static let others: Set<String> = [
    "MainActor", "Sendable", "NSManaged", "NSCopying", "IBOutlet", "IBInspectable",
    "GKInspectable", "ObservationIgnored", "ObservationTracked", "PerceptionIgnored",
    "PerceptionTracked",
  ]

  /// The property wrappers of Lineage. None of them has an `init()`.
  static let wrappersOfLineage: Set<String> = [
    "Lenient", "LenientElements", "LenientValues", "Nullable", "Required", "Versioned",
  ]

  /// Whether it is a property wrapper whose only initializers need a value.
  var needsValue: Bool { Self.wrappersOfLineage.contains(name) }

  /// Whether it is taken for a property wrapper, because it is neither one of Swift nor of Lineage.
  var isPropertyWrapper: Bool {
    macro == nil && !isOfSwift && !Self.others.contains(name) && !name.hasSuffix("Actor")
  }
}
