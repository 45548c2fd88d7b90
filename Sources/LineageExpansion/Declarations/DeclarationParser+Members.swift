// Members of types, as far as the macros need to know them.

extension DeclarationParser {
  /// The members in the body of a type, without those in inactive branches of `#if`.
  func members(in body: Range<Int>) throws(Diagnostic) -> [Member] {
    try checkText()
    var index = body.lowerBound
    let members = try members(from: &index, depth: 0)
    if index < body.upperBound { throw unreadable(index) }
    for (member, next) in zip(members, members.dropFirst()) {
      if case .attributes(let index) = member, next.hasFields { throw unreadable(index) }
    }
    return members
  }

  /// The single member of the whole text.
  func member() throws(Diagnostic) -> Member {
    try checkText()
    var index = 0
    return try member(at: &index)
  }

  /// The members up to the end of a type, or to the next directive that ends a branch.
  func members(from index: inout Int, depth: Int) throws(Diagnostic) -> [Member] {
    var members: [Member] = []
    while tokens[index].kind != .close, tokens[index].kind != .end {
      if tokens.isToken(index, ";") {
        index += 1
      } else if tokens[index].kind == .directive {
        switch tokens.text(index) {
        case "#if": members += try membersOfActiveBranch(at: &index, depth: depth + 1)
        case "#elseif", "#else", "#endif": return members
        case "#sourceLocation", "#warning", "#error": index = tokens.afterGroup(index + 1)
        default:
          members.append(.macro(index))
          index = endOfMember(from: index + 1)
        }
      } else {
        members.append(try member(at: &index))
      }
    }
    return members
  }

  private func member(at index: inout Int) throws(Diagnostic) -> Member {
    let start = index
    let (attributes, modifiers, keyword) = try conditionalHeader(at: index)
    index = keyword + 1
    switch tokens.text(keyword) {
    case "let", "var":
      return .properties(
        try properties(
          attributes: attributes, modifiers: modifiers, keyword: keyword, from: start, at: &index))
    case "case":
      return .cases(try cases(attributes: attributes, keyword: keyword, from: start, at: &index))
    case "init":
      index = indexOfParameters(from: index)
      let hasParameters = tokens.partner(of: min(index, tokens.end)) > index + 1
      let parameter = onlyParameter(at: index)
      index = endOfMember(from: index)
      return .initializer(
        Initializer(
          modifiers: modifiers, keyword: keyword, hasParameters: hasParameters,
          parameter: parameter))
    case "func":
      let name = index
      let parameter = onlyParameter(at: indexOfParameters(from: index + 1))
      index = endOfMember(from: index)
      return .function(
        Function(
          modifiers: modifiers, name: tokens.name(name), nameIndex: name, parameter: parameter))
    case "#elseif", "#else", "#endif":
      // Conditions around the attributes of the next declaration.
      guard modifiers.isEmpty, !attributes.isEmpty else { throw unreadable(keyword) }
      index = keyword
      return attributes.allSatisfy(\.isOfSwift) ? .other : .attributes(start)
    case let kind where Self.types.contains(kind):
      let name = index
      let body = try indexOfBody(from: index)
      index = tokens.afterGroup(body)
      return .type(
        NestedType(
          kind: kind, name: tokens.name(name), nameIndex: name, body: body + 1..<index - 1))
    case "typealias":
      let name = index
      let type = name + 2
      index = endOfMember(from: index)
      return .typealias(
        TypeAlias(
          name: tokens.name(name), nameIndex: name, type: type..<(tokens.endOfType(type) ?? type)))
    case let kind where Self.keywords.contains(kind):
      index = endOfMember(from: index)
      return .other
    default:
      throw unreadable(keyword)
    }
  }

  /// The index of the parenthesis in front of parameters.
  private func indexOfParameters(from start: Int) -> Int {
    var index = start
    while !tokens.isToken(index, "("), tokens[index].kind != .end { index += 1 }
    return index
  }

  /// The only parameter of a function; nil if it has none, several, or one with a default value.
  private func onlyParameter(at index: Int) -> Parameter? {
    let end = tokens.partner(of: min(index, tokens.end))
    let label = index + 1
    let colon = tokens.isToken(label + 1, ":") ? label + 1 : label + 2
    guard colon < end, tokens.isToken(colon, ":"), tokens.endOfType(colon + 1) == end else {
      return nil
    }
    return Parameter(label: tokens.name(label), type: colon + 1..<end)
  }

  /// The index after a member whose parts don't matter: after its body, or before the next member.
  private func endOfMember(from start: Int) -> Int {
    var index = start
    while tokens[index].kind != .close, tokens[index].kind != .end {
      if tokens.isToken(index, ";") { return index }
      if tokens.isToken(index, "{") { return tokens.afterGroup(index) }
      if index > start, tokens[index].isFirstOnLine, beginsMember(index) { return index }
      index = tokens.afterGroup(index)
    }
    return index
  }

  /// Whether a member may begin with the token, which is the first on its line.
  private func beginsMember(_ index: Int) -> Bool {
    // A type may begin with an attribute or a modifier, also as a generic argument, and continue with one after an
    // arrow.
    if tokens.isArrow(index - 2) || tokens.isAssignment(index - 1)
      || [":", "<", ","].contains(where: { tokens.isToken(index - 1, $0) })
    {
      return false
    }
    return tokens[index].kind == .directive || tokens.isToken(index, "@") || isModifier(index)
      || tokens.isToken(index, in: Self.keywords)
  }
}

extension Member {
  fileprivate var hasFields: Bool {
    switch self {
    case .properties, .cases: true
    default: false
    }
  }
}
