/// The expansion of `@Document` and `@Fillable`, which differ in the version only.
///
/// The extension of a struct has everything, so that its memberwise initializer isn't lost. A class
/// declares initializers itself, so the extension of a class has only its conformances and its version.
struct CodableExpansion {
  /// The members of `VersionedCodable`.
  struct Version {
    /// The version, as it is written in the attribute.
    let literal: String
    let property: String
    let previous: String
    /// Whether `after:` says so.
    let isPreviousWritten: Bool
  }

  private let annotation: Annotation
  private let version: Version?
  /// What is wrong with the attribute's arguments.
  private let mistakesInArguments: [Diagnostic]
  /// The members and what they mean, or why they can't be read.
  private let content: Result<(members: [Member], type: CodedType), Diagnostic>
  /// The type; nil after an error.
  private let coded: CodedType?

  private var declaration: Declaration { annotation.declaration }
  private var isClass: Bool { declaration.kind == "class" }

  init(_ annotation: Annotation, version: Version?, mistakesInArguments: [Diagnostic]) {
    self.annotation = annotation
    self.version = version
    self.mistakesInArguments = mistakesInArguments
    do throws(Diagnostic) {
      let members = try annotation.parser.members(in: annotation.declaration.body)
      let type = CodedType(annotation.declaration, members)
      content = .success((members, type))
      coded = type.hasErrors ? nil : type
    } catch {
      content = .failure(error)
      coded = nil
    }
  }

  /// Whether the type declares the property `version` itself.
  private var declaresVersion: Bool { (try? content.get())?.type.declaredVersion != nil }

  /// Whether the type's name means something else in the type.
  private var hidesName: Bool {
    guard let members = (try? content.get())?.members else { return false }
    return declaration.genericParameter(declaration.name) != nil
      || members.contains { $0.isType(declaration.name) }
  }

  // MARK: - Diagnostics

  /// Everything that is wrong with the attribute and the declaration.
  private var diagnostics: [Diagnostic] {
    var diagnostics = mistakesInArguments
    switch content {
    case .success(let (members, type)):
      diagnostics += type.diagnostics
      if let version { diagnostics += mistakes(in: members, type, under: version) }
      if !type.hasErrors {
        diagnostics += type.repeatedUnknownFields
        diagnostics += type.unknownFieldsOfClasses(isSubclass: isSubclass)
      }
    case .failure(let error):
      diagnostics.append(error)
    }
    if version != nil, !generatesVersion {
      diagnostics.append(Diagnostic(annotation.place, reasonForNoVersion))
    }
    return diagnostics
  }

  /// What doesn't go with a version, or is missing beside one.
  private func mistakes(
    in members: [Member], _ type: CodedType, under version: Version
  ) -> [Diagnostic] {
    var diagnostics = type.fieldsUnder(version.literal) + type.ownCoding(in: members)
    if version.isPreviousWritten, type.declaresPreviousVersion {
      diagnostics.append(
        Diagnostic(
          annotation.place,
          """
          `\(declaration.name)` declares its `PreviousVersion` itself. Remove the \
          declaration, or remove `after:`.
          """))
    }
    if generatesVersion {
      if let declared = type.declaredVersion { diagnostics.append(type.repeatedVersion(declared)) }
      if !type.declaresPreviousVersion { diagnostics += missingPrevious(of: version) }
    }
    return diagnostics
  }

  private var reasonForNoVersion: String {
    isSubclass
      ? "`\(declaration.name)` has the version of its superclass. Use `@Fillable` instead."
      : """
      `\(declaration.name)` already is `VersionedCodable`, in an extension or through another protocol, so the version in \
      this attribute wouldn't be used. Remove that conformance with its members, or use `@Fillable` instead.
      """
  }

  /// The warning for a version above 1 that says nothing about a previous one. A step in an extension can't be seen, and
  /// without `after:` it would never be called.
  private func missingPrevious(of version: Version) -> [Diagnostic] {
    guard !version.isPreviousWritten, let number = Int(version.literal), number > 1,
      let argument = annotation.attribute.argument("version")
    else { return [] }
    var name = declaration.name
    if name.hasSuffix("V\(number)") { name.removeLast("V\(number)".count) }
    return [
      Diagnostic(
        annotation.place(of: argument),
        """
        Version \(number) of `\(declaration.name)` has no previous version, so older documents can't be opened, even \
        if there is a step. Add the previous version, such as `after: \(name)V\(number - 1).self`, or \
        `after: NothingOlder.self` if there is none.
        """
      ).asWarning
    ]
  }

  // MARK: - The expansion

  var expansion: Expansion {
    let role = annotation.request.role
    let source =
      switch role {
      case .extension: extensionSource
      case .member: (namesInScope + (isClass ? members : [])).joined(separator: "\n\n")
      case .peer: ""
      }
    return Expansion(
      source: source, diagnostics: role == declaration.reportingRole ? diagnostics : [])
  }

