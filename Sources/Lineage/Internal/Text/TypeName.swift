/// The names of types in errors and reports, without their module.
package enum TypeName {
  package static func of(_ type: any Any.Type) -> String {
    // `String(describing:)` gives the same, but first searches the whole program for a description of metatypes. That
    // was half of the instructions of a program that prints its version.
    _typeName(type, qualified: false)
  }

  /// The name with the module and the types around it, which tells apart types with the same name.
  package static func qualified(_ type: any Any.Type) -> String {
    // For private types it has an address, which differs from run to run.
    _typeName(type, qualified: true).split(separator: ".")
      .filter { !$0.hasPrefix("(unknown context at ") }.joined(separator: ".")
  }

  /// The name for an error, truncated, since those of generic types can be long.
  package static func shown(_ type: any Any.Type) -> String { shown(of(type)) }

  static func shown(_ name: String) -> String { name.shown(upTo: 80) }
}
