// Types that are `@Observable`, whose properties are computed and have their storage elsewhere.

extension Declaration {
  /// Whether a property is computed, and its storage, with its observers, is another property.
  func isTracked(_ property: Property) -> Bool {
    observation != nil && !property.isLet && property.attribute("ObservationIgnored") == nil
      && property.attribute("PerceptionIgnored") == nil
  }

  /// The attribute that makes the properties computed.
  var observation: String? {
    ["Observable", "Perceptible"].first { attribute($0) != nil }
  }
}