  /// Whether the conformance to `VersionedCodable` isn't in an extension that the user has written.
  private var generatesVersion: Bool {
    version != nil && (asksFor("VersionedCodable") || declaration.inherits("VersionedCodable"))
  }

  private func asksFor(_ conformance: String) -> Bool {
    annotation.request.conformances.contains(conformance)
  }

  /// Whether a superclass reads and writes fields of its own.
  private var isSubclass: Bool {
    isClass && !declaration.inheritance.isEmpty && !asksFor("FieldCodable")
      && !declaration.inherits("FieldCodable")
  }

  /// Whether the type can be copied from a draft: a class only if it can have neither subclasses nor a
  /// superclass, and if the initializer that does so can name it.
  ///
  /// Other classes conform to `DraftCopyable` too, and say that they can't be copied. The
  /// compiler crashes if a subclass asks for a conformance that a macro of its superclass has declared
  /// and not generated.
  private var isCopyable: Bool {
    !isClass || declaration.has("final") && declaration.hasNoSuperclass && !hidesName
  }

  // MARK: - The extension

  private var extensionSource: String {
    var conformances: [String] = []
    var members: [String] = []
    if asksFor("FieldCodable") { conformances.append("FieldCodable") }
    if let version, generatesVersion {
      if asksFor("VersionedCodable") { conformances.append("VersionedCodable") }
      if !declaresVersion { members.append(version.property) }
    }
    if asksFor("DraftCopyable") {
      conformances.append("DraftCopyable")
      if !isCopyable {
        members.append(
          "\(declaration.access)typealias DraftSubject = \(declaration.swiftPrefix)Never")
      }
    }
    if !isClass { members += self.members }
    return annotation.extensionSource(conformances, members)
  }

  // MARK: - Members

  /// What refers to types and values of the user. In the extension of a nested type, those beside it would be
  /// unknown.
  private var namesInScope: [String] {
    var members: [String] = []
    if let version, generatesVersion, coded?.declaresPreviousVersion != true {
      members.append("\(declaration.access)typealias PreviousVersion = \(version.previous)")
    }
    return members + (coded?.filledValuesSource ?? [])
  }

  private var members: [String] {
    let readsFields = isSubclass || asksFor("FieldCodable") || declaration.inherits("FieldCodable")
    let copies = isCopyable && (asksFor("DraftCopyable") || declaration.inherits("DraftCopyable"))
    let isRequired = isClass && (isSubclass || !declaration.has("final"))
    let initModifiers = isRequired ? "required " : ""
    let writeModifiers = isSubclass ? "override " : ""
    guard let coded else {
      var members: [String] = []
      if readsFields {
        members = [
          declaration.placeholderReadingSource(modifiers: initModifiers),
          declaration.placeholderWritingSource(modifiers: writeModifiers),
        ]
      }
      if copies { members.append(declaration.placeholderCopyingSource) }
      return members
    }
    var members: [String] = []
    if readsFields {
      if let keys = coded.keysSource { members.append(keys) }
      members.append(coded.readingSource(modifiers: initModifiers, isSubclass: isSubclass))
      members.append(coded.writingSource(modifiers: writeModifiers, isSubclass: isSubclass))
    }
    if copies { members.append(coded.copyingSource) }
    if isClass, coded.hasImplicitInit, let implicitInit = implicitInit(coded) {
      members.append(implicitInit)
    }
    return members
  }

  /// The `init()` that the class would have without the generated ones; nil if that can't be known.
  ///
  /// If only a property wrapper may prevent it, the `init()` is unavailable, so that the error explains that.
  private func implicitInit(_ coded: CodedType) -> String? {
    let isOverride = !declaration.hasNoSuperclass
    if isOverride, !declaration.inherits("NSObject") { return nil }
    let signature = "\(isOverride ? "override " : "")init()"
    guard let (property, wrapper) = coded.wrappedWithoutArguments else { return "\(signature) {}" }
    return """
      @available(*, unavailable, message: "\(Self.missingInit(property, wrapper))")
      \(signature) {
        \(declaration.swiftPrefix)fatalError()
      }
      """
  }

  private static func missingInit(_ property: String, _ wrapper: String) -> String {
    """
    The macro can't see whether `\(wrapper)` has an `init()`. If so, write `@\(wrapper)() var \(property)`. \
    Otherwise, declare an `init()`.
    """
  }
}

extension Declaration {
  /// The role whose expansion has the diagnostics of `@Document` and `@Fillable`, so that each is reported once.
  ///
  /// The compiler asks for the members of structs and classes in every case, but it may never ask for those of enums.
  fileprivate var reportingRole: ExpansionRequest.Role { kind == "enum" ? .extension : .member }

