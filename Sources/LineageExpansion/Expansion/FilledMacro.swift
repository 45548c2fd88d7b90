/// `@Filled(Language.unknown)`
enum FilledMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    PropertyAttribute.expand(request) { (attribute) throws(Diagnostic) in
      let property = try attribute.property()
      if attribute.has(.ignored) {
        throw Diagnostic(
          attribute.place,
          """
          A property that is `@Ignored` isn't decoded, so it can't be filled. Remove one of the \
          attributes.
          """)
      }
      if property.initialValue != nil {
        throw Diagnostic(
          attribute.place,
          property.isLet
            ? """
            `\(property.name)` has a value already, and a `let` with a value can't be set. Remove the \
            value after `=`.
            """
            : """
            `\(property.name)` is filled with its initial value. Remove `@Filled`, or the initial \
            value.
            """)
      }
    }
  }
}
