/// A request to expand a macro.
struct ExpansionRequest {
  enum Role: String {
    case `extension`, member, peer
  }

  let macro: MacroName
  let role: Role
  let attribute: SourceText
  let declaration: SourceText
  /// The declarations around it without their members, from the inside to the outside.
  let context: [SourceText]
  let extendedType: String
  /// The protocols that the type doesn't conform to yet.
  let conformances: Set<String>
  let configuration: BuildConfiguration?
  /// Whether the compiler understands `Lineage::FieldReader`.
  let selectsModules: Bool

  /// Nil if something is missing, or for a macro or a role that this plugin doesn't have.
  init?(_ json: JSONValue, selectsModules: Bool) {
    guard let macro = json["macro"]?["typeName"]?.string.flatMap(MacroName.init(typeName:)),
      let role = json["macroRole"]?.string.flatMap(Role.init(rawValue:)),
      let attribute = SourceText(json["attributeSyntax"]),
      let declaration = SourceText(json["declSyntax"])
    else { return nil }
    self.macro = macro
    self.selectsModules = selectsModules
    self.role = role
    self.attribute = attribute
    self.declaration = declaration
    context = json["lexicalContext"]?.elements?.compactMap { SourceText(withoutMembers: $0) } ?? []
    extendedType = json["extendedTypeSyntax"]?["source"]?.string ?? ""
    conformances = Self.conformances(json["conformanceListSyntax"])
    configuration = json["staticBuildConfiguration"].map(BuildConfiguration.init)
  }

  /// The declarations around it, from the inside to the outside; nil for those that can't be read.
  var outerDeclarations: [Declaration?] {
    context.map {
      try? DeclarationParser(TokenList($0), configuration: configuration).declaration()
    }
  }

  /// The last names of the protocols in `struct Placeholder: Lineage.FieldCodable {}`.
  private static func conformances(_ json: JSONValue?) -> Set<String> {
    guard let source = SourceText(json),
      let placeholder = try? DeclarationParser(TokenList(source), configuration: nil).declaration()
    else { return [] }
    return Set(placeholder.inheritance.map { placeholder.tokens.name($0.upperBound - 1) })
  }
}

extension SourceText {
  fileprivate init?(_ json: JSONValue?) { self.init(json) { $0 } }

  /// A declaration whose members the compiler has left out. It appends the braces to what precedes them, which may end
  /// with a comment.
  fileprivate init?(withoutMembers json: JSONValue) {
    self.init(json) { $0.hasSuffix("{}") ? "\($0.dropLast(2))\n{}" : $0 }
  }

  private init?(_ json: JSONValue?, _ edited: (String) -> String) {
    guard let json, let source = json["source"]?.string.map(edited) else { return nil }
    self.init(
      source, fileName: json["location"]?["fileName"]?.string ?? "",
      fileOffset: json["location"]?["offset"]?.number ?? 0)
  }
}
