/// An attribute of a property, which expands to nothing and is read by the macro of the type.
///
/// Its own macro complains if it is where no macro reads it.
struct PropertyAttribute {
  let attributeTokens: TokenList
  let attribute: Attribute
  let member: Member
  let declarationTokens: TokenList
  /// The type around it; nil if there is none.
  let type: Declaration?
  private let attributes: [Attribute]

  init(_ request: ExpansionRequest) throws(Diagnostic) {
    attributeTokens = TokenList(request.attribute)
    attribute = Attribute(expanded: attributeTokens)
    declarationTokens = TokenList(request.declaration)
    member = try DeclarationParser(
      declarationTokens, configuration: request.configuration, module: attribute.qualifier
    ).member()
    type = request.outerDeclarations.first ?? nil
    attributes =
      switch member {
      case .properties(let properties): properties.first?.attributes ?? []
      case .cases(let cases): cases.attributes
      default: []
      }
  }

  var place: SourceRange { attributeTokens.place(attribute.range) }

  /// How the attribute is called in messages.
  var name: String { "`@\(attribute.name)`" }

  /// The property to which the attribute belongs. Throws if it is no stored property of a type whose
  /// macro reads the attribute.
  func property() throws(Diagnostic) -> Property {
    guard case .properties(let properties) = member, let property = properties.first else {
      throw Diagnostic(place, "\(name) is for stored properties. Remove it here.")
    }
    try checkRepetition()
    if property.isOfType {
      throw Diagnostic(
        place, "`\(property.name)` belongs to the type, so it isn't encoded. Remove \(name).")
    }
    if property.accessors == .computed {
      throw Diagnostic(
        place,
        "`\(property.name)` is computed, so it isn't encoded. Remove \(name), or give the property storage."
      )
    }
    if property.has("override") {
      throw Diagnostic(
        place,
        """
        `\(property.name)` is declared in a superclass. Remove \(name), or write it there.
        """)
    }
    if property.has("lazy") {
      throw Diagnostic(
        place,
        "`\(property.name)` is lazy, so it isn't encoded. Remove \(name), or remove `lazy`.")
    }
    try checkType(["class", "struct"])
    return property
  }

  /// Throws if the attribute isn't in a type of certain kinds that a macro makes codable.
  func checkType(_ kinds: Set<String>) throws(Diagnostic) {
    let macros = MacroName.allCases.filter { $0.codableKinds == kinds }.map(\.rawValue)
    let names = macros.map { "`@\($0)`" }.joined(separator: " or ")
    guard let type, kinds.contains(type.kind) else {
      throw Diagnostic(
        place, "\(name) has an effect only in a type that is \(names). Remove it here.")
    }
    // The module may have another name there than here.
    if !type.attributes.contains(where: { macros.contains($0.lastName) }) {
      throw Diagnostic(
        place,
        """
        \(name) has no effect, because `\(type.name)` isn't \(names). Add that to the type, or remove \
        \(name).
        """)
    }
  }

  /// Throws if the same attribute is there before this one.
  func checkRepetition() throws(Diagnostic) {
    for other in attributes where other.name == attribute.name {
      if declarationTokens.place(other.range) == place { return }
      throw Diagnostic(place, "\(name) is repeated. Remove one.")
    }
  }

  func has(_ other: MacroName) -> Bool { attributes.contains { $0.macro == other } }

  /// The expansion of a macro that only checks.
  static func expand(
    _ request: ExpansionRequest, check: (PropertyAttribute) throws(Diagnostic) -> Void
  ) -> Expansion {
    // `@Observable` copies a property with its attributes. They are checked where they were written.
    if request.declaration.isGenerated { return Expansion() }
    do throws(Diagnostic) {
      try check(PropertyAttribute(request))
      return Expansion()
    } catch {
      return Expansion(diagnostics: [error])
    }
  }
}
