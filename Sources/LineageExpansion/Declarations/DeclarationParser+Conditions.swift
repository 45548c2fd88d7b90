// Branches of `#if`.

extension DeclarationParser {
  /// A branch that isn't known to be inactive.
  enum Branch {
    /// Its condition is true, and those before it are false.
    case active
    /// Its condition, or one before it, is unknown.
    case possible
  }

  /// Reads the branches of the `#if` at an index, which is moved after its `#endif`.
  ///
  /// A branch for another compiler needn't be Swift as this one knows it, so inactive ones are skipped.
  ///
  /// - Parameter read: Reads a branch, and moves the index to the directive that ends it.
  private func readBranches(
    at index: inout Int, _ read: (Branch, inout Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let start = index
    var isKnown = true
    var isDecided = false
    repeat {
      let condition = try condition(at: &index)
      if condition == nil, !isDecided { isKnown = false }
      if isDecided || condition == false {
        skipBranch(at: &index)
      } else {
        try read(isKnown ? .active : .possible, &index)
        isDecided = isKnown
      }
      let isMissingEnd = tokens[index].kind == .close || tokens[index].kind == .end
      if isMissingEnd { throw unreadable(start) }
    } while !tokens.isToken(index, "#endif")
    index += 1
  }

  /// The value of the condition after the directive at an index, which is moved after it; nil if it is unknown.
  private func condition(at index: inout Int) throws(Diagnostic) -> Bool? {
    if tokens.isToken(index, "#else") {
      index += 1
      return true
    }
    guard tokens.isToken(index, "#if") || tokens.isToken(index, "#elseif") else {
      throw unreadable(index)
    }
    let start = index + 1
    index = tokens.endOfCondition(start)
    return configuration?.value(of: start..<index, in: tokens)
  }

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

  /// The attributes in the active branch of the `#if` at an index, which is moved after it.
  func attributesOfActiveBranch(at index: inout Int) throws(Diagnostic) -> [Attribute] {
    let start = index
    var attributes: [Attribute] = []
    try readBranches(at: &index) { (branch, index) throws(Diagnostic) in
      if branch == .possible { throw unknowable(start, "attributes") }
      (attributes, _, index) = header(at: index)
    }
    return attributes
  }

  /// The members in the active branch of the `#if` at an index, which is moved after it.
  func membersOfActiveBranch(at index: inout Int, depth: Int) throws(Diagnostic) -> [Member] {
    let start = index
    guard depth < 50 else { throw unreadable(start) }
    var active: [Member] = []
    var possible: [Member] = []
    try readBranches(at: &index) { (branch, index) throws(Diagnostic) in
      let members = try members(from: &index, depth: depth)
      switch branch {
      case .active: active = members
      case .possible: possible += members
      }
    }
    // Functions and computed properties may be in any branch: they change nothing here.
    // An initializer counts as there, because it may be, and so do attributes.
    guard possible.contains(where: \.matters) else { return active + possible.filter(\.mayMatter) }
    throw unknowable(start, possible.contains(where: \.isCases) ? "cases" : "stored properties")
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
}
