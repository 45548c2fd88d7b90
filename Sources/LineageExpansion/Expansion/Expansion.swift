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
  /// The expansion; nil if there is no such macro.
  var expansion: Expansion? {
    switch macro {
    case "DocumentMacro": DocumentMacro.expand(self)
    case "FillableMacro": FillableMacro.expand(self)
    case "UnionMacro": UnionMacro.expand(self)
    case "ShippedMacro": ShippedMacro.expand(self)
    case "KeyMacro": KeyMacro.expand(self)
    case "IgnoredMacro": IgnoredMacro.expand(self)
    case "FilledMacro": FilledMacro.expand(self)
    default: nil
    }
  }
}
