// Checks of the property that collects unknown fields.

extension CodedType {
  /// The errors for further properties that collect unknown fields.
  var repeatedUnknownFields: [Diagnostic] {
    let properties = fields.map(\.property).filter(declaration.collectsUnknownFields)
    guard let first = properties.first else { return [] }
    return properties.dropFirst().map { property in
      Diagnostic(
        tokens.place(property.pattern),
        """
        `\(property.name)` would collect the same fields as `\(first.name)`, so a change to only one of them couldn't \
        be written. Remove one of the two properties.
        """
      ).note(tokens.place(first.pattern), "`\(first.name)` is declared here")
    }
  }

  /// What is wrong with unknown fields in a class that has a superclass or may have subclasses.
  ///
  /// Each class knows its own keys only, so it takes the fields of the others for unknown ones.
  func unknownFieldsOfClasses(isSubclass: Bool) -> [Diagnostic] {
    if declaration.kind != "class" { return [] }
    return fields.map(\.property).filter(declaration.collectsUnknownFields).compactMap { property in
      let place = tokens.place(property.pattern)
      if isSubclass {
        return Diagnostic(
          place,
          """
          `\(property.name)` would collect the fields of the superclass, too, so that a change to one of \
          them couldn't be written. Only a final class without a superclass can have unknown fields.
          """)
      }
      if declaration.has("final") || declaration.has("open") { return nil }
      return Diagnostic(
        place,
        """
        With a coder other than Lineage's, `\(property.name)` would collect the fields of subclasses, too. \
        Make `\(declaration.name)` final.
        """
      ).asWarning.fix("Add `final`", tokens.place(declaration.keyword).start, "final ")
    }
  }
}

extension Declaration {
  /// Whether a property collects unknown fields, as far as its declaration says so.
  func collectsUnknownFields(_ property: Property) -> Bool {
    let source = property.type ?? property.initialValue ?? 0..<0
    let isQualified = tokens.isToken(source.lowerBound, "Lineage")
    let name = source.lowerBound + (isQualified ? 2 : 0)
    let next = name + 1
    guard source.contains(name), tokens.isToken(name, "UnknownFields") else { return false }
    return next == source.upperBound || tokens.isToken(next, "?") || tokens.isToken(next, "(")
  }
}
