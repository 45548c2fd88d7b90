@testable import LineageExpansion

/// Asks the plugin to expand the macros of a declaration, with the messages that the compiler sends.
struct StubCompiler {
  /// What the compiler knows beside the declaration.
  struct Setting {
    /// The declarations around it, from the inside to the outside.
    var context: [String] = []
    /// The protocols that the type conforms to already.
    var conformances: Set<String> = []
    var configuration: String? = StubCompiler.linux
    /// The name of the module `LineageMacros`, if the declaration calls it something else.
    var module: String?
  }

  struct Expansion {
    let macro: String
    let role: String
    let answer: JSONValue

    /// The generated code; nil if the answer has none.
    var source: String? { answer["expandMacroResult"]?["expandedSource"]?.string }

    var diagnostics: [JSONValue] { answer["expandMacroResult"]?["diagnostics"]?.elements ?? [] }

    var hasErrors: Bool { diagnostics.contains { $0["severity"]?.string == "error" } }
  }

  static let linux = """
    {"customConditions":["BETA"],"targetOSs":["Linux"],"targetArchitectures":["x86_64"],\
    "targetEnvironments":[],"features":["Macros"],"attributes":["escaping"],\
    "targetRuntimes":["_Native"],"endianness":"little","targetPointerBitWidth":64,\
    "compilerVersion":{"components":[6,3,1]},"languageMode":{"components":[6,3,1]}}
    """

  /// The protocols that the declarations in `LineageMacros` name; none for macros of properties.
  private static func conformances(_ macro: MacroName) -> [String] {
    switch macro {
    case .document: ["FieldCodable", "VersionedCodable", "DraftCopyable"]
    case .fillable: ["FieldCodable", "DraftCopyable"]
    case .union: ["OpenUnion"]
    case .shipped: ["ShippedVersion"]
    case .key, .ignored, .filled: []
    }
  }

  private static func isOfType(_ macro: MacroName) -> Bool { !conformances(macro).isEmpty }

  /// What comes before the declaration in the file.
  static let start = "import LineageMacros\n"

  let declaration: String
  let setting: Setting
  /// How messages get their answers.
  let ask: ([UInt8]) throws -> JSONValue

  /// All expansions, in the order of the compiler: those of members and peers, then extensions.
  func expansions() throws -> [Expansion] {
    let tokens = TokenList(SourceText(declaration))
    let parser = DeclarationParser(
      tokens, configuration: setting.configuration.map { BuildConfiguration(.string($0)) },
      module: setting.module)
    guard let type = try? parser.declaration() else {
      return try unreadable(tokens)
    }
    var expansions: [Expansion] = []
    let own = type.attributes.filter { $0.macro.map(Self.isOfType) == true }
    for attribute in own where attribute.macro == .document || attribute.macro == .fillable {
      expansions.append(try expand(attribute, of: tokens, role: "member"))
    }
    for attribute in type.attributes where attribute.macro.map(Self.isOfType) == false {
      expansions.append(try expand(attribute, of: tokens, role: "peer"))
    }
    let members = type.body.isEmpty ? [] : (try? parser.allMembers(in: type.body)) ?? []
    let header = tokens.text(0..<max(type.body.lowerBound - 1, 1)) + " {}"
    for (attributes, range) in members {
      for attribute in attributes where attribute.macro.map(Self.isOfType) == false {
        let start = range.lowerBound > 0 ? tokens[range.lowerBound - 1].range.upperBound : 0
        let end = tokens.offsets(range).upperBound
        expansions.append(
          try expand(
            attribute, of: tokens, role: "peer", declaration: start..<end, in: [header]))
      }
    }
    for attribute in own {
      expansions.append(try expand(attribute, of: tokens, role: "extension"))
    }
    return expansions
  }

