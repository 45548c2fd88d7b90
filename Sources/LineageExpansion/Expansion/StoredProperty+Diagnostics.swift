// What is wrong with a property, or may not be what its author expects.

extension StoredProperty {
  private var name: String { property.name }
  private var place: SourceRange { tokens.place(property.pattern) }

  var tuple: Diagnostic {
    Diagnostic(
      place,
      "Properties in a tuple have no keys. Declare each on its own: `let a: A` and `let b: B`.")
  }

  // MARK: - @Ignored

  var ignoredWithoutValue: Diagnostic {
    Diagnostic(
      place, "`\(name)` is `@Ignored`, so decoding can't set it. Give it an initial value.")
  }

  /// The warning about unknown fields that aren't encoded.
  func ignoredUnknownFields(_ ignored: Attribute) -> Diagnostic {
    removing(
      ignored,
      Diagnostic(
        tokens.place(ignored.range),
        """
        `\(name)` is for the fields that `\(declaration.name)` doesn't declare. With `@Ignored`, it \
        collects none, and they are lost. Remove `@Ignored`.
        """
      ).asWarning)
  }

  /// The warning for an ignored `let` whose value a copy has only until another `let` of it is set.
  func renewal(_ other: String) -> Diagnostic {
    Diagnostic(
      place,
      """
      `copy` keeps the value of `\(name)` only as long as no `let` such as `\(other)` is changed, \
      because that needs a new value, whose initializer computes `\(name)` again. Make it `var`.
      """
    ).asWarning.fix("Make it `var`", tokens.place(property.keyword), "var")
  }

  // MARK: - Wrappers

  /// The error for unknown fields in a property wrapper, which are coded as a field.
  func wrappedUnknownFields(_ wrapper: Attribute) -> Diagnostic {
    removing(
      wrapper,
      Diagnostic(
        tokens.place(wrapper.range),
        "`\(name)` collects nothing in a property wrapper. Remove `@\(wrapper.name)`."))
  }

  /// Adds the fix-it that removes an attribute.
  private func removing(_ attribute: Attribute, _ diagnostic: Diagnostic) -> Diagnostic {
    let end = tokens[attribute.range.upperBound].range.lowerBound
    return diagnostic.fix(
      "Remove `@\(attribute.name)`",
      tokens.place(offsets: tokens[attribute.range.lowerBound].range.lowerBound..<end), "")
  }

  /// The error for a property that is observed and in a property wrapper.
  func observed(_ wrapper: Attribute) -> Diagnostic {
    let observation = declaration.observation ?? "Observable"
    let ignoring = observation == "Observable" ? "ObservationIgnored" : "PerceptionIgnored"
    let error = Diagnostic(
      tokens.place(wrapper.range),
      """
      `@\(observation)` makes `\(name)` computed, so it can't be in a property wrapper. Mark it \
      `@\(ignoring)`, or remove `@\(wrapper.name)`.
      """)
    if property.isOneOfSeveral { return error }
    return error.fix(
      "Mark it `@\(ignoring)`", tokens.place(property.declaration).start, "@\(ignoring) ")
  }

  /// The warning for an optional without a value in a wrapper of another package.
  ///
  /// One that isn't optional gets no warning: it may be required on purpose.
  func unfilledOptional(_ type: Range<Int>, _ wrapper: Attribute) -> Diagnostic {
    let warning = Diagnostic(
      place,
      """
      A missing field is an error, although `\(name)` is optional: the macro can't see whether \
      `\(wrapper.name)` can be created without a value. Add `= nil`, or write `@\(wrapper.name)()` if it has an \
      `init()`.
      """
    ).asWarning
    if property.isOneOfSeveral { return warning }
    return warning.fix("Add `= nil`", tokens.place(type.upperBound - 1).end, " = nil")
  }

  // MARK: - Values that can't be coded

  /// The error for a property that is `weak` or `unowned`.
  func unretained(_ modifier: String) -> Diagnostic {
    ignoringIfInitialized(
      Diagnostic(
        place,
        """
        `\(name)` is `\(modifier)`, so a decoded object would be released at once. Mark it \
        `@Ignored`\(Diagnostic.adviceForIgnored(hasInitialValue)), or store an identifier instead of the object.
        """))
  }

