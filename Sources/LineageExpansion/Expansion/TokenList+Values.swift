// What the macros need to know of initial values and types.

extension TokenList {
  /// Whether an expression says `nil`: it is a literal, perhaps with its type, or the case `none` of an optional. Another
  /// type may have a case `none`, too.
  func isNil(_ value: Range<Int>) -> Bool {
    var value = value
    while isToken(value.lowerBound, "("), afterGroup(value.lowerBound) == value.upperBound {
      value = value.dropFirst().dropLast()
    }
    let first = value.lowerBound
    if isToken(first, "nil") {
      return value.count == 1
        || isToken(first + 1, "as") && endOfType(first + 2) == value.upperBound
    }
    let dot = value.upperBound - 2
    guard value.count > 1, isToken(dot, "."), isToken(dot + 1, "none") else { return false }
    if first == dot { return true }
    return endOfType(first) == value.upperBound
      && (isOptional(first..<dot) || isToken(dot - 1, "Optional"))
  }

  /// Whether an expression may have another value each time: it calls something, has an interpolation, or asks for the
  /// time.
  func mayDiffer(_ value: Range<Int>) -> Bool {
    value.contains { index in
      switch self[index].kind {
      case .string: hasInterpolation(index)
      case .open:
        isToken(index, "{")
          || isToken(index, "(") && index > value.lowerBound
            && [.word, .quotedWord, .close].contains(self[index - 1].kind)
      case .word: isToken(index, "now")
      default: false
      }
    }
  }

  /// The first `try` or `await` in an expression that needs one around it, too: neither a `try?` or `try!`, nor one in
  /// braces.
  func firstEffect(in value: Range<Int>) -> Int? {
    var index = value.lowerBound
    while index < value.upperBound {
      let isHandled = isToken(index + 1, "?") || isToken(index + 1, "!")
      let isName = isToken(index - 1, ".") || isToken(index + 1, ":")
      if isToken(index, "await") || isToken(index, "try") && !isHandled, !isName { return index }
      index = isToken(index, "{") ? afterGroup(index) : index + 1
    }
    return nil
  }

  /// Whether an expression is a closure that isn't called.
  func isClosure(_ expression: Range<Int>) -> Bool {
    let start = expression.lowerBound
    return isToken(start, "{") && afterGroup(start) == expression.upperBound
  }

  /// Whether an expression means the same everywhere, because it has no names.
  func isLiteral(_ expression: Range<Int>) -> Bool {
    expression.allSatisfy { index in
      switch self[index].kind {
      case .word: isToken(index, in: ["false", "nil", "true"])
      case .string: !hasInterpolation(index)
      case .punctuation: isToken(index, ",") || isToken(index, ":")
      case .quotedWord, .directive: false
      default: true
      }
    }
  }

  private func hasInterpolation(_ string: Int) -> Bool {
    text(string).contains("\\(") || text(string).contains("#(")
  }

  /// Whether a token in an expression may be the dot of an implicit member: it follows neither a name without
  /// space, nor a literal, a bracket, or a postfix operator.
  func isImplicitMember(_ index: Int, in value: Range<Int>) -> Bool {
    guard isToken(index, ".") else { return false }
    if index == value.lowerBound { return true }
    let isAlone = self[index].followsSpace && !self[index].isFirstOnLine
    switch self[index - 1].kind {
    case .word, .quotedWord: return isAlone
    case .number, .string, .regex, .close: return false
    case .operatorCharacter: return self[index - 1].fixity != .postfix
    default: return true
    }
  }

  /// Whether a type is a name, which may have dots and generic arguments.
  func isNominal(_ type: Range<Int>) -> Bool {
    var index = type.lowerBound
    repeat {
      guard index < type.upperBound, self[index].isName, !isToken(index, in: ["any", "some"]),
        !isToken(index, "Optional")
      else { return false }
      index = endOfGenericArguments(index + 1) ?? index + 1
      if index == type.upperBound { return true }
      index += 1
    } while isToken(index - 1, ".")
    return false
  }
}
