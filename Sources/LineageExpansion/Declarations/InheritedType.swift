/// One of the types after the colon of a declaration. Those that are composed by `&` count as several.
struct InheritedType {
  /// Its last name without backticks; nil if the type isn't written as a name.
  let name: String?
  /// What is before its last name; nil if it has one name only.
  let qualifier: String?
  /// Whether it is written with a `~`.
  let isSuppressed: Bool
  /// From the `~` or the first name.
  let range: Range<Int>
  /// The token of the last name.
  let nameIndex: Int
}

extension Declaration {
  /// The types after the colon. Parentheses around them mean nothing.
  var inheritedTypes: [InheritedType] {
    inheritance.flatMap { entry in
      var types: [InheritedType] = []
      var index = entry.lowerBound
      while index < entry.upperBound {
        if tokens.isToken(index, "(") || endsInheritedType(index) {
          index += 1
        } else {
          let type = inheritedType(at: index, before: entry.upperBound)
          types.append(type)
          index = max(type.range.upperBound, index + 1)
        }
      }
      return types
    }
  }

  private func endsInheritedType(_ index: Int) -> Bool {
    tokens.isToken(index, "&") || tokens.isToken(index, ")")
  }

  /// The type that begins at an index and ends before the next `&`, or the `)` around it.
  private func inheritedType(at start: Int, before limit: Int) -> InheritedType {
    var index = start
    while tokens.isToken(index, "@") { index = tokens.endOfAttribute(index) }
    if tokens.isToken(index, "nonisolated") { index += 1 }
    let first = index
    let isSuppressed = tokens.isToken(index, "~")
    if isSuppressed { index += 1 }
    var names: [Int] = []
    while index < limit, tokens[index].isName {
      names.append(index)
      index += 1
      if tokens.isToken(index, "."), index < limit {
        index += 1
      } else if tokens.isToken(index, ":"), tokens.isToken(index + 1, ":") {
        index += 2
      } else {
        break
      }
    }
    let isName = index == limit || endsInheritedType(index)
    while index < limit, !endsInheritedType(index) { index = tokens.afterGroup(index) }
    let last = names.last ?? first
    return InheritedType(
      name: isName && !names.isEmpty ? tokens.name(last) : nil,
      qualifier: names.count > 1
        ? names.dropLast().map(tokens.name).joined(separator: ".") : nil,
      isSuppressed: isSuppressed, range: first..<min(max(index, first), limit), nameIndex: last)
  }
}
