/// `@Fillable`
enum FillableMacro: AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion {
    CodableExpansion.expand(request) { _, _ in nil }
  }
}
