/// The declaration to which a macro is attached.
struct Declaration {
  let tokens: TokenList
  let attributes: [Attribute]
  let modifiers: [Modifier]
  /// The keyword, such as `struct`.
  let kind: String
  let keyword: Int
  let nameIndex: Int
  /// The generic parameters, with their brackets; empty if there are none.
  let generics: Range<Int>
  /// The types after the colon.
  let inheritance: [Range<Int>]
  /// The tokens between the braces; empty if there are none.
  let body: Range<Int>
  /// The access level that the extension around the declaration gives its members.
  var accessOfExtension: String?
  /// The names of the generic parameters of the types around the declaration.
  var outerGenericParameters: Set<String> = []
  /// Whether a type around the declaration is visible only in its file.
  var isInPrivateType = false
  /// Whether generated code names a module as in `Swift::String`, which no type or property can hide.
  var selectsModules = false

  /// The name without backticks.
  var name: String { tokens.name(nameIndex) }

  /// The name as it is written, with backticks.
  var writtenName: String { tokens.text(nameIndex) }

  /// How generated members name the type itself. An extension of a nested type doesn't know the type's
  /// own name, and a class can't use `Self` in a parameter.
  var selfName: String { kind == "class" ? writtenName : "Self" }

  /// The isolation of members that use the properties: those of structs can be used from anywhere, those
  /// of a class that is isolated to an actor can't.
  var isolation: String { kind == "class" && !has("nonisolated") ? "" : "nonisolated " }

  /// What comes before the name of something in the module `Lineage` in generated code.
  var lineagePrefix: String { selectsModules ? "Lineage::" : "Lineage." }

  /// What comes before the name of something in the module `Swift` in generated code.
  var swiftPrefix: String { selectsModules ? "Swift::" : "Swift." }

  /// The indices of the names of the generic parameters.
  var genericParameters: [Int] {
    generics.filter { index in
      (index == generics.lowerBound + 1 || tokens.isToken(index - 1, ","))
        && tokens[index].isName
    }
  }

  func has(_ modifier: String) -> Bool { modifiers.contains { $0.word == modifier } }

  func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  func attribute(_ macro: MacroName) -> Attribute? { attributes.first { $0.macro == macro } }

  /// Whether the declaration itself names a protocol or a class after its colon, in whatever module.
  func inherits(_ name: String) -> Bool {
    inheritedTypes.contains { $0.name == name && !$0.isSuppressed }
  }

  /// The access level of members that others need: `public `, `package `, `fileprivate `, or nothing, each with
  /// `@usableFromInline ` if the type has that.
  var access: String {
    // Members of an extension are internal for Swift, even if the type is in a private one, and may not refer to it.
    if isInPrivateType, kind != "class" { return "fileprivate " }
    let inlining = attribute("usableFromInline") == nil ? "" : "@usableFromInline "
    switch accessLevel ?? accessOfExtension {
    case "public", "open": return inlining + "public "
    case "package": return inlining + "package "
    default: return inlining
    }
  }

  /// Whether it is a type that is visible only in its file, or not even there.
  var isPrivateType: Bool {
    kind != "extension" && (accessLevel == "private" || accessLevel == "fileprivate")
  }

  /// The access level, if the declaration has one of its own.
  var accessLevel: String? {
    modifiers.lazy.map(\.word).first { Self.accessLevels.contains($0) }
  }

  private static let accessLevels: Set<String> = [
    "open", "public", "package", "internal", "fileprivate", "private",
  ]
}
