// Types that are `@Observable`, whose properties are computed and have their storage elsewhere.

extension CodedType {
  var isObserved: Bool { observation != nil }

  /// Whether a property of such a type has its storage where it is.
  func isIgnored(_ property: Property) -> Bool {
    property.attribute("ObservationIgnored") != nil
      || property.attribute("PerceptionIgnored") != nil
  }

  private var observation: String? {
    ["Observable", "Perceptible"].first { declaration.attribute($0) != nil }
  }

  /// The error for a property that is observed and in a property wrapper.
  func observed(_ property: Property, _ wrapper: Attribute) -> Diagnostic {
    let observation = observation ?? "Observable"
    let ignoring = observation == "Observable" ? "ObservationIgnored" : "PerceptionIgnored"
    let error = Diagnostic(
      tokens.place(wrapper.tokens),
      """
      `@\(observation)` makes `\(property.name)` computed, so it can't be in a property wrapper. Mark it \
      `@\(ignoring)`, or remove `@\(wrapper.name)`.
      """)
    if property.isOneOfSeveral { return error }
    return error.fix(
      "Mark it `@\(ignoring)`", tokens.place(property.declaration).start, "@\(ignoring) ")
  }
}
