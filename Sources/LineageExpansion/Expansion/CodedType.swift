/// The fields of a type and their keys.
struct CodedType {
  let declaration: Declaration
  /// The fields in the order of their keys.
  private(set) var fields: [Field] = []
  /// The storage of the properties that an initializer can set.
  private(set) var settable: [(storage: String, isLet: Bool)] = []
  private(set) var hasOwnKeys = false
  /// Whether code that uses all properties uses a deprecated one.
  private(set) var usesDeprecated = false
  /// The `static` properties that say how a version is written, as far as the type itself declares them.
  private(set) var propertiesOfVersion: [Property] = []
  private static let namesOfVersion: Set<String> = [
    "encodesDefaults", "readableSince", "version", "versionLocation",
  ]
  var versionLocation: Property? { propertiesOfVersion.first { $0.name == "versionLocation" } }
  var declaredVersion: Property? { propertiesOfVersion.first { $0.name == "version" } }
  /// The `typealias PreviousVersion`, if the type itself declares it.
  private(set) var previousVersion: TypeAlias?
  var declaresPreviousVersion: Bool { previousVersion != nil }
  /// Whether Swift gives the type an `init()`, as long as it has no other initializer.
  private(set) var hasImplicitInit = true
  /// The first property whose wrapper has no arguments. If that wrapper has no `init()`, the type has no implicit one.
  private(set) var wrappedWithoutArguments: (property: String, wrapper: String)?
  private(set) var diagnostics: [Diagnostic] = []
  /// Ignored constants whose value may differ each time an initializer computes it.
  private var renewed: [StoredProperty] = []

  var tokens: TokenList { declaration.tokens }

  /// Whether something is wrong that makes it impossible to generate code.
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  init(_ declaration: Declaration, _ members: [Member]) {
    self.declaration = declaration
    var ownKeys: NestedType?
    for member in members {
      switch member {
      case .properties(let properties): properties.forEach { add($0) }
      case .initializer(let initializer): add(initializer)
      case .macro(let index): diagnostics.append(unknownMembers(at: index))
      case .typealias(let it) where it.name == "PreviousVersion": previousVersion = it
      case .typealias(let it) where it.name == "CodingKeys":
        hasOwnKeys = true
        diagnostics.append(unreadableKeys(it))
      case .type(let it) where it.name == "CodingKeys": ownKeys = ownKeys ?? it
      case .type, .typealias, .cases, .function, .attributes, .other: break
      }
    }
    if let ownKeys {
      hasOwnKeys = true
      let ordered = order(fields, by: ownKeys)
      fields = ordered.fields
      diagnostics += ordered.diagnostics
    } else if hasOwnKeys {
      fields = []
    }
    diagnostics += mistakesInKeys
    diagnostics += rawRepresentations
    // Objects are different ones anyway, and what belongs to each, such as a lock, often can't be a `var`.
    if declaration.kind == "struct", let constant = settable.first(where: \.isLet) {
      diagnostics += renewed.map { $0.renewal(constant.storage) }
    }
  }

  // MARK: - Members

  private mutating func add(_ initializer: Initializer) {
    let isConvenience = initializer.modifiers.contains { $0.word == "convenience" }
    if !isConvenience || !initializer.hasParameters { hasImplicitInit = false }
  }

  private mutating func add(_ property: Property) {
    if property.isOfType, Self.namesOfVersion.contains(property.name) {
      propertiesOfVersion.append(property)
    }
    guard let stored = StoredProperty(property, of: declaration) else { return }
    if !property.isTuple { addStorage(of: stored) }
    switch stored.role {
    case .field(let field, let warning):
      fields.append(field)
      if let warning { diagnostics.append(warning) }
    case .ignored(let mistake?), .skipped(let mistake?): diagnostics.append(mistake)
    case .ignored(nil): if stored.isRenewed { renewed.append(stored) }
    case .skipped(nil): break
    }
  }

  /// Adds what initializers have to do with a property, whether it is a field or not.
  private mutating func addStorage(of property: StoredProperty) {
    if let wrapper = property.wrapperThatMayHaveInit {
      wrappedWithoutArguments =
        wrappedWithoutArguments ?? (property.property.name, wrapper.name)
    } else if !property.isInitialized {
      hasImplicitInit = false
    }
    if property.isSettable { settable.append((property.storage, property.property.isLet)) }
    usesDeprecated = usesDeprecated || property.isDeprecated
  }

  // MARK: - What is wrong

  private func unknownMembers(at macro: Int) -> Diagnostic {
    Diagnostic(
      tokens.place(macro),
      """
      This macro may declare properties, which other macros can't see. Write what it declares, or \
      use it in an extension of `\(declaration.name)`.
      """)
  }

  private func unreadableKeys(_ alias: TypeAlias) -> Diagnostic {
    Diagnostic(
      tokens.place(alias.nameIndex),
      """
      The keys can't be read from this typealias. Declare `CodingKeys` as an enum of strings in \
      `\(declaration.name)`.
      """)
  }

  /// The errors for protocols whose types Swift encodes as their raw values.
  private var rawRepresentations: [Diagnostic] {
    let attribute = declaration.attributes.first { $0.macro?.makesCodable == true }
    let macro = "`@\(attribute?.name ?? "Fillable")`"
    return declaration.inheritedTypes.compactMap { type in
      guard let name = type.name, ["OptionSet", "RawRepresentable"].contains(name),
        type.qualifier == nil || type.qualifier == "Swift"
      else { return nil }
      return Diagnostic(
        tokens.place(type.nameIndex),
        """
        Swift encodes `\(declaration.name)` as its raw value, because it conforms to `\(name)`, but \(macro) \
        would encode its properties. Replace \(macro) with the protocol `Codable`, or remove `\(name)`.
        """)
    }
  }
}
