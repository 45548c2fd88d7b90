/// How types are called in errors and reports: as they are written, without their module.
enum TypeName {
  static func of(_ type: any Any.Type) -> String {
    String(describing: type)
  }

  /// The name as it stands in an error. Those of generic types may be long.
  static func shown(_ type: any Any.Type) -> String { shown(of(type)) }

  static func shown(_ name: String) -> String { name.shown(upTo: 80) }
}