  /// The error for a property whose type can't be decoded, because it is that of values of several types.
  func existential(_ type: Range<Int>) -> Diagnostic {
    ignoringIfInitialized(
      Diagnostic(
        tokens.place(type),
        """
        `\(tokens.text(type))` doesn't say which type to decode. Use a type that is `Codable`, such as a `@Union` or \
        a `DocumentValue`, or mark `\(name)` `@Ignored`\(Diagnostic.adviceForIgnored(hasInitialValue)).
        """))
  }

  private func ignoringIfInitialized(_ error: Diagnostic) -> Diagnostic {
    hasInitialValue ? error.ignoring(property, in: tokens) : error
  }

  // MARK: - Constants

  /// The warning for a property with `let` and a value, which no initializer can set.
  func constant(_ value: Range<Int>) -> Diagnostic {
    if name == "version", declaration.attribute(.document) != nil {
      return ignoring(
        """
        `version` is a constant, and `\(declaration.name)` has its version from `@Document`. Remove the \
        property, or mark it `@Ignored`.
        """)
    }
    let isOfFunction = property.type.map(tokens.isFunction) ?? tokens.isClosure(value)
    if isOfFunction || property.type.map(tokens.isExistential) ?? false {
      return ignoring(
        "`\(name)` is a constant of a type that can't be encoded or decoded. Mark it `@Ignored`.")
    }
    let text = argumentOfFilled(value)
    var warning = Diagnostic(
      place,
      """
      `\(name)` is a constant with a value, so it is neither encoded nor decoded. Make it `var`, or write \
      `@Filled(\(text ?? "…")) let \(name)` with its type, or mark it `@Ignored`.
      """
    ).asWarning
    warning = warning.fix("Make it `var`", tokens.place(property.keyword), "var")
    if let type = property.type, let text, !property.isOneOfSeveral {
      let declaration = tokens.place(property.declaration)
      let initialization = tokens.place(type.upperBound - 1).end.range.lowerBound
      warning = warning.fix(
        "Fill it with `\(text)`",
        [
          .init(place: declaration.start, newText: "@Filled(\(text)) "),
          .init(
            place: SourceRange(
              fileName: declaration.fileName,
              range: initialization..<tokens.place(value).range.upperBound),
            newText: ""),
        ])
    }
    return warning.ignoring(property, in: tokens)
  }

  /// A warning that `@Ignored` resolves.
  private func ignoring(_ message: String) -> Diagnostic {
    Diagnostic(place, message).asWarning.ignoring(property, in: tokens)
  }

  /// The argument of `@Filled` for the value of a property; nil if the value needs a type that isn't known.
  ///
  /// The attribute doesn't know the type of the property, so an implicit member such as `.unknown` gets it here. An `if`
  /// or `switch` can't be an argument.
  private func argumentOfFilled(_ value: Range<Int>) -> String? {
    if tokens.isToken(value.lowerBound, in: ["if", "switch"]) { return nil }
    let text = tokens.text(value)
    let implicit = value.filter { tokens.isImplicitMember($0, in: value) }
    if implicit.isEmpty { return text }
    guard implicit == [value.lowerBound], var type = property.type else { return nil }
    let isOptional = tokens.isOptional(type)
    while let last = type.last, tokens.isToken(last, "?") || tokens.isToken(last, "!") {
      type.removeLast()
    }
    // `.none` of an optional may be nil.
    let isNil = isOptional && tokens.isToken(value.lowerBound + 1, in: ["none", "some"])
    return tokens.isNominal(type) && !isNil ? tokens.text(type) + text : nil
  }
}

extension Diagnostic {
  /// What `@Ignored` needs beside it.
  static func adviceForIgnored(_ hasInitialValue: Bool) -> String {
    hasInitialValue ? "" : " and give it an initial value"
  }

  /// Adds the fix-it that marks a property as ignored.
  func ignoring(_ property: Property, in tokens: TokenList) -> Diagnostic {
    if property.isOneOfSeveral { return self }
    return fix("Mark it `@Ignored`", tokens.place(property.declaration).start, "@Ignored ")
  }
}
