/// The result of a macro: source text, and what is wrong.
struct Expansion {
  var source = ""
  var diagnostics: [Diagnostic] = []
}

/// A macro that is attached to a declaration.
protocol AttachedMacro {
  static func expand(_ request: ExpansionRequest) -> Expansion
}

extension ExpansionRequest {
  var expansion: Expansion {
    switch macro {
    case .document: DocumentMacro.expand(self)
    case .fillable: FillableMacro.expand(self)
    case .union: UnionMacro.expand(self)
    case .shipped: ShippedMacro.expand(self)
    case .key: KeyMacro.expand(self)
    case .ignored: IgnoredMacro.expand(self)
    case .filled: FilledMacro.expand(self)
    }
  }
}
