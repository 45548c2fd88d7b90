// Where expressions end. Only their ends matter here, so operators need no precedence.

extension TokenList {
  /// After these words, an expression continues on the next line.
  private static let openWords: Set<String> = ["as", "await", "else", "is", "try"]

  /// A next line that begins with one of these words continues the expression.
  private static let joiningWords: Set<String> = ["as", "else", "is"]

  /// What may begin the block after an initial value. Other accessors can't: there, `get` and `set` are
  /// names in a trailing closure.
  private static let accessorsOfInitialized: Set<String> = ["willSet", "didSet", "init"]

  private static let accessorModifiers: Set<String> = [
    "mutating", "nonmutating", "borrowing", "consuming", "__consuming", "nonisolated", "private",
    "fileprivate", "internal", "package", "public",
  ]

  /// The index after the expression that begins at an index, which is the initial value of a property
  /// or an argument.
  ///
  /// It ends before a comma, a semicolon, a closing bracket, the observers of the property, and before
  /// a line that doesn't continue it.
  func endOfExpression(_ start: Int) -> Int {
    var index = start
    while self[index].kind != .end {
      let token = self[index]
      if token.kind == .close || isToken(index, ",") || isToken(index, ";") { return index }
      if index > start {
        if let end = endOfPostfixConditions(index) {
          index = end
          continue
        }
        if token.isFirstOnLine, !continuesExpression(at: index) { return index }
        if isToken(index, "{"), isToken(firstAccessor(index), in: Self.accessorsOfInitialized) {
          return index
        }
      }
      if isToken(index, "if") || isToken(index, "switch"),
        index == start || !isToken(index - 1, ".")
      {
        index = endOfHeader(index)
      } else if isToken(index, "as") || isToken(index, "is"), index > start,
        !isToken(index - 1, ".")
      {
        index = endOfCast(index)
      } else if token.isName || token.kind == .directive,
        let generics = endOfGenericArguments(index + 1), mayFollowGenericArguments(generics)
      {
        index = generics
      } else {
        index = afterGroup(index)
      }
    }
    return index
  }

  /// The index after an `#if` with all its branches if they continue an expression: they begin with a member of what is
  /// before them. Nil for others.
  private func endOfPostfixConditions(_ start: Int) -> Int? {
    guard isToken(start, "#if"), isToken(endOfCondition(start + 1), ".") else { return nil }
    var depth = 0
    var index = start
    while self[index].kind != .end, self[index].kind != .close {
      if isToken(index, "#if") { depth += 1 }
      if isToken(index, "#endif") { depth -= 1 }
      index = afterGroup(index)
      if depth == 0 { return index }
    }
    return nil
  }

  /// The index after the condition of an `#if`, on the next line.
  func endOfCondition(_ start: Int) -> Int {
    var index = start
    while self[index].kind != .end, !self[index].isFirstOnLine { index += 1 }
    return index
  }

  /// The index after the type that follows `as` or `is`. Its generic arguments need no check of what comes after
  /// them, because it can't be anything but a type.
  private func endOfCast(_ start: Int) -> Int {
    var type = start + 1
    if isToken(type, "?") || isToken(type, "!") { type += 1 }
    return endOfType(type) ?? start + 1
  }

  /// The index after the first block of an `if` or `switch`, whose conditions may have commas.
  private func endOfHeader(_ start: Int) -> Int {
    var index = start + 1
    while self[index].kind != .end, self[index].kind != .close {
      let isBlock = isToken(index, "{")
      index = afterGroup(index)
      if isBlock { break }
    }
    return index
  }

  /// Whether a token that is the first on its line belongs to the expression before it.
  private func continuesExpression(at index: Int) -> Bool {
    switch self[index - 1].kind {
    case .operatorCharacter where self[index - 1].fixity != .postfix: return true
    case .punctuation: return true
    case .word where isToken(index - 1, in: Self.openWords): return !isToken(index - 2, ".")
    case .operatorCharacter where isToken(index - 2, "as") || isToken(index - 2, "try"): return true
    default: break
    }
    switch self[index].kind {
    case .operatorCharacter: return self[index].fixity == .infix
    case .punctuation: return isToken(index, ".") || isToken(index, ":")
    case .open: return true
    case .word where isToken(index, in: Self.joiningWords): return true
    case .word: return isToken(index - 1, "}") && isToken(index + 1, ":") && isToken(index + 2, "{")
    default: return false
    }
  }

  /// The index of the first accessor's keyword, if the `{` at an index begins accessors.
  func firstAccessor(_ brace: Int) -> Int {
    var index = brace + 1
    while true {
      if isToken(index, "@") {
        index = endOfAttribute(index)
      } else if isToken(index, in: Self.accessorModifiers) {
        index += 1
      } else {
        return index
      }
    }
  }

  /// Whether angle brackets before this token are those of generic arguments, and not two operators.
  /// The compiler decides in the same way.
  private func mayFollowGenericArguments(_ index: Int) -> Bool {
    let token = self[index]
    switch token.kind {
    case .close, .end: return true
    case .open: return isToken(index, "{") || !token.isFirstOnLine
    case .punctuation: return !isToken(index, "@") && !isToken(index, "\\")
    case .operatorCharacter:
      return isToken(index, "&")
        || !token.followsSpace && (isToken(index, "?") || isToken(index, "!"))
    default: return token.isFirstOnLine
    }
  }
}
