/// The names of types in errors and reports, without their module.
package enum TypeName {
  package static func of(_ type: any Any.Type) -> String {
    // `String(describing:)` gives the same, but first searches the whole program for a description of metatypes. That
    // was half of the instructions of a program that prints its version.
    _typeName(type, qualified: false)
  }

  /// The name for an error, truncated, since those of generic types can be long.
  package static func shown(_ type: any Any.Type) -> String { shown(of(type)) }

  package static func shown(_ name: String) -> String { name.shown(upTo: 80) }
}
