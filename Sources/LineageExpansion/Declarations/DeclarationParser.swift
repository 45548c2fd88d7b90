/// Finds the parts of a declaration in its tokens.
///
/// It knows enough of Swift's grammar to find each member, and everything that the macros need to know
/// of it. Where it doesn't understand something, it throws a diagnostic: it never skips to what it
/// understands next.
struct DeclarationParser {
  let tokens: TokenList
  let configuration: BuildConfiguration?
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
  func checkText() throws(Diagnostic) {
    if let problem = tokens.problem {
      throw Diagnostic(
        tokens.place(offsets: problem.offset..<problem.offset),
        "The declaration can't be read, because \(problem.message).")
    }
  }

  // MARK: - Headers

  /// The attributes and modifiers at an index, and the index after them.
  func header(at start: Int) -> (
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

  func isModifier(_ index: Int) -> Bool {
    if tokens.isToken(index, in: Modifier.words) { return true }
    // `class` is one before a keyword, and not before a name.
    return tokens.isToken(index, "class")
      && (tokens.isToken(index + 1, in: Self.keywords)
        || tokens.isToken(index + 1, in: Modifier.words))
  }

  /// The keywords after attributes and modifiers.
  static let keywords: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import",
    "init", "let", "macro", "operator", "precedencegroup", "protocol", "struct", "subscript",
    "typealias", "var",
  ]

  static let types: Set<String> = [
    "actor", "class", "enum", "extension", "protocol", "struct",
  ]

  /// The attributes and modifiers at an index, and the index after them, with the attributes in active branches of `#if`.
  func conditionalHeader(at start: Int) throws(Diagnostic) -> (
    attributes: [Attribute], modifiers: [Modifier], keyword: Int
  ) {
    var header = header(at: start)
    while tokens.isToken(header.keyword, "#if") {
      header.attributes += try attributesOfActiveBranch(at: &header.keyword)
      let next = self.header(at: header.keyword)
      header.attributes += next.attributes
      header.modifiers += next.modifiers
      header.keyword = next.keyword
    }
    return header
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
      // Only an extension may be that of `[Poem]`.
      guard kind == "extension" || tokens[index].isName, let name = tokens.endOfType(index) else {
        throw unreadable(index)
      }
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
  func indexOfBody(from start: Int) throws(Diagnostic) -> Int {
    var index = start
    while !tokens.isToken(index, "{") {
      if tokens[index].kind == .end || tokens[index].kind == .close { throw unreadable(start) }
      index = tokens.afterGroup(index)
    }
    return index
  }

  func unreadable(_ index: Int) -> Diagnostic {
    let token = tokens[index].kind == .end ? "" : " `\(tokens.text(index))`"
    return Diagnostic(
      tokens.place(index),
      """
      Lineage's macros can't parse this\(token). Write it differently. Functions, types and computed \
      properties can be in an extension.
      """)
  }
}
