/// Finds the parts of a declaration in its tokens.
///
/// It knows enough of Swift's grammar to find each member, and everything that the macros need to know
/// of it. Where it doesn't understand something, it throws a diagnostic: it never skips to what it
/// understands next.
struct DeclarationParser {
  let tokens: TokenList
  private let configuration: BuildConfiguration?
  /// The name of the module `LineageMacros`, if the declaration calls it something else.
  private let module: String?

  init(
    _ tokens: TokenList, configuration: BuildConfiguration? = nil, module: String? = nil
  ) {
    self.tokens = tokens
    self.configuration = configuration
    self.module = module
  }

  /// Throws if the text ends too early, so that brackets don't match.
  ///
  /// A header can be read even then. That is important for a class, for which something has to be
  /// generated in any case.
  private func checkText() throws(Diagnostic) {
    if let problem = tokens.problem {
      throw Diagnostic(
        tokens.place(offsets: problem.offset..<problem.offset),
        "The declaration can't be read, because \(problem.message).")
    }
  }

  // MARK: - Headers

  /// The attributes and modifiers at an index, and the index after them.
  private func header(at start: Int) -> (
    attributes: [Attribute], modifiers: [Modifier], keyword: Int
  ) {
    var attributes: [Attribute] = []
    var modifiers: [Modifier] = []
    var index = start
    while true {
      if tokens.isToken(index, "@") {
        let attribute = Attribute(tokens, at: index, module: module)
        attributes.append(attribute)
        index = attribute.range.upperBound
      } else if isModifier(index) {
        modifiers.append(Modifier(word: tokens.text(index)))
        index += 1
        if tokens.isToken(index, "(") { index = tokens.afterGroup(index) }
      } else {
        return (attributes, modifiers, index)
      }
    }
  }

  private func isModifier(_ index: Int) -> Bool {
    if tokens.isToken(index, in: Modifier.words) { return true }
    // `class` is one before a keyword, and not before a name.
    return tokens.isToken(index, "class")
      && (tokens.isToken(index + 1, in: Self.keywords)
        || tokens.isToken(index + 1, in: Modifier.words))
  }

