/// `@Key("created_at")`
enum KeyMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    PropertyAttribute.expand(request) { (attribute) throws(Diagnostic) in
      if case .cases(let cases) = attribute.member {
        try check(cases, attribute)
      } else {
        _ = try attribute.property()
        if attribute.has(.ignored) {
          throw Diagnostic(
            attribute.place,
            "A property that is `@Ignored` has no key. Remove one of the attributes.")
        }
      }
      guard let argument = attribute.attribute.arguments?.first else { return }
      if attribute.attributeTokens.stringValue(argument.value) == nil {
        throw .unreadableKey(attribute.attributeTokens.place(argument.value))
      }
    }
  }

  private static func check(
    _ cases: EnumCases, _ attribute: PropertyAttribute
  ) throws(Diagnostic) {
    try attribute.checkRepetition()
    try attribute.checkType(["enum"])
    if cases.elements.count > 1 {
      throw Diagnostic(
        attribute.place,
        """
        This tag would apply to \(cases.elements.count) cases. Write each case on its own line: `case \
        \(cases.elements[0].name)(…)`.
        """)
    }
  }
}

extension Diagnostic {
  /// The error for a key whose value the macros can't read.
  static func unreadableKey(_ place: SourceRange) -> Diagnostic {
    Diagnostic(
      place,
      "A key is a string literal on one line and without interpolation, such as \"created_at\".")
  }
}
