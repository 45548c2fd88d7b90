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
      let tokens = attribute.attributeTokens
      if let value = attribute.attribute.arguments?.first?.value,
        let effect = tokens.firstEffect(in: value)
      {
        throw Diagnostic(
          tokens.place(effect),
          tokens.isToken(effect, "try")
            ? """
            Decoding computes this value in a function that can't throw. Write `try?` or `try!`, or \
            call a function that handles the error.
            """
            : """
            Decoding computes this value in a function that can't wait. Write a value that doesn't \
            need `await`.
            """)
      }
    }
  }
}