  /// The keywords after attributes and modifiers.
  private static let keywords: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import",
    "init", "let", "macro", "operator", "precedencegroup", "protocol", "struct", "subscript",
    "typealias", "var",
  ]

  private static let types: Set<String> = [
    "actor", "class", "enum", "extension", "protocol", "struct",
  ]

  /// The attributes and modifiers at an index, and the index after them, with the attributes in active branches of `#if`.
  private func conditionalHeader(at start: Int) throws(Diagnostic) -> (
    attributes: [Attribute], modifiers: [Modifier], keyword: Int
  ) {
    var header = header(at: start)
    while tokens.isToken(header.keyword, "#if") {
      header.attributes += try conditionalAttributes(at: &header.keyword)
      let next = self.header(at: header.keyword)
      header.attributes += next.attributes
      header.modifiers += next.modifiers
      header.keyword = next.keyword
    }
    return header
  }

  /// The attributes in the active branch of the `#if` at an index, which is moved after it.
  private func conditionalAttributes(at index: inout Int) throws(Diagnostic) -> [Attribute] {
    let start = index
    var active: [Attribute]?
    while !tokens.isToken(index, "#endif") {
      var condition: Bool? = true
      if tokens.isToken(index, "#else") {
        index += 1
      } else if index == start || tokens.isToken(index, "#elseif") {
        condition = value(ofConditionAt: &index)
      } else {
        throw unreadable(index)
      }
      if active != nil || condition == false {
        skipBranch(at: &index)
      } else if condition == true {
        (active, _, index) = header(at: index)
      } else {
        throw unknowable(start, "attributes")
      }
    }
    index += 1
    return active ?? []
  }

  /// The declaration of the whole text.
  func declaration() throws(Diagnostic) -> Declaration {
    let (attributes, modifiers, keyword) = try conditionalHeader(at: 0)
    let kind = tokens.text(keyword)
    guard Self.keywords.contains(kind) else { throw unreadable(keyword) }
    let isType = Self.types.contains(kind)
    var index = keyword + 1
    var generics = index..<index
    if isType {
      guard let name = tokens.endOfType(index) else { throw unreadable(index) }
      // The name of an extension can have dots. That of another type may be followed by generics with
      // constraints, which look like no type.
      index = kind == "extension" ? name : index + 1
      if tokens.isToken(index, "<") {
        let start = index
        index = try afterGenericParameters(index)
        generics = start..<index
      }
    }
    var inheritance: [Range<Int>] = []
    if isType, tokens.isToken(index, ":") {
      repeat {
        index += 1
        guard let end = tokens.endOfType(index) else { throw unreadable(index) }
        inheritance.append(index..<end)
        index = end
      } while tokens.isToken(index, ",")
    }
    var body = index..<index
    if isType {
      index = try indexOfBody(from: index)
      body = index + 1..<max(tokens.partner(of: index), index + 1)
    }
    return Declaration(
      tokens: tokens, attributes: attributes, modifiers: modifiers, kind: kind, keyword: keyword,
      nameIndex: keyword + 1, generics: generics, inheritance: inheritance, body: body)
  }

  private func afterGenericParameters(_ start: Int) throws(Diagnostic) -> Int {
    var depth = 0
    var index = start
    repeat {
      if tokens.isToken(index, "<") {
        depth += 1
      } else if tokens.isToken(index, ">"), !tokens.isArrow(index - 1) {
        depth -= 1
      } else if tokens[index].kind == .end {
        throw unreadable(start)
      }
      index = tokens.afterGroup(index)
    } while depth > 0
    return index
  }

  /// The index of the `{` that begins the body of a type.
  private func indexOfBody(from start: Int) throws(Diagnostic) -> Int {
    var index = start
    while !tokens.isToken(index, "{") {
      if tokens[index].kind == .end || tokens[index].kind == .close { throw unreadable(start) }
      index = tokens.afterGroup(index)
    }
    return index
  }

  private func unreadable(_ index: Int) -> Diagnostic {
    let token = tokens[index].kind == .end ? "" : " `\(tokens.text(index))`"
    return Diagnostic(
      tokens.place(index),
      """
      Lineage's macros can't parse this\(token). Write it differently. Functions, types and computed \
      properties can be in an extension.
      """)
  }

  // MARK: - Members

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
  private func members(from index: inout Int, depth: Int) throws(Diagnostic) -> [Member] {
    var members: [Member] = []
    while tokens[index].kind != .close, tokens[index].kind != .end {
      if tokens.isToken(index, ";") {
        index += 1
      } else if tokens[index].kind == .directive {
        switch tokens.text(index) {
        case "#if": members += try branches(at: &index, depth: depth + 1)
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

  // MARK: - Properties

  private func properties(
    attributes: [Attribute], modifiers: [Modifier], keyword: Int, from start: Int,
    at index: inout Int
  ) throws(Diagnostic) -> [Property] {
    var properties: [Property] = []
    index = keyword
    repeat {
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
      properties.append(
        Property(
          attributes: attributes, modifiers: modifiers, isLet: tokens.isToken(keyword, "let"),
          keyword: keyword, pattern: pattern, writtenName: tokens.text(pattern),
          name: tokens.name(pattern.lowerBound), type: type, initialValue: initialValue,
          accessors: accessors, declaration: start..<index))
    } while tokens.isToken(index, ",")
    try expectEndOfMember(index)
    shareTypes(of: &properties)
    for property in properties.indices {
      properties[property].declaration = start..<index
      properties[property].isOneOfSeveral = properties.count > 1
    }
    return properties
  }

  /// Gives properties such as `a` in `var a, b: Int` the type that is written after them.
  private func shareTypes(of properties: inout [Property]) {
    for index in properties.indices.dropLast().reversed()
    where properties[index].type == nil && properties[index].initialValue == nil {
      properties[index].type = properties[index + 1].type
    }
  }

  private func expectEndOfMember(_ index: Int) throws(Diagnostic) {
    let token = tokens[index]
    if !token.isFirstOnLine, token.kind != .close, token.kind != .end, !tokens.isToken(index, ";") {
      throw unreadable(index)
    }
  }

  // MARK: - Cases

  private func cases(
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

  // MARK: - Conditions

  /// Moves an index to the directive that ends a branch.
  private func skipBranch(at index: inout Int) {
    var depth = 0
    while tokens[index].kind != .close, tokens[index].kind != .end {
      if tokens.isToken(index, "#if") { depth += 1 }
      if tokens.isToken(index, "#endif") || depth == 0 && tokens.isToken(index, "#else")
        || depth == 0 && tokens.isToken(index, "#elseif")
      {
        if depth == 0 { return }
        depth -= 1
      }
      index = max(tokens.afterGroup(index), index + 1)
    }
  }

  /// The members in the active branch of an `#if`.
  private func branches(at index: inout Int, depth: Int) throws(Diagnostic) -> [Member] {
    let start = index
    guard depth < 50 else { throw unreadable(start) }
    var active: [Member]?
    var isKnown = true
    var all: [Member] = []
    while true {
      var condition: Bool? = true
      if tokens.isToken(index, "#else") {
        index += 1
      } else {
        condition = value(ofConditionAt: &index)
      }
      // A branch for another compiler needn't be Swift as this one knows it.
      if condition == false || isKnown && active != nil {
        skipBranch(at: &index)
        if tokens.isToken(index, "#endif") { break }
        guard tokens[index].kind == .directive else { throw unreadable(start) }
        continue
      }
      let members = try members(from: &index, depth: depth)
      all += members
      if condition == nil, active == nil { isKnown = false }
      if condition == true, active == nil, isKnown { active = members }
      guard tokens[index].kind == .directive else { throw unreadable(start) }
      if tokens.isToken(index, "#endif") { break }
    }
    index += 1
    if isKnown { return active ?? [] }
    // Functions and computed properties may be in any branch: they change nothing here.
    // An initializer counts as there, because it may be, and so do attributes.
    guard all.contains(where: \.matters) else {
      return all.filter(\.mayMatter)
    }
    throw unknowable(start, all.contains(where: \.isCases) ? "cases" : "stored properties")
  }

  /// The error for an `#if` that matters, and whose condition is unknown.
  private func unknowable(_ start: Int, _ what: String) -> Diagnostic {
    Diagnostic(
      tokens.place(start),
      configuration == nil
        ? """
        This version of the compiler doesn't tell macros which branch of `#if` it compiles, so \(what) \
        can't be in one. Declare them without conditions.
        """
        : """
        Macros can't know whether this condition is true, so \(what) can't depend on it. \
        Declare them without conditions.
        """)
  }

  /// The value of the condition after the directive at an index, which is moved after it; nil if it is unknown.
  private func value(ofConditionAt index: inout Int) -> Bool? {
    let start = index + 1
    index = tokens.endOfCondition(start)
    return configuration?.value(of: start..<index, in: tokens)
  }
}

extension Member {
  /// Whether the member can change what a macro generates.
  fileprivate var matters: Bool {
    switch self {
    case .properties(let properties):
      properties.contains(where: \.isStored)
    case .cases, .macro: true
    case .type(let type): type.name == "CodingKeys"
    case .typealias(let it): it.name == "CodingKeys" || it.name == "PreviousVersion"
    case .initializer, .function, .attributes, .other: false
    }
  }

  /// Whether the member can change what a macro generates for another one.
  fileprivate var mayMatter: Bool {
    switch self {
    case .initializer, .attributes: true
    default: false
    }
  }

  fileprivate var isCases: Bool {
    if case .cases = self { true } else { false }
  }

  fileprivate var hasFields: Bool {
    switch self {
    case .properties, .cases: true
    default: false
    }
  }
}
