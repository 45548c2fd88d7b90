/// `@Shipped("k3f9-…")`
enum ShippedMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    do throws(Diagnostic) {
      var annotation = try Annotation(request)
      if annotation.codedAttribute == nil {
        annotation = try Annotation(request, module: annotation.likelyModule)
      }
      guard let digest = try digest(annotation) else { return Expansion() }
      return Expansion(
        source: source(annotation, digest.text), diagnostics: check(annotation, digest))
    } catch {
      return Expansion(diagnostics: [error])
    }
  }

  /// The digest of the declaration; nil if the declaration has errors that another macro reports.
  private static func digest(_ annotation: Annotation) throws(Diagnostic) -> Digest? {
    let declaration = annotation.declaration
    guard let other = annotation.codedAttribute else {
      throw Diagnostic(
        annotation.place,
        """
        `@Shipped` needs `@Document`, `@Fillable` or `@Union` beside it. Add one of them, or remove \
        `@Shipped`.
        """)
    }
    guard annotation.privateType == nil, annotation.hiddenModule == nil,
      annotation.suppressed == nil,
      let members = try? annotation.parser.members(in: declaration.body)
    else { return nil }
    guard other.macro?.codableKinds.contains(declaration.kind) == true else { return nil }
    if declaration.kind == "enum" {
      let cases = UnionCases(annotation, members)
      return cases.diagnostics.isEmpty
        ? Digest(cases, declaration, annotation: other) : nil
    }
    let coded = CodedType(declaration, members)
    return coded.hasErrors ? nil : Digest(coded, annotation: other)
  }

  private static func source(_ annotation: Annotation, _ digest: String) -> String {
    guard annotation.request.conformances.contains("ShippedVersion") else { return "" }
    let declaration = annotation.declaration
    return annotation.extensionSource(
      ["ShippedVersion"],
      [
        """
        \(declaration.access)nonisolated static var shippedDigest: \(declaration.swiftPrefix)String { "\(digest)" }
        """
      ])
  }

  // MARK: - Comparing

  /// The diagnostics for how the declaration differs from the digest that is written.
  private static func check(_ annotation: Annotation, _ digest: Digest) -> [Diagnostic] {
    let tokens = annotation.attributeTokens
    let argument = annotation.attribute.arguments?.first
    let literal = argument.flatMap { tokens.stringValue($0.value) } ?? ""
    let name = annotation.declaration.name
    guard !literal.isEmpty, var remaining = Digest.hashes(in: literal) else {
      let isMissing =
        literal.isEmpty && argument.map { tokens.text($0.value) == "\"\"" } ?? true
      // What the compiler sends of an attribute ends with the space and the comments after it.
      let end = tokens.offsets(annotation.attribute.nameRange).upperBound
      let arguments = end..<tokens.offsets(annotation.attribute.range).upperBound
      let error = Diagnostic(
        argument.map(annotation.place(of:)) ?? annotation.place,
        isMissing
          ? "The digest of `\(name)` is missing: `@Shipped(\"\(digest.text)\")`."
          : "This isn't a digest. The digest of `\(name)` is \"\(digest.text)\"."
      ).fix("Write the digest", tokens.place(offsets: arguments), "(\"\(digest.text)\")")
      return [error]
    }
    var changed: [Digest.Part] = []
    for part in digest.parts {
      if let index = remaining.firstIndex(of: part.hash) {
        remaining.remove(at: index)
      } else {
        changed.append(part)
      }
    }
    let advice = "Undo this, and make the change in a new version."
    var diagnostics = changed.map { part in
      Diagnostic(
        part.place,
        "`\(name)` has shipped and may not change, but "
          + (part.name.map { "`\($0)` has changed or is new. " }
            ?? "these arguments have changed. ") + advice)
    }
    let removed = remaining.count - changed.count
    if removed > 0 {
      let declaration = annotation.declaration
      let what = declaration.kind == "enum" ? "case" : "property"
      diagnostics.append(
        Diagnostic(
          declaration.tokens.place(declaration.nameIndex),
          "`\(name)` has shipped and may not change, but "
            + (removed == 1
              ? "a \(what) is missing" : "\(removed) of its \(what.plural) are missing")
            + ". \(advice)"))
    }
    return diagnostics
  }
}

extension Annotation {
  /// The attribute that makes the type codable.
  fileprivate var codedAttribute: Attribute? {
    declaration.attributes.first { $0.macro?.makesCodable == true }
  }

  /// The name of the module `LineageMacros`, if the attribute that makes the type codable is written with another one.
  fileprivate var likelyModule: String? {
    declaration.attributes.first { MacroName(rawValue: $0.lastName)?.makesCodable == true }?
      .qualifier
  }
}

extension String {
  fileprivate var plural: String { hasSuffix("y") ? dropLast() + "ies" : self + "s" }
}
