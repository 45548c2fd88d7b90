/// The cases of a union with their tags.
struct UnionCases {
  struct Row {
    let element: EnumCases.Element
    let group: EnumCases
    /// Nil for the case of all other tags.
    let tag: String?
    let tagLiteral: String
    /// The label of the payload.
    let label: String?
  }

  private(set) var rows: [Row] = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether code that uses all cases uses a deprecated one.
  var useDeprecated: Bool {
    rows.contains { row in row.group.attributes.contains { $0.isDeprecation(in: tokens) } }
  }

  private let declaration: Declaration
  private let configuration: BuildConfiguration?
  private var tokens: TokenList { declaration.tokens }

  init(_ annotation: Annotation, _ members: [Member]) {
    declaration = annotation.declaration
    configuration = annotation.request.configuration
    for member in members {
      switch member {
      case .cases(let group):
        for element in group.elements { add(element, of: group) }
      case .macro(let index):
        diagnostics.append(
          Diagnostic(
            tokens.place(index),
            "This macro may declare cases, which other macros can't see. Write what it declares."))
      default: break
      }
    }
    checkTags()
    if !rows.contains(where: { $0.tag == nil }), !members.contains(where: \.hasUnknownCase) {
      diagnostics.append(missingUnknown(members))
    }
  }

  private mutating func add(_ element: EnumCases.Element, of group: EnumCases) {
    // No code can refer to such a case, so elements with its tag are unknown.
    if element.name != "unknown",
      group.attributes.contains(where: { $0.isRemoval(in: tokens, configuration) })
    {
      return
    }
    let place = tokens.place(element.nameIndex)
    guard let payload = element.payload else {
      diagnostics.append(
        Diagnostic(
          place,
          element.name == "unknown"
            ? "`unknown` needs a payload for elements with other tags: `case unknown(DocumentValue)`."
            : """
            `\(element.name)` needs a payload, whose fields are in the same object as the tag: `case \
            \(element.writtenName)(Payload)`, where `Payload` can be a struct without properties.
            """))
      return
    }
    let payloads = tokens.arguments(in: payload)
    guard let only = payloads.first, payloads.count == 1 else {
      diagnostics.append(
        Diagnostic(
          payloads.count > 1 ? tokens.place(payload) : place,
          """
          `\(element.name)` needs exactly one payload. Declare a struct that has all values as its \
          properties.
          """))
      return
    }
    let key = group.attributes.first { $0.macro == .key }
    if element.name == "unknown" {
      addUnknown(element, of: group, only, key)
      return
    }
    let start = only.value.lowerBound
    let type = start..<(tokens.endOfType(start) ?? only.value.upperBound)
    if tokens.isExistential(type) || tokens.isFunction(type) {
      diagnostics.append(
        Diagnostic(
          tokens.place(type),
          """
          `\(tokens.text(type))` can't be decoded. The payload has to be a type that is `Codable`, such as a struct that \
          is `@Fillable`.
          """))
      return
    }
    let literal = key?.arguments?.first?.value
    rows.append(
      Row(
        element: element, group: group, tag: literal.flatMap(tokens.stringValue) ?? element.name,
        tagLiteral: literal.flatMap { tokens.stringValue($0) == nil ? nil : tokens.text($0) }
          ?? Self.literal(element.name),
        label: only.writtenLabel == "_" ? nil : only.writtenLabel))
  }

  /// The literal of a name, which can have quotation marks if it is in backticks, but no backslashes.
  private static func literal(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\""))\""
  }

  private mutating func addUnknown(
    _ element: EnumCases.Element, of group: EnumCases, _ payload: Attribute.Argument,
    _ key: Attribute?
  ) {
    rows.append(
      Row(
        element: element, group: group, tag: nil, tagLiteral: "",
        label: payload.writtenLabel == "_" ? nil : payload.writtenLabel))
    if let key {
      diagnostics.append(
        Diagnostic(
          tokens.place(key.range),
          "`unknown` is the case for all other tags, so it has none of its own. Remove `@Key`."))
    }
    // It may have a default value.
    let start = payload.value.lowerBound
    let type = start..<(tokens.endOfType(start) ?? payload.value.upperBound)
    let names = ["DocumentValue", "Lineage.DocumentValue", "Lineage::DocumentValue"]
    if !names.contains(tokens.text(type)) {
      let error = Diagnostic(
        tokens.place(type),
        "`unknown` can be any value, so its payload has to be a `DocumentValue`.")
      diagnostics.append(
        type == payload.value
          ? error.fix("Write `DocumentValue`", tokens.place(type), "DocumentValue") : error)
    }
  }

  private mutating func checkTags() {
    var first: [String: Row] = [:]
    var named: [String: Row] = [:]
    for row in rows {
      if let other = named[row.element.name] {
        diagnostics.append(repeatedName(row, other))
        continue
      }
      named[row.element.name] = row
      guard let tag = row.tag else { continue }
      if let other = first[tag] {
        let key = row.group.attributes.first { $0.macro == .key }?.arguments?.first?.value
        diagnostics.append(
          Diagnostic(
            key.map { tokens.place($0) } ?? tokens.place(row.element.nameIndex),
            "`\(row.element.name)` has the same tag as `\(other.element.name)`: '\(tag)'."
          ).note(
            tokens.place(other.element.nameIndex), "`\(other.element.name)` is declared here"))
      } else {
        first[tag] = row
      }
    }
  }

  /// The error for a case that has the name of another one, and only another label. No pattern can have the name of
  /// such a case.
  private func repeatedName(_ row: Row, _ other: Row) -> Diagnostic {
    let name = row.element.name
    let advice = row.tag.map {
      $0 == other.tag ? "" : ", and keep its tag: `@Key(\(row.tagLiteral))`"
    }
    return Diagnostic(
      tokens.place(row.element.nameIndex),
      """
      Another case is called `\(name)`, too, and Swift can't tell them apart in a pattern. Rename this \
      one\(advice ?? "").
      """
    ).note(tokens.place(other.element.nameIndex), "`\(name)` is declared here")
  }

  /// The error for a missing case of unknown tags, with a fix-it that adds it after the last case.
  private func missingUnknown(_ members: [Member]) -> Diagnostic {
    let error = Diagnostic(
      tokens.place(declaration.nameIndex),
      """
      `\(declaration.name)` needs a `case unknown(DocumentValue)`, which preserves elements with other \
      tags.
      """)
    let last = members.lazy.compactMap { member in
      if case .cases(let cases) = member { cases } else { nil }
    }.reversed().first
    guard let last else {
      return error.fix(
        "Add the case", tokens.place(declaration.body.lowerBound - 1).end,
        "\n  case unknown(DocumentValue)\n")
    }
    let indentation = tokens.indentation(of: last.declaration.lowerBound)
    return error.fix(
      "Add the case", tokens.place(last.declaration).end,
      indentation.map { "\n\($0)case unknown(DocumentValue)" } ?? "; case unknown(DocumentValue)")
  }
}

extension Member {
  fileprivate var hasUnknownCase: Bool {
    if case .cases(let cases) = self {
      cases.elements.contains { $0.name == "unknown" }
    } else {
      false
    }
  }
}

extension TokenList {
  /// The space before a token that is the first on its line; nil for others.
  fileprivate func indentation(of index: Int) -> String? {
    let start = self[index].range.lowerBound
    let space = source.bytes[..<start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    guard space.count < start, source.bytes[start - space.count - 1] == 0x0A else { return nil }
    return String(decoding: space.reversed(), as: UTF8.self)
  }
}
