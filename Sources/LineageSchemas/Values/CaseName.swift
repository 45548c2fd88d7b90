/// The names of the cases of enums.
enum CaseName {
  /// The names of values, each of which is another case; empty if one has none.
  static func all(of values: [some Any]) -> [String] {
    let names = values.compactMap { of($0) }
    return Set(names).count == values.count ? names : []
  }

  /// The name of a case without a payload, or of the one in the payload: an `OpenEnum` contains the case of another enum.
  ///
  /// A case with a description of its own has none: the description may depend on the language, for example.
  private static func of(_ value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let payload = mirror.children.first { return of(payload.value) }
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      return nil
    }
    return "\(value)"
  }
}
