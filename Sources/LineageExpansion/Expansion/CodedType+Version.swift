// Fields under the key of the version, which can only be written while they equal it.

extension CodedType {
  /// The warnings about fields under the key of the version, unless they begin with that version.
  ///
  /// They aren't errors, because the `versionLocation` may be declared elsewhere.
  ///
  /// - Parameter version: The version, as it is written in the attribute.
  func fieldsUnder(_ version: String) -> [Diagnostic] {
    guard let versionKey, version != "nil" else { return [] }
    let others = fields.filter { field in
      field.key == versionKey && field.property.initialValue.map { tokens.text($0) } != version
    }
    return others.map { field in
      let argument = field.property.attribute("Key")?.arguments?.first?.value
      return Diagnostic(
        tokens.place(argument ?? field.property.pattern),
        """
        `\(field.name)` has the key '\(versionKey)', where the version of `\(declaration.name)` is stored. \
        Remove the property if it is for that version, give it another key with \
        \(hasOwnKeys ? "`CodingKeys`" : "`@Key`"), or \(otherLocation).
        """
      ).asWarning
    }
  }

  /// The error for a property `version` beside the one that `@Document` declares.
  func repeatedVersion(_ property: Property) -> Diagnostic {
    let error = Diagnostic(
      tokens.place(property.pattern),
      "`\(declaration.name)` has its version from `@Document`. Remove this declaration.")
    if property.isOneOfSeveral { return error }
    return error.fix("Remove it", tokens.placeWithSpaceAfter(property.declaration), "")
  }

  private var otherLocation: String {
    versionLocation == nil
      ? "declare a `static let versionLocation` in `\(declaration.name)` itself"
      : "change the `versionLocation`"
  }

  /// The key of the version; nil if it is in another object or elsewhere, or can't be read from the
  /// declaration.
  private var versionKey: String? {
    guard let versionLocation else { return "version" }
    guard let value = versionLocation.initialValue, tokens.isToken(value.upperBound - 4, "key")
    else { return nil }
    return tokens.stringValue(value.upperBound - 2..<value.upperBound - 1)
  }
}

extension TokenList {
  /// Where a member is, with the semicolon and the space after it, but without comments.
  fileprivate func placeWithSpaceAfter(_ member: Range<Int>) -> SourceRange {
    let next = isToken(member.upperBound, ";") ? member.upperBound + 1 : member.upperBound
    let offsets = offsets(member.lowerBound..<next)
    let space = source.bytes[offsets.upperBound...].prefix {
      [0x20, 0x09, 0x0A, 0x0D].contains($0)
    }
    return place(offsets: offsets.lowerBound..<offsets.upperBound + space.count)
  }
}
