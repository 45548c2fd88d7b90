/// An attribute, such as `@Key("created_at")`.
struct Attribute {
  struct Argument {
    let label: String?
    let value: Range<Int>
  }

  /// Its last name: `Key`, also for `@Database.Key`.
  let lastName: String
  /// What is before its last name; nil if it has one name only.
  let qualifier: String?
  /// Whether the qualifier is a module whose attributes the macros know, or isn't needed.
  private let isOfKnownModule: Bool
  /// The tokens of the name after the `@`, with module and generic arguments.
  let nameTokens: Range<Int>
  let tokens: Range<Int>
  /// Nil without parentheses.
  let arguments: [Argument]?

  /// The modules with attributes that the macros know.
  private static let modules: Set<String> = [
    "Lineage", "LineageMacros", "Observation", "Perception", "PerceptionCore", "Swift",
    "_Concurrency",
  ]

  /// The attributes of Swift that a property can have.
  private static let ofSwift: Set<String> = [
    "abi", "available", "backDeployed", "concurrent", "const", "constInitialized",
    "differentiable", "exclusivity", "export", "inlinable", "inline", "noDerivative", "nonobjc",
    "objc", "preconcurrency", "safe", "section", "unsafe", "usableFromInline", "used",
    "warn_unqualified_access",
  ]

  /// The attribute whose `@` is at an index.
  ///
  /// - Parameter module: Another name for the module `LineageMacros`.
  init(_ list: TokenList, at start: Int, module: String? = nil) {
    let nameEnd = list.endOfAttributeName(start)
    let end = list.endOfAttribute(start)
    var names: [String] = []
    for index in start + 1..<max(nameEnd, start + 1) {
      if list.isToken(index, "<") { break }
      if list[index].isName { names.append(list.name(index)) }
    }
    lastName = names.popLast() ?? ""
    qualifier = names.isEmpty ? nil : names.joined(separator: ".")
    isOfKnownModule =
      qualifier.map { Self.modules.contains($0) || $0 == module } ?? true
    nameTokens = min(start + 1, nameEnd)..<nameEnd
    tokens = start..<end
    // Without a closing parenthesis, there are no arguments.
    arguments = end > nameEnd + 1 ? list.arguments(in: nameEnd + 1..<end - 1) : nil
  }

  /// The attribute of a macro that is expanded, which is one of Lineage's, whatever its module is called.
  init(expanded list: TokenList) {
    self.init(list, at: 0, module: Attribute(list, at: 0).qualifier)
  }

  /// Its name: `Key`, also for `@LineageMacros.Key`, but `Database.Key` for an attribute of something else.
  var name: String {
    isOfKnownModule ? lastName : "\(qualifier ?? "").\(lastName)"
  }

  /// Whether it is one of the compiler's own, which change nothing for the macros.
  var isOfSwift: Bool {
    if Self.ofSwift.contains(name) { return true }
    // Those that Swift only has for itself, such as `_spi`.
    return qualifier == nil && name.hasPrefix("_") && name.dropFirst().first?.isLowercase == true
  }

  func argument(_ label: String?) -> Argument? {
    arguments?.first { $0.label == label }
  }

  /// Whether it says that the declaration is unavailable everywhere.
  func isRemoval(in list: TokenList) -> Bool {
    guard name == "available", let arguments, arguments.count > 1 else { return false }
    return list.text(arguments[0].value) == "*" && list.text(arguments[1].value) == "unavailable"
  }

  /// Whether it says that the declaration is deprecated.
  func isDeprecation(in list: TokenList) -> Bool {
    name == "available" && tokens.contains { list.isToken($0, "deprecated") }
  }
}

extension TokenList {
  /// The name at an index, without backticks.
  func name(_ index: Int) -> String {
    let text = text(index)
    return self[index].kind == .quotedWord ? String(text.dropFirst().dropLast()) : text
  }

  /// The arguments in the tokens between two parentheses.
  func arguments(in tokens: Range<Int>) -> [Attribute.Argument] {
    var arguments: [Attribute.Argument] = []
    var index = tokens.lowerBound
    while index < tokens.upperBound {
      var label: String?
      if self[index].isName, isToken(index + 1, ":"), !isToken(index + 2, ":") {
        label = name(index)
        index += 2
      }
      // An expression ends at a comma at the latest, but may be empty in invalid code.
      let end = min(max(endOfArgument(index), index), tokens.upperBound)
      arguments.append(Attribute.Argument(label: label, value: index..<end))
      index = end + 1
    }
    return arguments
  }

  /// The index after an argument, which may continue on any line.
  private func endOfArgument(_ start: Int) -> Int {
    var index = endOfExpression(start)
    while self[index].kind != .end, self[index].kind != .close, !isToken(index, ",") {
      index = max(endOfExpression(index), index + 1)
    }
    return index
  }
}
