/// An attribute, such as `@Key("created_at")`.
struct Attribute {
  struct Argument {
    let label: String?
    /// The label as code that is generated has to write it, with backticks if it needs them.
    let writtenLabel: String?
    let value: Range<Int>
  }

  /// Its last name: `Key`, also for `@Database.Key`.
  let lastName: String
  /// What is before its last name; nil if it has one name only.
  let qualifier: String?
  /// Whether the qualifier is a module whose attributes the macros know, or isn't needed.
  private let isOfKnownModule: Bool
  /// The name after the `@`, with module and generic arguments.
  let nameRange: Range<Int>
  /// Where `name` begins.
  let nameIndex: Int
  /// From the `@` to the closing parenthesis.
  let range: Range<Int>
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
    var lastIndex = start + 1
    for index in start + 1..<max(nameEnd, start + 1) {
      if list.isToken(index, "<") { break }
      if list[index].isName {
        names.append(list.name(index))
        lastIndex = index
      }
    }
    lastName = names.popLast() ?? ""
    qualifier = names.isEmpty ? nil : names.joined(separator: ".")
    isOfKnownModule =
      qualifier.map { Self.modules.contains($0) || $0 == module } ?? true
    nameIndex = isOfKnownModule ? lastIndex : start + 1
    nameRange = min(start + 1, nameEnd)..<nameEnd
    range = start..<end
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

  /// The macro that it calls; nil for all other attributes.
  var macro: MacroName? { MacroName(rawValue: name) }

  /// Whether it is one of the compiler's own, which change nothing for the macros.
  var isOfSwift: Bool {
    if Self.ofSwift.contains(name) { return true }
    // Those that Swift only has for itself, such as `_spi`.
    return qualifier == nil && name.hasPrefix("_") && name.dropFirst().first?.isLowercase == true
  }

  func argument(_ label: String?) -> Argument? {
    arguments?.first { $0.label == label }
  }

  /// Whether it says that the declaration is unavailable everywhere, or in the program's version of Swift.
  func isRemoval(in list: TokenList, _ configuration: BuildConfiguration?) -> Bool {
    guard name == "available", let arguments, let platform = arguments.first else { return false }
    switch list.text(platform.value) {
    case "*":
      return arguments.contains { $0.label == nil && list.text($0.value) == "unavailable" }
    case "swift":
      guard let version = argument("obsoleted") else { return false }
      return configuration?.isSwift(list.text(version.value)) ?? false
    default: return false
    }
  }

  /// Whether it says that the declaration is deprecated.
  func isDeprecation(in list: TokenList) -> Bool {
    name == "available" && range.contains { list.isToken($0, "deprecated") }
  }
}

extension TokenList {
  /// The name at an index, without backticks.
  func name(_ index: Int) -> String {
    let text = text(index)
    return self[index].kind == .quotedWord ? String(text.dropFirst().dropLast()) : text
  }

  /// The name at an index as the label of an argument: only few need backticks there, and the compiler warns about
  /// others.
  fileprivate func label(_ index: Int) -> String {
    let name = name(index)
    let isWord = name.allSatisfy { $0.isASCII && $0.isLetter }
    return isWord && name != "inout" ? name : text(index)
  }

  /// The arguments between two parentheses, or the parameters of a case.
  func arguments(in range: Range<Int>) -> [Attribute.Argument] {
    var arguments: [Attribute.Argument] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let first = index
      if self[index].isName {
        // A parameter can have two names: `_ value: Value`.
        let colon = self[index + 1].isName ? index + 2 : index + 1
        if isToken(colon, ":"), !isToken(colon + 1, ":") { index = colon + 1 }
      }
      let isLabelled = index > first
      // An expression ends at a comma at the latest, but may be empty in invalid code.
      let end = min(max(endOfArgument(index), index), range.upperBound)
      arguments.append(
        Attribute.Argument(
          label: isLabelled ? name(first) : nil, writtenLabel: isLabelled ? label(first) : nil,
          value: index..<end))
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