  /// The expansions of a declaration that the plugin can't read.
  private func unreadable(_ tokens: TokenList) throws -> [Expansion] {
    let start = (0..<tokens.end).first {
      tokens.isToken($0, "@") && MacroName(rawValue: tokens.name($0 + 1)).map(Self.isOfType) == true
    }
    let attribute = Attribute(tokens, at: start ?? 0)
    return try ["member", "extension"].map { try expand(attribute, of: tokens, role: $0) }
  }

  private func expand(
    _ attribute: Attribute, of tokens: TokenList, role: String,
    declaration range: Range<Int>? = nil,
    in header: [String] = []
  ) throws -> Expansion {
    let range = range ?? 0..<tokens.source.bytes.count
    var members: [(String, JSONValue)] = [
      ("attributeSyntax", syntax("attribute", offsets(of: attribute, tokens), tokens)),
      ("declSyntax", syntax("declaration", range, tokens)),
      ("discriminator", .string("$s4Main")),
      ("lexicalContext", .array((header + setting.context).map { Self.text("declaration", $0) })),
      (
        "macro",
        .object([
          ("moduleName", .string("LineageMacrosPlugin")), ("name", .string(attribute.name)),
          ("typeName", .string(attribute.name + "Macro")),
        ])
      ),
      ("macroRole", .string(role)),
    ]
    let asked = (attribute.macro.map(Self.conformances) ?? []).filter {
      !setting.conformances.contains($0)
    }
    if !asked.isEmpty {
      members.append(
        (
          "conformanceListSyntax",
          Self.text("declaration", "struct Placeholder: \(asked.joined(separator: ", ")) {}")
        ))
    }
    if role == "extension" {
      members.append(("extendedTypeSyntax", Self.text("type", extendedType(tokens))))
    }
    if let configuration = setting.configuration {
      members.append(("staticBuildConfiguration", .string(configuration)))
    }
    let message = JSONValue.object([("expandAttachedMacro", .object(members))])
    return Expansion(macro: attribute.name, role: role, answer: try ask(message.text))
  }

  /// The attribute with the space and the comments after it on its line, which the compiler sends too.
  private func offsets(of attribute: Attribute, _ tokens: TokenList) -> Range<Int> {
    let offsets = tokens.offsets(attribute.range)
    let next = tokens[attribute.range.upperBound].range.lowerBound
    let trivia = tokens.source.bytes[offsets.upperBound..<next].prefix { $0 != 0x0A }
    return offsets.lowerBound..<trivia.endIndex
  }

  private func extendedType(_ tokens: TokenList) -> String {
    let configuration = setting.configuration.map { BuildConfiguration(.string($0)) }
    let type = try? DeclarationParser(tokens, configuration: configuration).declaration()
    let outer = setting.context.reversed().compactMap { context in
      try? DeclarationParser(TokenList(SourceText(context))).declaration().writtenName
    }
    return (outer + [type?.writtenName ?? "Poem"]).joined(separator: ".")
  }

  private func syntax(_ kind: String, _ range: Range<Int>, _ tokens: TokenList) -> JSONValue {
    Self.text(kind, tokens.source.text(range), at: range.lowerBound + Self.start.utf8.count)
  }

  private static func text(_ kind: String, _ text: String, at offset: Int? = nil) -> JSONValue {
    .object([
      ("kind", .string(kind)), ("source", .string(text)),
      (
        "location",
        .object([
          ("fileName", .string(offset == nil ? "" : "Poem.swift")), ("fileID", .string("")),
          ("offset", .number(offset ?? 0)), ("line", .number(1)), ("column", .number(1)),
        ])
      ),
    ])
  }
}

extension DeclarationParser {
  /// The attributes and tokens of all properties and cases.
  fileprivate func allMembers(in body: Range<Int>) throws -> [([Attribute], Range<Int>)] {
    try members(in: body).compactMap { member in
      switch member {
      case .properties(let properties):
        properties.first.map { ($0.attributes, $0.declaration) }
      case .cases(let cases): (cases.attributes, cases.declaration)
      default: nil
      }
    }
  }
}
