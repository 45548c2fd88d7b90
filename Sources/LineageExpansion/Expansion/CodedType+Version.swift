// What a type with a version declares that doesn't go with it.

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
      let argument = field.property.attribute(.key)?.arguments?.first?.value
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

  /// The warnings about an `init(from:)` or `encode(to:)` in the declaration, which replace those that migrate and
  /// write the version under any coder.
  func ownCoding(in members: [Member]) -> [Diagnostic] {
    members.compactMap { member in
      switch member {
      case .initializer(let it) where isCoder(it.parameter, "from", "Decoder"):
        ownCoding(
          it.keyword, "init(from:)", "JSONDecoder", "doesn't migrate older documents", "decode")
      case .function(let it)
      where it.name == "encode" && isCoder(it.parameter, "to", "Encoder")
        && !it.modifiers.contains { $0.word == "static" || $0.word == "class" }:
        ownCoding(it.nameIndex, "encode(to:)", "JSONEncoder", "writes no version", "encode")
      default: nil
      }
    }
  }

  private func ownCoding(
    _ index: Int, _ name: String, _ coder: String, _ lack: String, _ verb: String
  ) -> Diagnostic {
    Diagnostic(
      tokens.place(index),
      """
      A coder other than Lineage's, such as a plain `\(coder)`, calls this `\(name)` directly, so it \
      \(lack). Remove it, or move it to an extension if only Lineage's calls \(verb) `\(declaration.name)`.
      """
    ).asWarning
  }

  /// Whether a parameter is that of a requirement of `Codable`.
  private func isCoder(_ parameter: Parameter?, _ label: String, _ type: String) -> Bool {
    guard let parameter, parameter.label == label else { return false }
    let start = parameter.type.lowerBound
    let name = tokens.isToken(start, "any") ? start + 1 : start
    return ["", "Swift.", "Swift::"].contains {
      tokens.text(name..<parameter.type.upperBound) == $0 + type
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
