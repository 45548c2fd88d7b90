/// `@Document(version: 2, after: PoemV1.self)`
enum DocumentMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    CodableExpansion.expand(request) { annotation, diagnostics in
      CodableExpansion.Version(
        literal: annotation.attribute.argument("version")
          .map { annotation.attributeTokens.text($0.value) } ?? "0",
        property: version(annotation, &diagnostics), previous: previous(annotation, &diagnostics),
        isPreviousWritten: annotation.attribute.argument("after") != nil)
    }
  }

  /// The declaration of the version.
  private static func version(_ annotation: Annotation, _ diagnostics: inout [Diagnostic]) -> String
  {
    let access = annotation.declaration.access
    func property(_ type: String, _ value: String) -> String {
      "\(access)nonisolated static var version: \(annotation.declaration.swiftPrefix)\(type) { \(value) }"
    }
    guard let argument = annotation.attribute.argument("version") else {
      return property("Int", "0")
    }
    let tokens = annotation.attributeTokens
    let text = tokens.text(argument.value)
    if argument.value.count == 1 {
      let index = argument.value.lowerBound
      if tokens.isToken(index, "nil") { return property("Int?", "nil") }
      if tokens[index].kind == .number, !text.contains(".") {
        if isInt(text) { return property("Int", text) }
        diagnostics.append(
          Diagnostic(
            annotation.place(of: argument),
            "The version `\(text)` doesn't fit into an `Int`. Use a smaller number, or a string."))
        return property("Int", "0")
      }
      if tokens.stringValue(argument.value) != nil { return property("String", text) }
    }
    diagnostics.append(
      Diagnostic(
        annotation.place(of: argument),
        """
        The version has to be a literal, because it may never change: a whole number such as 2, a string \
        such as "2026-05", or nil for documents from before there were versions.
        """))
    return property("Int", "0")
  }

  /// Whether a literal is that of an `Int`.
  private static func isInt(_ literal: String) -> Bool {
    let digits = literal.filter { $0 != "_" }
    let radix = ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
    return radix.map { Int(digits.dropFirst(2), radix: $0) != nil } ?? (Int(digits) != nil)
  }

  /// The type of the previous version.
  private static func previous(
    _ annotation: Annotation, _ diagnostics: inout [Diagnostic]
  ) -> String {
    guard let argument = annotation.attribute.argument("after") else {
      return annotation.declaration.lineagePrefix + "NothingOlder"
    }
    let tokens = annotation.attributeTokens
    let type = argument.value.dropLast(2)
    guard type.count > 0, tokens.endOfType(type.lowerBound) ?? 0 >= type.upperBound,
      tokens.isToken(type.upperBound, "."), tokens.isToken(type.upperBound + 1, "self")
    else {
      diagnostics.append(
        Diagnostic(
          annotation.place(of: argument),
          "Write the type of the previous version and `.self` here, such as `PoemV1.self`."))
      return annotation.declaration.lineagePrefix + "NothingOlder"
    }
    if tokens.text(type) == annotation.declaration.writtenName {
      diagnostics.append(
        Diagnostic(
          annotation.place(of: argument),
          """
          `\(annotation.declaration.name)` can't come after itself. Write the type of the previous \
          version here, or remove `after:` from the first version.
          """))
    }
    return tokens.text(type)
  }
}
