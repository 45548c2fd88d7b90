/// The macros, by the names of their attributes.
enum MacroName: String, CaseIterable {
  case document = "Document"
  case fillable = "Fillable"
  case union = "Union"
  case shipped = "Shipped"
  case key = "Key"
  case ignored = "Ignored"
  case filled = "Filled"

  /// The name by which the compiler asks for the macro.
  var typeName: String { rawValue + "Macro" }

  /// The kinds of types that the macro makes codable; none if it is for something else.
  var codableKinds: Set<String> {
    switch self {
    case .document, .fillable: ["class", "struct"]
    case .union: ["enum"]
    case .shipped, .key, .ignored, .filled: []
    }
  }

  /// Whether it is one of the macros of which a type has one at most.
  var makesCodable: Bool { !codableKinds.isEmpty }

  init?(typeName: String) {
    guard let macro = Self.allCases.first(where: { $0.typeName == typeName }) else { return nil }
    self = macro
  }
}
