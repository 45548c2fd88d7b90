/// The attribute of a macro that makes a type codable, and the declaration to which it is attached.
struct Annotation {
  let request: ExpansionRequest
  /// The tokens of the attribute, not of the declaration, which has its own.
  let attributeTokens: TokenList
  let attribute: Attribute
  let declaration: Declaration
  let parser: DeclarationParser

  /// - Parameter module: The name of the module `LineageMacros` in the declaration, unless the attribute says it.
  init(_ request: ExpansionRequest, module: String? = nil) throws(Diagnostic) {
    self.request = request
    attributeTokens = TokenList(request.attribute)
    attribute = Attribute(expanded: attributeTokens)
    parser = DeclarationParser(
      TokenList(request.declaration), configuration: request.configuration,
      module: module ?? attribute.qualifier)
    var declaration = try parser.declaration()
    let outer = request.outerDeclarations
    if let outer = outer.first ?? nil, outer.kind == "extension" {
      declaration.accessOfExtension = outer.accessLevel
    }
    declaration.selectsModules = request.selectsModules
    declaration.outerGenericParameters = Set(
      outer.compactMap(\.self).flatMap { type in type.genericParameters.map(type.tokens.name) })
    declaration.isInPrivateType = outer.contains { $0?.isPrivateType ?? false }
    self.declaration = declaration
  }

  /// Where the attribute is, without the space around it.
  var place: SourceRange { attributeTokens.place(attribute.range) }

  func place(of argument: Attribute.Argument) -> SourceRange {
    attributeTokens.place(argument.value)
  }

  /// Throws if the macro can't be attached to the declaration, whatever its kind.
  func check() throws(Diagnostic) {
    try checkOthers()
    try checkAccess()
    try checkName()
    try checkSuppression()
  }

  /// Throws if the declaration also has another one of the macros, before this one.
  private func checkOthers() throws(Diagnostic) {
    for other in declaration.attributes where other.macro?.makesCodable == true {
      if declaration.tokens.place(other.range) == place { return }
      throw Diagnostic(
        place,
        "`\(declaration.name)` is `@\(other.name)` already. Remove one of the two attributes.")
    }
  }

  /// Throws if no extension can name the type, because it is private to the type around it.
  private func checkAccess() throws(Diagnostic) {
    guard let privateType else { return }
    let privacy = declaration.privacy
    let error = Diagnostic(
      // The compiler doesn't say where the types around the declaration are.
      privacy ?? place,
      """
      `@\(attribute.name)` adds an extension at file scope, where a private nested type isn't visible. Make \
      `\(privateType.name)` `fileprivate`.
      """)
    throw privacy.map { error.fix("Write `fileprivate`", $0, "fileprivate") } ?? error
  }

  /// The type, or one around it, that is private to another type.
  var privateType: Declaration? {
    let outer = request.outerDeclarations
    return ([declaration] + outer).dropLast().lazy.compactMap(\.self).first { $0.privacy != nil }
  }

  /// Throws if the generated code would take a type for a module, as it can before Swift 6.3.
  private func checkName() throws(Diagnostic) {
    guard let hiddenModule else { return }
    throw Diagnostic(
      // The compiler doesn't say where the types around the declaration are.
      request.context.isEmpty ? declaration.tokens.place(declaration.nameIndex) : place,
      """
      The generated code needs the module `\(hiddenModule)`, but a type of the same name hides it. Rename \
      the type, or use Swift 6.3.
      """)
  }

  /// The module to which the generated code refers and whose name the type has, or the outermost one around it. A
  /// nested type hides no module from an extension at file scope.
  var hiddenModule: String? {
    if request.selectsModules { return nil }
    let outermost = request.outerDeclarations.last
    // What an extension names is there already, such as a type of the module itself.
    guard let type = outermost ?? declaration, type.kind != "extension" else { return nil }
    return ["Lineage", "Swift"].first { $0 == type.name }
  }

  /// Throws if the type isn't copyable or escapable, as the protocols of Lineage and Swift need it.
  private func checkSuppression() throws(Diagnostic) {
    guard let suppressed, let name = suppressed.name else { return }
    throw Diagnostic(
      declaration.tokens.place(suppressed.range),
      """
      `\(declaration.name)` can't be encoded or decoded, because `Codable` types have to be `\(name)`. Remove \
      `~\(name)`, or keep the data in another type, and make that `@\(attribute.name)`.
      """)
  }

  /// The conformance to `Copyable` or `Escapable` that the type gives up.
  var suppressed: InheritedType? {
    declaration.inheritedTypes.first {
      $0.isSuppressed && ($0.name == "Copyable" || $0.name == "Escapable")
    }
  }

  /// The extension with its conformances and members.
  func extensionSource(_ conformances: [String], _ members: [String]) -> String {
    if conformances.isEmpty, members.isEmpty { return "" }
    let protocols = conformances.map { declaration.lineagePrefix + $0 }.joined(separator: ", ")
    // The conformances of a struct that is isolated to the main actor would be isolated, too.
    let header =
      "\(declaration.isolation)extension \(request.extendedType)\(protocols.isEmpty ? "" : ": ")\(protocols)"
    if members.isEmpty { return "\(availability)\(header) {}" }
    return """
      \(availability)\(header) {
      \(members.map(\.indented).joined(separator: "\n\n"))
      }
      """
  }

  /// The `@available` attributes of the type and of those around it, which the extension needs as well.
  private var availability: String {
    let outer = request.outerDeclarations.reversed().compactMap(\.self)
    let attributes = (outer + [declaration]).flatMap(\.availability)
    return attributes.map { $0 + "\n" }.joined()
  }
}

extension Declaration {
  /// Where it says `private`.
  fileprivate var privacy: SourceRange? {
    let start = attributes.last?.range.upperBound ?? 0
    guard has("private"), start < keyword else { return nil }
    return (start..<keyword).first { tokens.isToken($0, "private") }
      .map { tokens.place($0) }
  }

  fileprivate var availability: [String] {
    attributes.filter { $0.name == "available" }.map { tokens.text($0.range) }
  }
}

extension String {
  /// The text with two more spaces before each line that isn't empty.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
  }
}
