/// `@Ignored`
enum IgnoredMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    PropertyAttribute.expand(request) { (attribute) throws(Diagnostic) in
      _ = try attribute.property()
    }
  }
}