  private static let protocols: Set<String> = [
    "AnyObject", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "DefaultFillable", "Downgradable", "DraftCopyable", "Encodable", "Equatable",
    "FieldCodable", "Hashable", "Identifiable", "Observable", "ObservableObject", "Sendable",
    "SendableMetatype", "ShippedVersion", "VersionedCodable", "ZeroFillable",
  ]

  fileprivate func genericParameter(_ name: String) -> Int? {
    genericParameters.first { tokens.name($0) == name }
  }

  fileprivate var hasParameterPack: Bool {
    generics.contains { tokens.isToken($0, "each") && tokens[$0 + 1].isName }
  }

  /// The modules in which these are, and which export them.
  private static let modulesOfProtocols: Set<String> = [
    "Combine", "Lineage", "LineageMacros", "Observation", "Swift", "_Concurrency",
  ]

  /// Whether it is known that a class has no superclass: that all types after its colon are protocols.
  fileprivate var hasNoSuperclass: Bool {
    inheritedTypes.allSatisfy { type in
      guard let name = type.name, Self.protocols.contains(name) else { return false }
      // A class that is nested in another type can have the name of a protocol.
      return type.qualifier.map(Self.modulesOfProtocols.contains) ?? true
    }
  }
}

extension Member {
  /// Whether it is a type of some name, or an alias.
  fileprivate func isType(_ name: String) -> Bool {
    switch self {
    case .type(let type): type.name == name
    case .typealias(let it): it.name == name
    default: false
    }
  }
}

extension CodableExpansion {
  /// Expands a macro for structs and classes.
  static func expand(
    _ request: ExpansionRequest, version: (Annotation, inout [Diagnostic]) -> Version?
  ) -> Expansion {
    let annotation: Annotation
    do throws(Diagnostic) {
      annotation = try Annotation(request)
    } catch {
      return Expansion(diagnostics: request.role == .member ? [error] : [])
    }
    do throws(Diagnostic) {
      try checkKind(annotation)
      try annotation.check()
    } catch {
      let isReported = request.role == annotation.declaration.reportingRole
      return Expansion(diagnostics: isReported ? [error] : [])
    }
    var mistakes: [Diagnostic] = []
    let version = version(annotation, &mistakes)
    return CodableExpansion(annotation, version: version, mistakesInArguments: mistakes).expansion
  }

  /// Throws if the type or one around it has generic parameters with which the type can't have the enum `CodingKeys`.
  private static func checkGenerics(_ annotation: Annotation) throws(Diagnostic) {
    let declaration = annotation.declaration
    let outer = annotation.request.outerDeclarations.compactMap(\.self)
    if ([declaration] + outer).contains(where: \.hasParameterPack) {
      throw Diagnostic(
        annotation.place,
        """
        `\(declaration.name)` can't have keys, because Swift allows no enums in a type with a \
        parameter pack. Keep what is encoded in a type without one, and make that \
        `@\(annotation.attribute.name)`.
        """)
    }
    let own = declaration.genericParameter("CodingKeys")
    if own != nil || declaration.outerGenericParameters.contains("CodingKeys") {
      throw Diagnostic(
        // The compiler doesn't say where the types around the declaration are.
        own.map { declaration.tokens.place($0) } ?? annotation.place,
        """
        The keys of `\(declaration.name)` are an enum `CodingKeys`, so no generic parameter can have \
        that name. Rename the parameter.
        """)
    }
  }

  private static func checkKind(_ annotation: Annotation) throws(Diagnostic) {
    let name = annotation.attribute.name
    let type = annotation.declaration.name
    switch annotation.declaration.kind {
    case "struct": try checkGenerics(annotation)
    case "class":
      try checkGenerics(annotation)
      let attributes = annotation.declaration.attributes
      guard let actor = attributes.first(where: { $0.name.hasSuffix("Actor") }) else { return }
      throw Diagnostic(
        annotation.declaration.tokens.place(actor.range),
        """
        Documents are encoded and decoded on any thread, so `\(type)` can't be isolated to \
        \(actor.name == "MainActor" ? "the main actor" : "`\(actor.name)`"). Keep its data in a struct, \
        and make that `@\(name)`.
        """)
    case "enum":
      throw Diagnostic(
        annotation.place,
        """
        `@\(name)` is for structs and classes. An enum whose cases have payloads can be a `@Union`; one \
        without payloads needs only `: String, Codable`.
        """)
    case "actor":
      throw Diagnostic(
        annotation.place,
        """
        An actor can't be encoded or decoded, because coding is synchronous. Keep the data of `\(type)` \
        in a struct, and make that `@\(name)`.
        """)
    case "protocol":
      throw Diagnostic(
        annotation.place,
        "A protocol has no stored properties. Make the types that conform to `\(type)` `@\(name)`.")
    default:
      throw Diagnostic(
        annotation.place,
        "`@\(name)` has to see the stored properties. Write it before the declaration of the type.")
    }
  }
}
