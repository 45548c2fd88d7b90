/// How types are called in errors and reports: as they are written, without their module.
enum TypeName {
  static func of(_ type: any Any.Type) -> String {
    String(describing: type)
  }
}
