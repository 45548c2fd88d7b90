// Types that are `@Observable`, whose properties are computed and have their storage elsewhere.

extension CodedType {
  /// Whether a property is computed, and its storage, with its observers, is another property.
  func isTracked(_ property: Property) -> Bool {
    observation != nil && !property.isLet && property.attribute("ObservationIgnored") == nil
      && property.attribute("PerceptionIgnored") == nil
  }

  private var observation: String? {
    ["Observable", "Perceptible"].first { declaration.attribute($0) != nil }
  }

  /// The error for a property that is observed and in a property wrapper.
  func observed(_ property: Property, _ wrapper: Attribute) -> Diagnostic {
    let observation = observation ?? "Observable"
    let ignoring = observation == "Observable" ? "ObservationIgnored" : "PerceptionIgnored"
    let error = Diagnostic(
      tokens.place(wrapper.range),
      """
      `@\(observation)` makes `\(property.name)` computed, so it can't be in a property wrapper. Mark it \
      `@\(ignoring)`, or remove `@\(wrapper.name)`.
      """)
    if property.isOneOfSeveral { return error }
    return error.fix(
      "Mark it `@\(ignoring)`", tokens.place(property.declaration).start, "@\(ignoring) ")
  }
}
