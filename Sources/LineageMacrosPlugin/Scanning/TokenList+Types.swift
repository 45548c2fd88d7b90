// Where types and attributes end. Each function returns the index of the token after them.

extension TokenList {
  private static let specifiers: Set<String> = [
    "any", "some", "each", "repeat", "inout", "borrowing", "consuming", "sending", "isolated",
    "nonisolated", "__owned", "__shared", "_const",
  ]

  /// The index after the type that begins at an index; nil if none does.
  func endOfType(_ start: Int, depth: Int = 0) -> Int? {
    guard depth < 16 else { return nil }
    var index = start
    while true {
      guard let primary = endOfPrimaryType(afterSpecifiers(index), depth: depth) else { return nil }
      index = afterSuffixes(primary, depth: depth)
      if isToken(index, "&"), !self[index + 1].isJoined {
        index += 1
      } else if let result = afterArrow(index, depth: depth) {
        index = result
      } else {
        return index
      }
    }
  }

  private func afterSpecifiers(_ start: Int) -> Int {
    var index = start
    while true {
      if isToken(index, "@") {
        index = endOfAttribute(index)
      } else if isToken(index, "~") {
        index += 1
      } else if isToken(index, in: Self.specifiers), beginsType(index + 1) {
        // `nonisolated(nonsending)` has parentheses, which only belong to it without a space.
        index += 1
        if isToken(index, "("), !self[index].followsSpace { index = afterGroup(index) }
      } else {
        return index
      }
    }
  }

  private func beginsType(_ index: Int) -> Bool {
    switch self[index].kind {
    case .word, .quotedWord, .open: true
    default: isToken(index, "@") || isToken(index, "~")
    }
  }

  /// The index after a name with its generic arguments, after brackets, or after a number, which
  /// generic arguments can be.
  private func endOfPrimaryType(_ index: Int, depth: Int) -> Int? {
    switch self[index].kind {
    case .open where !isToken(index, "{"):
      return afterGroup(index)
    case .word, .quotedWord:
      return endOfGenericArguments(index + 1, depth: depth) ?? index + 1
    case .number:
      return depth > 0 ? index + 1 : nil
    default:
      return isToken(index, "-") && self[index + 1].kind == .number && depth > 0 ? index + 2 : nil
    }
  }

  /// The index after `?`, `!`, `.Type`, a module's `::`, and members with their generic arguments.
  private func afterSuffixes(_ start: Int, depth: Int) -> Int {
    var index = start
    while true {
      if isToken(index, "?") || isToken(index, "!"), !self[index].followsSpace {
        index += 1
      } else if isToken(index, "."), self[index + 1].isName {
        index = endOfGenericArguments(index + 2, depth: depth) ?? index + 2
      } else if isModuleSelector(index), self[index + 2].isName {
        index = endOfGenericArguments(index + 3, depth: depth) ?? index + 3
      } else if isToken(index, "."), isToken(index + 1, "."), isToken(index + 2, "."),
        self[index + 2].isJoined
      {
        index += 3
      } else {
        return index
      }
    }
  }

  private func isModuleSelector(_ index: Int) -> Bool {
    isToken(index, ":") && isToken(index + 1, ":") && !self[index + 1].followsSpace
  }

  /// The index after the arrow of a function type; nil if there is none.
  private func afterArrow(_ start: Int, depth: Int) -> Int? {
    var index = start
    if isToken(index, "async") || isToken(index, "reasync") { index += 1 }
    if isToken(index, "throws") || isToken(index, "rethrows") {
      index += 1
      if isToken(index, "(") { index = afterGroup(index) }
    }
    return isArrow(index) ? index + 2 : nil
  }

  /// The index after generic arguments in angle brackets; nil if there are none.
  func endOfGenericArguments(_ start: Int, depth: Int = 0) -> Int? {
    guard isToken(start, "<"), !self[start + 1].isJoined || isToken(start + 1, "-") else {
      return nil
    }
    var index = start + 1
    while true {
      guard let end = endOfType(index, depth: depth + 1) else { return nil }
      if isToken(end, ">") { return end + 1 }
      guard isToken(end, ",") else { return nil }
      index = end + 1
      if isToken(index, ">") { return index + 1 }
    }
  }

  /// The index after the attribute whose `@` is at an index.
  func endOfAttribute(_ start: Int) -> Int {
    let name = endOfAttributeName(start)
    return isToken(name, "(") && !self[name].followsSpace ? afterGroup(name) : name
  }

  /// The index after the name of the attribute whose `@` is at an index, and its generic arguments.
  func endOfAttributeName(_ start: Int) -> Int {
    guard self[start + 1].isName else { return start + 1 }
    var index = start + 2
    while true {
      if isToken(index, "."), self[index + 1].isName {
        index += 2
      } else if isModuleSelector(index), self[index + 2].isName {
        index += 3
      } else {
        return endOfGenericArguments(index) ?? index
      }
    }
  }
}

extension Token {
  var isName: Bool { kind == .word || kind == .quotedWord }
}
