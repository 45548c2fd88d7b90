/// A property, as the declaration of a type writes it.
struct Property {
  enum Accessors {
    case none
    /// `willSet` and `didSet`, which stored properties have.
    case observers
    case computed
  }

  let attributes: [Attribute]
  let modifiers: [Modifier]
  let isLet: Bool
  /// The index of `let` or `var`.
  let keyword: Int
  /// The index of the name, or the tokens of a pattern in parentheses.
  let pattern: Range<Int>
  /// The name as it is written, with backticks.
  let writtenName: String
  /// The name without backticks.
  let name: String
  let type: Range<Int>?
  let initialValue: Range<Int>?
  let accessors: Accessors
  /// Everything, from the first attribute. Several bindings share it.
  let declaration: Range<Int>
  /// Whether the declaration has other properties too.
  let isOneOfSeveral: Bool

  func has(_ modifier: String) -> Bool { modifiers.contains { $0.word == modifier } }

  func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  func attribute(_ macro: MacroName) -> Attribute? { attributes.first { $0.macro == macro } }

  var isTuple: Bool { pattern.count > 1 }

  /// The property in which a property wrapper is stored, with backticks if it needs some, unlike `_default`.
  var storageName: String {
    let isIdentifier = name.unicodeScalars.allSatisfy(\.properties.isIDContinue)
    return writtenName == name || isIdentifier ? "_" + name : "`_\(name)`"
  }

  /// Whether it is a property of the values, and has storage of its own.
  var isStored: Bool {
    !isOfType && accessors != .computed && !has("lazy") && !has("override")
  }

  /// Whether it is `static` or `class`.
  var isOfType: Bool { has("static") || has("class") }
}

extension TokenList {
  /// Whether a `var` of a type is nil at first: only if its type ends in `?` or `!`.
  func isNilAtFirst(_ type: Range<Int>) -> Bool {
    isOptional(type) && !isToken(type.upperBound - 1, ">")
  }

  /// Whether a type is written as an optional one.
  func isOptional(_ type: Range<Int>) -> Bool {
    guard let last = type.last else { return false }
    if isToken(last, "?") || isToken(last, "!") { return !hasArrow(type) }
    var name = type.lowerBound
    if isToken(name, "Swift") { name += isToken(name + 1, ".") ? 2 : 3 }
    guard isToken(name, "Optional"), let end = endOfGenericArguments(name + 1) else { return false }
    return end == type.upperBound
  }

  /// Whether a type is written as that of values of several types, or as an optional one, such as `(any P)?`.
  func isExistential(_ type: Range<Int>) -> Bool {
    let type = unwrapped(type)
    guard let first = type.first else { return false }
    if isToken(first, "any"), type.count > 1 { return endOfType(first) == type.upperBound }
    return type.count == 1 && isToken(first, in: ["Any", "AnyHashable", "AnyObject"])
  }

  /// Whether a type is written as that of functions, or as an optional one.
  func isFunction(_ type: Range<Int>) -> Bool { hasArrow(unwrapped(type)) }

  /// A type without question marks after it, and parentheses around it.
  private func unwrapped(_ type: Range<Int>) -> Range<Int> {
    if hasArrow(type) { return type }
    var type = type
    while let last = type.last, isToken(last, "?") || isToken(last, "!") { type.removeLast() }
    let isInParentheses =
      isToken(type.lowerBound, "(") && partner(of: type.lowerBound) == type.upperBound - 1
    return isInParentheses ? type.dropFirst().dropLast() : type
  }

  /// Whether a type is that of functions. The `?` of `() -> Int?` isn't its own.
  private func hasArrow(_ type: Range<Int>) -> Bool {
    var index = type.lowerBound
    while index < type.upperBound {
      if isArrow(index) { return true }
      index = endOfGenericArguments(index) ?? afterGroup(index)
    }
    return false
  }
}
