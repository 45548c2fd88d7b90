// Members that name several things: properties and cases.

extension DeclarationParser {
  /// The properties of a declaration whose keyword has been read; the index is moved after it.
  func properties(
    attributes: [Attribute], modifiers: [Modifier], keyword: Int, from start: Int,
    at index: inout Int
  ) throws(Diagnostic) -> [Property] {
    var bindings: [Binding] = []
    index = keyword
    repeat {
      bindings.append(try binding(at: &index))
    } while tokens.isToken(index, ",")
    try expectEndOfMember(index)
    // In `var a, b: Int`, the type is written after the last of those that have it.
    for index in bindings.indices.dropLast().reversed()
    where bindings[index].type == nil && bindings[index].initialValue == nil {
      bindings[index].type = bindings[index + 1].type
    }
    return bindings.map { binding in
      Property(
        attributes: attributes, modifiers: modifiers, isLet: tokens.isToken(keyword, "let"),
        keyword: keyword, pattern: binding.pattern, writtenName: tokens.text(binding.pattern),
        name: tokens.name(binding.pattern.lowerBound), type: binding.type,
        initialValue: binding.initialValue, accessors: binding.accessors,
        declaration: start..<index, isOneOfSeveral: bindings.count > 1)
    }
  }

  /// One of the parts between the commas after `let` or `var`.
  private struct Binding {
    let pattern: Range<Int>
    var type: Range<Int>?
    let initialValue: Range<Int>?
    let accessors: Property.Accessors
  }

  /// The binding after the keyword or comma at an index, which is moved after it.
  private func binding(at index: inout Int) throws(Diagnostic) -> Binding {
    var pattern = index + 1..<tokens.afterGroup(index + 1)
    let name = pattern.lowerBound
    guard tokens[name].isName || tokens.isToken(name, "(") else { throw unreadable(name) }
    index = pattern.upperBound
    // A single name in parentheses is no tuple.
    if pattern.count == 3, tokens[name + 1].isName { pattern = name + 1..<name + 2 }
    var type: Range<Int>?
    if tokens.isToken(index, ":") {
      guard let end = tokens.endOfType(index + 1) else { throw unreadable(index + 1) }
      type = index + 1..<end
      index = end
    }
    var initialValue: Range<Int>?
    if tokens.isAssignment(index) {
      let end = tokens.endOfExpression(index + 1)
      guard end > index + 1 else { throw unreadable(end) }
      initialValue = index + 1..<end
      index = end
    }
    var accessors = Property.Accessors.none
    if tokens.isToken(index, "{") {
      let first = tokens.firstAccessor(index)
      accessors =
        tokens.isToken(first, "willSet") || tokens.isToken(first, "didSet")
        ? .observers : .computed
      index = tokens.afterGroup(index)
    }
    return Binding(
      pattern: pattern, type: type, initialValue: initialValue, accessors: accessors)
  }

  private func expectEndOfMember(_ index: Int) throws(Diagnostic) {
    let token = tokens[index]
    if !token.isFirstOnLine, token.kind != .close, token.kind != .end, !tokens.isToken(index, ";") {
      throw unreadable(index)
    }
  }

  func cases(
    attributes: [Attribute], keyword: Int, from start: Int, at index: inout Int
  ) throws(Diagnostic) -> EnumCases {
    var elements: [EnumCases.Element] = []
    index = keyword
    repeat {
      let name = index + 1
      guard tokens[name].isName else { throw unreadable(name) }
      index = name + 1
      var payload: Range<Int>?
      if tokens.isToken(index, "(") {
        payload = index + 1..<tokens.partner(of: index)
        index = tokens.afterGroup(index)
      }
      var rawValue: Range<Int>?
      if tokens.isAssignment(index) {
        let end = tokens.endOfExpression(index + 1)
        rawValue = index + 1..<end
        index = end
      }
      elements.append(
        EnumCases.Element(
          nameIndex: name, writtenName: tokens.text(name), name: tokens.name(name),
          payload: payload, rawValue: rawValue))
    } while tokens.isToken(index, ",")
    try expectEndOfMember(index)
    return EnumCases(
      attributes: attributes, elements: elements, declaration: start..<index)
  }
}
