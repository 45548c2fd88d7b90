// The keys of a type.

extension CodedType {
  /// What is wrong with the keys of the fields.
  var mistakesInKeys: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    var first: [String: Property] = [:]
    for (index, field) in fields.enumerated() {
      let argument = field.property.attribute(.key)?.arguments?.first?.value
      if let other = first[field.key] {
        diagnostics.append(
          Diagnostic(
            tokens.place(argument ?? field.property.pattern),
            "`\(field.name)` has the same key as `\(other.name)`: '\(field.key)'."
          ).note(tokens.place(other.pattern), "`\(other.name)` is declared here"))
      } else {
        first[field.key] = field.property
      }
      if index == 256 {
        diagnostics.append(
          Diagnostic(
            tokens.place(field.property.pattern),
            "A type can have at most 256 keys. Move some properties to a type of their own."))
      }
    }
    return diagnostics
  }

  // MARK: - Keys of the user

  /// The fields in the order of the cases of an enum that the user has written, and what is wrong with that.
  func order(
    _ fields: [Field], by keys: NestedType
  ) -> (fields: [Field], diagnostics: [Diagnostic]) {
    let cases: [EnumCases.Element]
    do throws(Diagnostic) {
      cases = try ownCases(keys)
    } catch {
      return ([], [error])
    }
    var remaining = fields
    var ordered: [Field] = []
    var diagnostics: [Diagnostic] = []
    for element in cases {
      guard let index = remaining.firstIndex(where: { $0.name == element.name }) else {
        diagnostics.append(missingProperty(for: element))
        continue
      }
      var field = remaining.remove(at: index)
      if let attribute = field.property.attribute(.key) {
        diagnostics.append(repeatedKey(of: field, attribute))
      }
      field.key = element.rawValue.flatMap(tokens.stringValue) ?? element.name
      field.keyCase = element.writtenName
      field.keyLiteral = nil
      ordered.append(field)
    }
    return (ordered, diagnostics + remaining.map { missingCase(for: $0, after: cases.last) })
  }

  /// The cases of that enum. Throws if they say something else than the keys.
  private func ownCases(_ keys: NestedType) throws(Diagnostic) -> [EnumCases.Element] {
    if keys.kind != "enum" {
      throw Diagnostic(
        tokens.place(keys.nameIndex),
        "The keys can't be read from this \(keys.kind). Declare `CodingKeys` as an enum of strings."
      )
    }
    for index in keys.nameIndex..<keys.body.lowerBound
    where tokens.isToken(index, "Int") || tokens.isToken(index, "RawRepresentable") {
      throw Diagnostic(tokens.place(index), "Keys are strings. Write `String` here.")
    }
    for index in keys.body where tokens.isToken(index, "#if") {
      throw Diagnostic(
        tokens.place(index), "Keys can't depend on conditions. Declare them without `#if`.")
    }
    let parser = DeclarationParser(tokens)
    var cases: [EnumCases.Element] = []
    for member in try parser.members(in: keys.body) {
      guard case .cases(let group) = member else {
        throw Diagnostic(
          tokens.place(keys.nameIndex),
          "`CodingKeys` can only have cases here. Move its other members to an extension of it.")
      }
      for element in group.elements {
        if let value = element.rawValue, tokens.stringValue(value) == nil {
          throw .unreadableKey(tokens.place(value))
        }
      }
      cases += group.elements
    }
    return cases
  }

  // MARK: - What is wrong

  /// The error for a case without a property.
  private func missingProperty(for element: EnumCases.Element) -> Diagnostic {
    Diagnostic(
      tokens.place(element.nameIndex),
      """
      `\(declaration.name)` has no property `\(element.name)` that is encoded. Remove this case, or \
      declare the property.
      """)
  }

  /// The error for a `@Key` beside the case in the enum.
  private func repeatedKey(of field: Field, _ attribute: Attribute) -> Diagnostic {
    Diagnostic(
      tokens.place(attribute.range),
      """
      `\(declaration.name)` declares its own `CodingKeys`, which give `\(field.name)` its key. \
      Write the key there, and remove `@Key`.
      """)
  }

  /// The error for a property that has no case in the enum that the user has written.
  private func missingCase(for field: Field, after last: EnumCases.Element?) -> Diagnostic {
    let isUnknown = declaration.collectsUnknownFields(field.property)
    let advice = Diagnostic.adviceForIgnored(field.isInitialized)
    let error = Diagnostic(
      tokens.place(field.property.pattern),
      """
      `\(field.name)` isn't among the `CodingKeys`. Add `case \(field.keyCase)` to \
      them\(isUnknown ? "." : ", or mark the property `@Ignored`\(advice).")
      """)
    let end = last.map { $0.rawValue?.upperBound ?? $0.nameIndex + 1 }
    let fixed = end.map {
      error.fix("Add `case \(field.keyCase)`", tokens.place($0 - 1).end, ", \(field.keyCase)")
    }
    let canBeIgnored = !isUnknown && field.isInitialized
    return canBeIgnored
      ? (fixed ?? error).ignoring(field.property, in: tokens) : fixed ?? error
  }
}
