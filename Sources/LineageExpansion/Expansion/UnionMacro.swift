/// `@Union(tag: "kind")`
enum UnionMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    do throws(Diagnostic) {
      let annotation = try Annotation(request)
      try checkKind(annotation)
      try annotation.check()
      let members = try annotation.parser.members(in: annotation.declaration.body)
      let cases = UnionCases(annotation, members)
      var diagnostics = cases.diagnostics
      let tag = tag(annotation, &diagnostics)
      return Expansion(
        source: source(annotation, tag: tag, diagnostics.isEmpty ? cases : nil),
        diagnostics: diagnostics)
    } catch {
      return Expansion(diagnostics: [error])
    }
  }

  private static func checkKind(_ annotation: Annotation) throws(Diagnostic) {
    guard annotation.declaration.kind != "enum" else { return }
    throw Diagnostic(
      annotation.place,
      """
      `@Union` is for enums, whose cases are the alternatives. Use `@Document` or `@Fillable` for a \
      struct or a class.
      """)
  }

  /// The literal of the tag's key.
  private static func tag(_ annotation: Annotation, _ diagnostics: inout [Diagnostic]) -> String {
    guard let argument = annotation.attribute.argument("tag") else { return "\"\"" }
    if annotation.attributeTokens.stringValue(argument.value) == nil {
      diagnostics.append(
        Diagnostic(
          annotation.place(of: argument),
          """
          The key of the tag is a string literal on one line and without interpolation, such as \
          "kind".
          """))
      return "\"\""
    }
    return annotation.attributeTokens.text(argument.value)
  }

  private static func source(
    _ annotation: Annotation, tag: String, _ cases: UnionCases?
  ) -> String {
    let declaration = annotation.declaration
    let isAsked = annotation.request.conformances.contains("OpenUnion")
    guard isAsked || declaration.inherits("OpenUnion") else { return "" }
    let access = "\(declaration.access)nonisolated "
    let rows = (cases?.rows ?? []).map { "    \($0.source),\n" }.joined()
    let availability = cases?.useDeprecated == true ? "@available(*, deprecated)\n" : ""
    return annotation.extensionSource(
      isAsked ? ["OpenUnion"] : [],
      [
        "\(access)static var tagKey: \(declaration.swiftPrefix)String { \(tag) }",
        """
        \(availability)\(access)static var payloads: [\(declaration.lineagePrefix)UnionPayload<Self>] {
          [\(rows.isEmpty ? "" : "\n\(rows)  ")]
        }
        """,
      ])
  }
}

extension UnionCases.Row {
  /// The row of the table: the tag, how to make the case, and how to get its payload.
  fileprivate var source: String {
    let name = element.writtenName
    // A closure, because in Swift 5 mode the function `Self.name` isn't `Sendable`. An implicit member, because after
    // `Self`, a case called `Type` would be taken for the metatype.
    let make = "{ .\(name)(\(label.map { "\($0): " } ?? "")$0) }"
    let get = "{ if case .\(name)(let it) = $0 { it } else { nil } }"
    return tag == nil ? ".unknown(\(make)) \(get)" : ".init(\(tagLiteral), \(make)) \(get)"
  }
}
